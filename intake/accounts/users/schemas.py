"""The shapes of users and invitations."""

from typing import Any

from marshmallow import Schema, post_dump

from intake.core import fields
from intake.core.languages import LANGUAGES
from intake.core.schemas import Body, PageQuery, Patch

from .states import PENDING, ROLES, STATUSES


class InvitationIn(Body):
    READ_ONLY = ("id", "status", "invite_sent_at", "expires_at")

    email = fields.EmailAddress(required=True)
    first_name = fields.Text(100, allow_none=True)
    last_name = fields.Text(100, allow_none=True)
    role = fields.Choice(ROLES, required=True)
    language = fields.Choice(tuple(LANGUAGES))


class _Person(Schema):
    id = fields.String()
    email = fields.String()
    first_name = fields.String(allow_none=True)
    last_name = fields.String(allow_none=True)
    role = fields.Choice(ROLES)


class InvitationOut(_Person):
    status = fields.Choice((PENDING,))
    invite_sent_at = fields.Timestamp()
    expires_at = fields.Timestamp()


class UserPatch(Patch):
    READ_ONLY = ("id", "email", "first_name", "last_name", "last_sign_in", "last_seen", "second_factor", "created_at",
                 "api_keys")

    role = fields.Choice(ROLES)
    status = fields.Choice(STATUSES)


class UserQuery(PageQuery):
    status = fields.Choice(STATUSES)
    role = fields.Choice(ROLES)


class UserOut(_Person):
    """A member of the firm."""

    status = fields.Choice(STATUSES)
    last_sign_in = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


class ApiKeyOfUser(Schema):
    id = fields.String()
    name = fields.String()


class UserChanged(UserOut):
    """A member of the firm; `api_keys` are the valid keys that they made, which a suspension does not end."""

    api_keys = fields.List(fields.Nested(ApiKeyOfUser))


class UserRow(UserOut):
    """A member of the firm, or a pending invitation, whose `id` begins with `inv_` and which also has its times."""

    last_seen = fields.Timestamp(allow_none=True)
    second_factor = fields.Boolean()
    invite_sent_at = fields.Timestamp()
    expires_at = fields.Timestamp()

    @post_dump
    def _times_of_invitations_only(self, shown: dict[str, Any], **_: Any) -> dict[str, Any]:
        if shown["expires_at"] is None:
            del shown["invite_sent_at"], shown["expires_at"]
        return shown
