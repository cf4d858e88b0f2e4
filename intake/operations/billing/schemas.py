"""The shapes of billing."""

from marshmallow import Schema

from config.plans import PLANS
from intake.core import fields
from intake.core.schemas import Body
from intake.operations.subscriptions.states import INTERVALS, STATUSES
from intake.operations.usage.schemas import Limits, Period, Used


class PlanChoice(Body):
    plan = fields.Choice(tuple(PLANS), required=True)
    interval = fields.Choice(INTERVALS, required=True)


class PlanChange(PlanChoice):
    READ_ONLY = ("status", "current_period", "trial_ends_at", "cancel_at", "next", "read_only_from", "closed_from",
                 "limits", "usage")


class AddressOut(Schema):
    """A page at Stripe, to which the person's browser goes."""

    url = fields.String()


class Exceeding(Schema):
    """A limit of the next plan that the firm exceeds now."""

    limit = fields.Choice(("users", "storage_gb", "api_requests_per_period", "matters"))
    used = fields.Float()
    allowed = fields.Float()


class NextPlan(Schema):
    """The lower plan that begins when the paid period ends, and the usage that exceeds it now."""

    plan = fields.Choice(tuple(PLANS))
    interval = fields.Choice(INTERVALS)
    starts_at = fields.Timestamp()
    exceeds = fields.List(fields.Nested(Exceeding))


class SubscriptionOut(Schema):
    """The firm's plan, payment and usage. Without a subscription `status` is `none`."""

    plan = fields.Choice(tuple(PLANS))
    interval = fields.Choice(INTERVALS, allow_none=True)
    status = fields.Choice(STATUSES)
    current_period = fields.Nested(Period)
    trial_ends_at = fields.Timestamp(allow_none=True)
    cancel_at = fields.Timestamp(allow_none=True)
    next = fields.Nested(NextPlan, allow_none=True)
    read_only_from = fields.Timestamp(allow_none=True)
    closed_from = fields.Timestamp(allow_none=True)
    limits = fields.Nested(Limits)
    usage = fields.Nested(Used)


class PlanChanged(SubscriptionOut):
    class Meta:
        exclude = ("limits", "usage")
