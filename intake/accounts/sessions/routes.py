"""`/api/v1/firms/sessions` and `/api/v1/firms/users/:id/sessions` (docs/behaviour.md, "People and invitations")."""

from typing import Any

from flask import Blueprint

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import allowed_unpaid, requires
from intake.accounts.users.models import User
from intake.core.http import queries, returns, returns_page
from intake.core.schemas import Deleted, Page, PageQuery

from . import actions
from .models import Session
from .schemas import SessionOut, SessionRow, SignedOut

sessions = Blueprint("sessions", __name__)
firm_sessions = Blueprint("firm_sessions", __name__)


@firm_sessions.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(SessionRow)
def review(caller: Caller, query: dict[str, Any]) -> Page:
    """List the browsers in which people of the firm are signed in, the one used last first."""
    return Page.of(Session.of_firm(caller), query)


@firm_sessions.delete("/<session_id>")
@requires("firms:write")
@allowed_unpaid
@returns(Deleted)
def end(caller: Caller, session_id: str) -> dict[str, str]:
    """Sign a person of the firm out of one browser."""
    actions.end_in_firm(caller, session_id)
    return {"id": session_id}


@sessions.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(SessionOut)
def index(caller: Caller, user_id: str, query: dict[str, Any]) -> Page:
    """List the browsers in which a person of the firm is signed in, the one used last first."""
    return Page.of(Session.of_user(User.fetch(caller, user_id)), query)


@sessions.delete("")
@requires("firms:write")
@allowed_unpaid
@returns(SignedOut)
def end_all(caller: Caller, user_id: str) -> dict[str, Any]:
    """Sign a person of the firm out of every browser, and end the access of applications in their name."""
    return {"id": user_id, "sessions_ended": actions.end_all(caller, user_id)}
