"""Schemas of communications."""

from marshmallow import Schema, ValidationError, validates_schema

from intake.cases.matters.schemas import MatterPartQuery, WithMatter
from intake.core import fields
from intake.core.schemas import Body, PageQuery

from .states import CHANNELS, DIRECTIONS, EMAIL_LENGTH, SMS, SMS_LENGTH, STATUSES, SUBJECT_LENGTH


class CommunicationIn(Body):
    READ_ONLY = ("id", "direction", "to", "sender", "from_other_address", "status", "error", "sent_at")

    channel = fields.Choice(CHANNELS, required=True)
    message = fields.Text(EMAIL_LENGTH, required=True)
    subject = fields.Text(SUBJECT_LENGTH, allow_none=True)
    send_at = fields.Moment(allow_none=True)

    @validates_schema(skip_on_field_errors=True)
    def _fits_an_sms(self, data, **_):
        if data["channel"] != SMS:
            return
        if data.get("subject"):
            raise ValidationError("An SMS has no subject.", "subject")
        if len(data["message"].encode("utf-16-le")) // 2 > SMS_LENGTH:
            raise ValidationError(f"An SMS has at most {SMS_LENGTH:,} characters; most emoji count as two.", "message")


class CommunicationQuery(PageQuery):
    channel = fields.Choice(CHANNELS)
    direction = fields.Choice(DIRECTIONS)


class CommunicationsQuery(MatterPartQuery):
    channel = fields.Choice(CHANNELS)
    direction = fields.Choice(DIRECTIONS)
    status = fields.Choice(STATUSES)
    unread = fields.QueryFlag()
    sort = fields.Choice(("created_at",), load_default="created_at")
    order = fields.Choice(("asc", "desc"), load_default="desc")


class CommunicationOut(Schema):
    id = fields.String()
    channel = fields.Choice(CHANNELS)
    direction = fields.Choice(DIRECTIONS)
    to = fields.String()
    sender = fields.String(allow_none=True)
    from_other_address = fields.Boolean()
    subject = fields.String(allow_none=True)
    message = fields.String()
    status = fields.Choice(STATUSES)
    error = fields.String(allow_none=True)
    send_at = fields.Timestamp(allow_none=True)
    sent_at = fields.Timestamp(allow_none=True)


class MarkedRead(Schema):
    marked = fields.Integer()


class CommunicationRow(CommunicationOut, WithMatter):
    """A message in the list of all matters."""
