"""The shapes of the insights."""

from marshmallow import Schema, ValidationError, validates_schema

from intake.accounts.audit.schemas import ActorOut
from intake.accounts.firms.states import PRACTICE_AREAS
from intake.core import fields
from intake.core.schemas import Query
from intake.messaging.communications.states import CHANNELS, STATUSES

from .states import LONGEST, STEPS


class InsightsQuery(Query):
    """Both days are included, by the firm's calendar; without them, the 90 days up to today."""

    first = fields.Date(data_key="from")
    last = fields.Date(data_key="to")
    practice_area = fields.Choice(PRACTICE_AREAS)

    @validates_schema
    def _check_period(self, data, **_):
        first, last = data.get("first"), data.get("last")
        if first and last and not 0 <= (last - first).days < LONGEST:
            raise ValidationError({"to": [f"Has to be at most {LONGEST - 1} days after `from`, and not before it."]})


class InsightsPeriod(Schema):
    """The days that were counted, both included, by the firm's calendar."""

    first_day = fields.Date(attribute="first")
    last_day = fields.Date(attribute="last")


class FunnelStep(Schema):
    """How many of the intake links sent in the period came to this step, and the median of the days it took them."""

    step = fields.Choice(STEPS)
    links = fields.Integer()
    median_days = fields.Float(allow_none=True)


class OpenRequestsOfAge(Schema):
    """Documents of active matters that the client has still to hand in; `to_days` is null for the oldest."""

    from_days = fields.Integer()
    to_days = fields.Integer(allow_none=True)
    required = fields.Integer()
    optional = fields.Integer()


class ReviewsOfDay(Schema):
    """Files that one reviewer decided about on one day."""

    day = fields.Date()
    reviewer = fields.Nested(ActorOut)
    approved = fields.Integer()
    rejected = fields.Integer()


class MessagesByOutcome(Schema):
    """Messages to clients that were written in the period."""

    channel = fields.Choice(CHANNELS)
    status = fields.Choice(STATUSES)
    messages = fields.Integer()


class InsightsOut(Schema):
    """Figures of the matters that the caller may see. `open_requests` are those of now."""

    period = fields.Nested(InsightsPeriod)
    funnel = fields.List(fields.Nested(FunnelStep))
    open_requests = fields.List(fields.Nested(OpenRequestsOfAge))
    reviews = fields.List(fields.Nested(ReviewsOfDay))
    messages = fields.List(fields.Nested(MessagesByOutcome))
