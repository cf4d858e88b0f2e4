"""`/api/v1/firms/users` and `/api/v1/firms/invitations` (docs/behaviour.md, "The firm")."""

from typing import Any

from flask import Blueprint

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import requires
from intake.accounts.access.models import ApiKey
from intake.accounts.sessions.people import list_people
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, Page

from . import actions
from .errors import UserAlreadyExists, UserLimitReached
from .models import Invitation, User
from .schemas import InvitationIn, InvitationOut, UserChanged, UserPatch, UserQuery, UserRow

users = Blueprint("users", __name__)


@users.post("/users")
@requires("firms:write")
@accepts(InvitationIn)
@returns(InvitationOut, status=201)
@raises(UserAlreadyExists, UserLimitReached)
def invite(caller: Caller, body: dict[str, Any]) -> Invitation:
    """Invite somebody to the firm; they get an e-mail with a link."""
    return actions.invite(caller, **body)


@users.get("/users")
@requires("firms:read", permission="colleagues")
@queries(UserQuery)
@returns_page(UserRow)
def index(caller: Caller, query: dict[str, Any]) -> Page:
    """List the firm's people, including pending invitations."""
    return list_people(caller, query)


@users.patch("/users/<user_id>")
@requires("firms:write")
@accepts(UserPatch)
@returns(UserChanged)
@raises(InvalidStatusTransition)
def update(caller: Caller, user_id: str, body: dict[str, Any]) -> User:
    """Change somebody's role, or suspend or reinstate them; the last active admin stays.

    The API keys that they made stay valid; the answer lists them.
    """
    user = actions.change(caller, user_id, **body)
    user.api_keys = list(ApiKey.made_by(user))
    return user


@users.delete("/invitations/<invitation_id>")
@requires("firms:write")
@returns(Deleted)
def withdraw(caller: Caller, invitation_id: str) -> dict[str, str]:
    """Withdraw a pending invitation; its link no longer works."""
    actions.withdraw(caller, invitation_id)
    return {"id": invitation_id}


@users.post("/invitations/<invitation_id>/resend")
@requires("firms:write")
@returns(InvitationOut)
def resend(caller: Caller, invitation_id: str) -> Invitation:
    """Send a pending invitation again; the new link is valid for seven days, and the old one no longer works."""
    return actions.resend(caller, invitation_id)
