"""Schemas of conversions."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.clients.schemas import ClientCreated
from intake.cases.matters.schemas import MatterOut
from intake.core import fields
from intake.core.schemas import Body
from intake.engagement.letters.schemas import LetterRow, ValuesIn
from intake.messaging.communications.states import CHANNELS
from intake.portal.links.schemas import IntakeLinkOut
from intake.portal.links.states import LIFETIME_DAYS, LONGEST_LIFETIME_DAYS


class ConversionIn(Body):
    """What is left out is taken from the lead."""

    client_id = fields.Text(64, allow_none=True)
    new_client = fields.Flag()
    title = fields.Text(255, allow_none=True)
    practice_area = fields.Choice(PRACTICE_AREAS)
    intake_template_id = fields.Text(64, allow_none=True)
    assigned_attorney = fields.Text(64, allow_none=True)
    channels = fields.List(fields.Choice(CHANNELS), validate=validate.Length(max=len(CHANNELS)))
    expires_in_days = fields.Integer(load_default=LIFETIME_DAYS, validate=validate.Range(1, LONGEST_LIFETIME_DAYS))

    letter_template_id = fields.Text(40, not_blank=True)
    letter_values = fields.Nested(ValuesIn)
    send_letter = fields.Flag(load_default=True)

    @validates_schema
    def _one_client(self, data, **_):
        if data.get("client_id") and data.get("new_client"):
            raise ValidationError("May not be given together with client_id.", "new_client")


class ConversionOut(Schema):
    """`link` is null if the link has been revoked since, `letter` if there is none. Without `clients:read`, the client
    has only the fields that a matter shows.
    """

    client = fields.Nested(ClientCreated)
    matter = fields.Nested(MatterOut)
    link = fields.Nested(IntakeLinkOut, allow_none=True)
    letter = fields.Nested(LetterRow, allow_none=True)
