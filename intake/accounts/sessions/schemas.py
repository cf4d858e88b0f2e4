"""The shapes of sessions."""

from marshmallow import Schema

from intake.core import fields


class SessionOut(Schema):
    """A browser in which somebody is signed in."""

    id = fields.String()
    device = fields.String(attribute="user_agent")
    address = fields.String()
    created_at = fields.Timestamp()
    seen_at = fields.Timestamp()
    expires_at = fields.Timestamp()


class SignedOut(Schema):
    """Of whom every session was ended, and how many there were."""

    id = fields.String()
    sessions_ended = fields.Integer()
