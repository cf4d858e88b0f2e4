"""Schemas of review reasons."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.schemas import Body, Patch

from .states import TEXT_LENGTH

ReasonTextIn = type("ReasonTextIn", (Body,), {
    "__doc__": "The text by language; clients read English where theirs is missing.", "__module__": __name__} | {
    code: fields.Text(TEXT_LENGTH, required=code == ENGLISH, allow_none=code != ENGLISH) for code in LANGUAGES})


class ReasonIn(Body):
    READ_ONLY = ("id",)

    text = fields.Nested(ReasonTextIn, required=True)
    position = fields.Integer(validate=validate.Range(0, 1_000_000))


class ReasonPatch(Patch, ReasonIn):
    pass


ReasonText = type("ReasonText", (Schema,), {"__module__": __name__} | {
    code: fields.String(allow_none=code != ENGLISH) for code in LANGUAGES})


class ReasonGiven(Schema):
    """A reason as it was when a file was rejected for it; one that is not of the firm's list has no id."""

    id = fields.String(allow_none=True)
    text = fields.Nested(ReasonText)


class ReasonOut(ReasonGiven):
    """A reason for rejecting files."""

    id = fields.String()
    position = fields.Integer()
