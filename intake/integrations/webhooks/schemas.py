"""The shapes of webhook endpoints and deliveries."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import Body, PageQuery, Patch
from intake.engine.events.states import ALL, PUBLIC

from .states import STATUSES


class WebhookIn(Body):
    READ_ONLY = ("id", "signing_secret", "last_triggered_at", "disabled_reason", "failing_since", "created_at",
                 "updated_at")

    url = fields.Text(2048, required=True, validate=validate.Regexp(
        "[Hh][Tt][Tt][Pp][Ss]?://", error="Must begin with https://."))
    events = fields.List(fields.Choice((*PUBLIC, ALL)), required=True, validate=validate.Length(min=1, max=50))
    description = fields.Text(1000, allow_none=True)
    active = fields.Flag(load_default=True)


class WebhookPatch(Patch, WebhookIn):
    url = fields.Text(2048, metadata={"readOnly": True})


class WebhookOut(Schema):
    id = fields.String()
    url = fields.String()
    events = fields.List(fields.String())
    description = fields.String(allow_none=True)
    active = fields.Boolean()
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class WebhookCreated(WebhookOut):
    """A new endpoint with its signing secret, which no other answer has."""

    signing_secret = fields.String()


class WebhookRow(WebhookOut):
    """An endpoint. `disabled_reason` is `gone` or `failing` if the service turned it off, otherwise null."""

    last_triggered_at = fields.Timestamp(allow_none=True)
    failing_since = fields.Timestamp(allow_none=True)
    disabled_reason = fields.String(allow_none=True)


class WebhookTested(Schema):
    webhook_id = fields.String()
    event = fields.String()
    delivered = fields.Boolean()
    response_status = fields.Integer()
    response_time_ms = fields.Integer()
    sent_at = fields.Timestamp()


class TestEvent(Schema):
    """The payload of `webhook.test`."""

    webhook_id = fields.String()
    message = fields.String()


class SecretRotated(Schema):
    """The new secret, which no other answer has; the previous one signs as well until the given time."""

    id = fields.String()
    signing_secret = fields.String()
    previous_secret_expires_at = fields.Timestamp(attribute="previous_secret_until")


class DeliveryQuery(PageQuery):
    status = fields.Choice(STATUSES)
    event_type = fields.Choice(PUBLIC)
    created_after = fields.Moment()
    created_before = fields.Moment()


class DeliveriesQuery(DeliveryQuery):
    """The parameters of the list of all endpoints."""

    webhook_id = fields.Text(64, not_blank=True)


class _Outcomes(Schema):
    """Numbers of deliveries. Those that are `retrying` were attempted and come due again, those `pending` were not."""

    delivered = fields.Integer()
    retrying = fields.Integer()
    pending = fields.Integer()
    failed = fields.Integer()
    cancelled = fields.Integer()


class _HourOfOutcomes(_Outcomes):
    """Those of the events of one hour."""

    hour = fields.Timestamp()


class DeliveryStatistics(Schema):
    """How the deliveries of the last 24 hours, the present one included, have ended so far."""

    webhook_id = fields.String()
    since = fields.Timestamp()
    until = fields.Timestamp()
    totals = fields.Nested(_Outcomes)
    hours = fields.List(fields.Nested(_HourOfOutcomes))


class _Attempt(Schema):
    """`error` is null or one of dns, connect, tls, timeout, http, refused."""

    attempted_at = fields.String(metadata={"format": "date-time"})
    duration_ms = fields.Integer()
    response_status = fields.Integer(allow_none=True)
    error = fields.String(allow_none=True)


class _AttemptWithAnswer(_Attempt):
    """An attempt with the first 16 KiB of the answer."""

    response_body = fields.String(allow_none=True)


class DeliveryRow(Schema):
    """A delivery with its attempts."""

    id = fields.String()
    event_id = fields.String()
    event_type = fields.String(attribute="event.type")
    status = fields.Choice(STATUSES)
    next_attempt_at = fields.Timestamp(allow_none=True)
    delivered_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()
    attempts = fields.List(fields.Nested(_Attempt), attribute="history")


class DeliveryOfFirm(DeliveryRow):
    """A delivery in the list of all endpoints."""

    webhook_id = fields.String()
    webhook_url = fields.String(attribute="webhook.url")


class DeliveryOut(DeliveryRow):
    """A delivery with what was sent and what was answered, which are null for callers who may not read such records."""

    attempts = fields.List(fields.Nested(_AttemptWithAnswer), attribute="history")
    payload = fields.Dict(keys=fields.String(), attribute="shown_payload", allow_none=True)


class RedeliverIn(Body):
    since = fields.Moment(required=True)


class RedeliverListedIn(RedeliverIn):
    """The deliveries to attempt again: those that meet every given condition."""

    before = fields.Moment()
    webhook_id = fields.Text(64)
    event_type = fields.Choice(PUBLIC)


class Redelivered(Schema):
    redelivered = fields.Integer()
