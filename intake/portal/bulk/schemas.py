"""Schemas of actions on many matters."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.core import fields
from intake.core.schemas import Body

from .states import ACTIONS, ASSIGN, MOST, MOST_LINKS, SEND_LINK


class BulkIn(Body):
    ids = fields.List(fields.Identifier(), required=True, validate=validate.Length(1, MOST))
    action = fields.Choice(ACTIONS, required=True)
    assigned_attorney = fields.Text(64, allow_none=True)

    @validates_schema(skip_on_field_errors=True)
    def _names_an_attorney_to_assign(self, data, **_):
        if ("assigned_attorney" in data) != (data["action"] == ASSIGN):
            raise ValidationError("Is needed to assign, and for no other action.", "assigned_attorney")

    @validates_schema(skip_on_field_errors=True)
    def _has_few_links_to_send(self, data, **_):
        if data["action"] == SEND_LINK and len(data["ids"]) > MOST_LINKS:
            raise ValidationError(f"At most {MOST_LINKS} links are sent at once.", "ids")


class BulkProblem(Schema):
    """Why nothing was done about one of them."""

    code = fields.String()
    message = fields.String()


class BulkOutcome(Schema):
    """The outcome for one of them; `error` is present if nothing was done."""

    id = fields.String()
    ok = fields.Boolean()
    error = fields.NestedOrAbsent(BulkProblem)
