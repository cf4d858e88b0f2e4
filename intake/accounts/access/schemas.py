"""The shapes of an API key."""

from datetime import datetime, timedelta

from marshmallow import Schema, ValidationError, validate

from intake.accounts.permissions.scopes import SCOPES
from intake.core import fields
from intake.core.clock import now
from intake.core.schemas import Body

_LONGEST_LIFE = timedelta(days=36500)


def check_expiry(moment: datetime) -> None:
    """Raise `ValidationError` unless a key may end at the moment."""
    if not now() < moment <= now() + _LONGEST_LIFE:
        raise ValidationError("Must be in the future, within a hundred years.")


class ApiKeyIn(Body):
    READ_ONLY = ("id", "public_part", "api_key", "last_used_at", "revoked_at", "created_at")

    name = fields.Text(100, required=True)
    scopes = fields.List(fields.Choice(tuple(SCOPES)), required=True, validate=validate.Length(min=1, max=50))
    expires_at = fields.Moment(allow_none=True, validate=check_expiry, metadata={
        "description": "When the key ends; null or left out if it does not."})


class ApiKeyRow(Schema):
    """A key without its secret; `public_part`, the middle of its text, distinguishes it from others."""

    id = fields.String()
    name = fields.String()
    public_part = fields.String()
    scopes = fields.List(fields.String())
    expires_at = fields.Timestamp(allow_none=True)
    last_used_at = fields.Timestamp(allow_none=True)
    revoked_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


class ApiKeyCreated(ApiKeyRow):
    """A key with its whole text, which no other answer has."""

    api_key = fields.String()
