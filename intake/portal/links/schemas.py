"""The shapes of an intake link."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import Body, Patch
from intake.messaging.communications.states import CHANNELS

from .states import LIFETIME_DAYS, LONGEST_LIFETIME_DAYS


class IntakeLinkIn(Body):
    """`channels` are those by which the link is sent. Without the field, it is sent by every channel that reaches the
    client; with an empty list, it is only made. With `replace` false, a link that is open stays, for at least
    `expires_in_days`, and is sent again.
    """

    READ_ONLY = ("id", "url", "expires_at", "sent", "sent_at", "opened_at", "completed_at", "created_at")

    channels = fields.List(fields.Choice(CHANNELS), validate=validate.Length(max=len(CHANNELS)))
    expires_in_days = fields.Integer(load_default=LIFETIME_DAYS, validate=validate.Range(1, LONGEST_LIFETIME_DAYS))
    replace = fields.Flag(load_default=True)


class IntakeLinkPatch(Patch):
    READ_ONLY = IntakeLinkIn.READ_ONLY

    expires_in_days = fields.Integer(validate=validate.Range(1, LONGEST_LIFETIME_DAYS))


class IntakeLinkOut(Schema):
    """`url` is null for callers without `documents:read`; `sent` has the channels by which the link went to the client.
    """

    id = fields.String()
    url = fields.String(allow_none=True, attribute="shown_url")
    expires_at = fields.Timestamp()
    sent = fields.List(fields.Choice(CHANNELS), attribute="sent_by")
    sent_at = fields.Timestamp(allow_none=True)
    opened_at = fields.Timestamp(allow_none=True)
    completed_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


class _MatterNamed(Schema):
    id = fields.String()
    title = fields.String()


class _ClientNamed(Schema):
    id = fields.String()
    first_name = fields.String()
    last_name = fields.String()


class _LinkNamed(Schema):
    id = fields.String()
    expires_at = fields.Timestamp()


class IntakeEvent(Schema):
    """The payload of `intake.*` events."""

    matter = fields.Nested(_MatterNamed)
    client = fields.Nested(_ClientNamed)
    link = fields.Nested(_LinkNamed)
