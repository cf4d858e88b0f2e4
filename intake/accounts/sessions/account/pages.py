"""`/account`: the signed-in user's name, password and sessions."""

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from intake.accounts.sessions import actions
from intake.accounts.sessions.cookies import SESSION_COOKIE
from intake.accounts.sessions.current_session import login_required, next_path
from intake.accounts.sessions.models import SecondFactor, Session
from intake.accounts.sessions.passwords.actions import change, verify_current_password
from intake.accounts.users.actions import rename
from intake.accounts.users.name_rules import name_errors
from intake.accounts.users.password_rules import MIN_LENGTH, password_errors
from intake.core.languages import LANGUAGES
from intake.web import csrf
from intake.web.formatting import format_moment
from intake.web.forms import NOT_OURS, form_page, typed
from intake.web.translation import remember_language

account = Blueprint("account", __name__)

_MAX_LISTED = 100
"""The maximum number of sessions in the list; the page says that the others can be ended as well."""

_DONE = {
    "name": "Saved.",
    "password": "Your password is changed.",
    "ended": "That browser is signed out.",
    "others-ended": "You are signed out everywhere else.",
    "digest": "Saved.",
    "second-factor-off": "Signing in takes your password alone from now on.",
}
"""Values of the parameter `done`, and the notice that the page shows for each."""


@account.get("")
@login_required
def show(session: Session) -> ResponseReturnValue:
    """Show the account."""
    return _page(session, done=_DONE.get(request.args.get("done", "")))


@account.post("/name")
@login_required
def change_name(session: Session) -> ResponseReturnValue:
    """Change what the user is called."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    names = {name: typed(name, 100).strip() for name in ("first_name", "last_name")}
    wrong = name_errors(**names)
    if wrong:
        return _page(session, 422, wrong=wrong, names=names)
    rename(session.user, **names)
    return _done("name")


@account.post("/password")
@login_required
def change_password(session: Session) -> ResponseReturnValue:
    """Change the password; end other sessions and the access of applications if that is ticked."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    ends = {name: name in request.form for name in ("end_sessions", "end_applications")}
    wrong = {}
    if not verify_current_password(session, typed("current")):
        wrong["current"] = "This is not your password."
    wrong |= password_errors(typed("password"), typed("repeated"), *session.user.names, *session.firm.names)
    if wrong:
        return _page(session, 422, wrong=wrong, **ends)
    response = _done("password")
    SESSION_COOKIE.set(response, change(session, typed("password"), **ends))
    return response


@account.post("/language")
@login_required
def choose_language(session: Session) -> ResponseReturnValue:
    """Show pages in this language in this browser from now on, and lead back to where it was chosen."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    response = redirect(next_path() or url_for("account.show"), 303)
    language = typed("language", 8)
    return remember_language(response, language) if language in LANGUAGES else response


@account.post("/sessions/<session_id>/end")
@login_required
def end_session(session: Session, session_id: str) -> ResponseReturnValue:
    """End one of the user's sessions."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    actions.end_by_id(session, session_id)
    return _done("ended")


@account.post("/sessions/end-others")
@login_required
def end_other_sessions(session: Session) -> ResponseReturnValue:
    """End all of the user's sessions but this one."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    actions.end_others(session)
    return _done("others-ended")


def _page(session: Session, status: int = 200, **values: Any) -> Response:
    current_first = sorted(Session.of_user(session.user).limit(_MAX_LISTED + 1), key=lambda each: each.id != session.id)
    return form_page(
        "account.html", status, session=session, sessions=current_first, most_sessions=_MAX_LISTED,
        format_moment=format_moment, password_length=MIN_LENGTH,
        has_second_factor=SecondFactor.in_force(session.user).exists(), **{"end_sessions": True} | values)


def _done(what: str) -> AnyResponse:
    return redirect(url_for("account.show", done=what), 303)
