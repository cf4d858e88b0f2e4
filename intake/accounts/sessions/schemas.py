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


class SessionRow(SessionOut):
    """A browser in which somebody of the firm is signed in, and who that is."""

    user_id = fields.String()
    email = fields.String(attribute="user.email")


class SignedOut(Schema):
    """The person whose sessions were ended, and the number of sessions."""

    id = fields.String()
    sessions_ended = fields.Integer()
