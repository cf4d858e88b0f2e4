"""Schemas of closing a firm."""

from marshmallow import Schema

from intake.core import fields
from intake.core.schemas import Body


class ClosingIn(Body):
    READ_ONLY = ("leaving", "since", "erase_at", "export_id")

    name = fields.Text(255, required=True)


class ClosingOut(Schema):
    """Whether the firm is being closed, since when, and when it is erased."""

    leaving = fields.Boolean()
    since = fields.Timestamp(attribute="created_at", allow_none=True)
    erase_at = fields.Timestamp(allow_none=True)
    export_id = fields.String(allow_none=True)
