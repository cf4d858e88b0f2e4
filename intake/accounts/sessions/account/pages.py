"""`/account`: who one is here, where one is signed in, and with what (decisions.md 2)."""

from flask import Blueprint, redirect, request, url_for

from intake.accounts.sessions import actions
from intake.accounts.sessions.cookies import SESSION
from intake.accounts.sessions.current import sign_in_required
from intake.accounts.sessions.guessing import PASSWORD, Attempt
from intake.accounts.sessions.models import SecondFactor, Session
from intake.accounts.sessions.passwords.actions import change
from intake.accounts.sessions.passwords.checking import is_password
from intake.accounts.users.joining import PASSWORD_LENGTH, wrong_passwords
from intake.core.local_time import to_local
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

account = Blueprint("account", __name__)

_SHOWN = 100
"""How many sessions are listed at most; all others can be ended all the same."""

_DONE = {
    "password": "Your password is changed, and you are signed out everywhere else.",
    "ended": "That browser is signed out.",
    "others-ended": "You are signed out everywhere else.",
    "second-factor-off": "Signing in takes your password alone from now on.",
}
"""What the address may say was done, and how the page says it."""


@account.get("")
@sign_in_required
def show(session):
    """The account."""
    return _page(session, done=_DONE.get(request.args.get("done")))


@account.post("/password")
@sign_in_required
def change_password(session):
    """The user has another password and is signed in here only, unless something on the form is wrong."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    attempt = Attempt(PASSWORD.on(session.id))
    wrong = {}
    if is_password(session.user, typed("current")):
        attempt.succeeded()
    else:
        wrong["current"] = "This is not your password."
    wrong |= wrong_passwords(typed("password"), typed("repeated"), session.user.email)
    if wrong:
        return _page(session, 422, wrong=wrong)
    response = _done("password")
    SESSION.set(response, change(session, typed("password")))
    return response


@account.post("/sessions/<session_id>/end")
@sign_in_required
def end_session(session, session_id):
    """The user is signed out at one of their browsers."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    actions.end_one(session, session_id)
    return _done("ended")


@account.post("/sessions/end-others")
@sign_in_required
def end_other_sessions(session):
    """The user is signed in at this browser only."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    actions.end_others(session)
    return _done("others-ended")


def _page(session, status=200, **values):
    this_one_first = sorted(Session.of_user(session.user).limit(_SHOWN), key=lambda each: each.id != session.id)
    return form_page(
        "account.html", status, session=session, sessions=this_one_first, local=to_local,
        password_length=PASSWORD_LENGTH, has_second_factor=SecondFactor.in_force(session.user).exists(), **values)


def _done(what):
    return redirect(url_for("account.show", done=what), 303)
