"""Schemas of review reasons."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.core import fields
from intake.core.schemas import Body, Patch

from .states import TEXT_LENGTH


class ReasonTextIn(Body):
    """The text by language; clients read English where theirs is missing."""

    en = fields.Text(TEXT_LENGTH, required=True)
    es = fields.Text(TEXT_LENGTH, allow_none=True)

    @validates_schema(skip_on_field_errors=True)
    def _has_english(self, data, **_):  # in a PATCH, too, where no field is required
        if "en" not in data:
            raise ValidationError("Missing data for required field.", "en")


class ReasonIn(Body):
    READ_ONLY = ("id",)

    text = fields.Nested(ReasonTextIn, required=True)
    position = fields.Integer(validate=validate.Range(0, 1_000_000))


class ReasonPatch(Patch, ReasonIn):
    pass


class ReasonText(Schema):
    en = fields.String()
    es = fields.String(allow_none=True)


class ReasonGiven(Schema):
    """A reason as it was when a file was rejected for it; one that is not of the firm's list has no id."""

    id = fields.String(allow_none=True)
    text = fields.Nested(ReasonText)


class ReasonOut(ReasonGiven):
    """A reason for rejecting files."""

    id = fields.String()
    position = fields.Integer()
