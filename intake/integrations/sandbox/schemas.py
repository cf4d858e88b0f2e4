"""Schemas of the clock and of kept messages."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.core import fields
from intake.core.schemas import Body, PageQuery

from .states import CHANNELS, MOST_SECONDS


class TestClockIn(Body):
    """By how much the clock moves forward, or to which moment."""

    advance_seconds = fields.Integer(validate=validate.Range(1, MOST_SECONDS))
    now = fields.Moment()

    @validates_schema(skip_on_field_errors=True)
    def _one_of_them(self, data, **_):
        if len(data) != 1:
            raise ValidationError("Give either advance_seconds or now.", "advance_seconds")


class TestClockOut(Schema):
    """The clock of the sandbox."""

    now = fields.Timestamp()
    machine_now = fields.Timestamp()
    ahead_seconds = fields.Integer()
    settled = fields.Boolean()


class MessagesQuery(PageQuery):
    channel = fields.Choice(CHANNELS)
    to = fields.Text(254, attribute="recipient", metadata={"description": "Only messages to this address or number."})


class MessageOut(Schema):
    """A mail or SMS that was kept instead of sent."""

    id = fields.String()
    channel = fields.Choice(CHANNELS)
    to = fields.String(attribute="recipient")
    sender = fields.String(allow_none=True)
    reply_to = fields.String(allow_none=True)
    subject = fields.String(allow_none=True)
    text = fields.String()
    html = fields.String(allow_none=True)
    error = fields.String(allow_none=True)
    created_at = fields.Timestamp()


class MessagesDeleted(Schema):
    deleted = fields.Integer()
