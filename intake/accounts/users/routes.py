"""`/api/v1/firms/users` and `/api/v1/firms/invitations` (interface, "Firm"; decisions.md 6)."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted

from . import actions
from .errors import UserAlreadyExists, UserLimitReached
from .models import people
from .schemas import InvitationIn, InvitationOut, UserOut, UserPatch, UserQuery, UserRow

users = Blueprint("users", __name__)


@users.post("/users")
@requires("firms:write")
@accepts(InvitationIn)
@returns(InvitationOut, status=201)
@raises(UserAlreadyExists, UserLimitReached)
def invite(caller, body):
    """Invite somebody to the firm; a mail with a link is on its way."""
    return actions.invite(caller, **body)


@users.get("/users")
@requires("firms:read", permission="colleagues")
@queries(UserQuery)
@returns_page(UserRow)
def index(caller, query):
    """List the firm's people; pending invitations stand among them."""
    return people(caller, query)


@users.patch("/users/<user_id>")
@requires("firms:write")
@accepts(UserPatch)
@returns(UserOut)
@raises(InvalidStatusTransition)
def update(caller, user_id, body):
    """Change somebody's role, or suspend or reinstate them; the last active admin stays."""
    return actions.change(caller, user_id, **body)


@users.delete("/invitations/<invitation_id>")
@requires("firms:write")
@returns(Deleted)
def withdraw(caller, invitation_id):
    """Withdraw a pending invitation; its link opens nothing any more."""
    actions.withdraw(caller, invitation_id)
    return {"id": invitation_id}


@users.post("/invitations/<invitation_id>/resend")
@requires("firms:write")
@returns(InvitationOut)
def resend(caller, invitation_id):
    """Send a pending invitation again; its new link is good for seven days, the old one opens nothing any more."""
    return actions.resend(caller, invitation_id)
