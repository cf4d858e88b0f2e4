"""`/account/second-factor`: setting up an authenticator app, and doing without it (decisions.md 2)."""

import io

import segno
from flask import Blueprint, Response, redirect, url_for

from intake.accounts.sessions.cookies import SESSION
from intake.accounts.sessions.current import sign_in_required
from intake.accounts.sessions.guessing import CODE, PASSWORD, Attempt
from intake.accounts.sessions.models import RecoveryCode, SecondFactor
from intake.accounts.sessions.passwords.checking import is_password
from intake.core.errors import NotFound
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

from . import actions
from .codes import address_for_app

second_factor = Blueprint("second_factor", __name__)


@second_factor.get("")
@sign_in_required
def show(session):
    """Whether there is one, and what can be done about it."""
    return _page(session)


@second_factor.post("")
@sign_in_required
def prepare(session):
    """The user is shown what to put into the app, having given the password."""
    refusal = _refused(session)
    if refusal:
        return refusal
    actions.prepare(session.user)
    return redirect(url_for("second_factor.show"), 303)


@second_factor.get("/code.svg")
@sign_in_required
def picture(session):
    """The secret as a QR code. Raises `NotFound` unless it waits for its confirmation."""
    secret = actions.secret_of(session.user)
    if secret is None:
        raise NotFound
    drawn = io.BytesIO()
    segno.make(address_for_app(secret, session.user.email), error="m").save(
        drawn, kind="svg", omitsize=True, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@second_factor.post("/confirm")
@sign_in_required
def confirm(session):
    """The app is the second factor from now on, and the user sees the recovery codes this once."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    attempt = Attempt(CODE.on(session.user_id))
    confirmed = actions.confirm(session, typed("code"))
    if confirmed is None:
        return _page(session, 422, wrong={"code": "This code is not right. Check the clock of your device."})
    attempt.succeeded()
    codes, token = confirmed
    response = form_page("recovery_codes.html", session=session, codes=codes)
    SESSION.set(response, token)
    return response


@second_factor.post("/recovery-codes")
@sign_in_required
def renew_recovery_codes(session):
    """The user sees other recovery codes this once; those of before are good for nothing."""
    refusal = _refused(session)
    if refusal:
        return refusal
    codes = actions.renew_recovery_codes(session.user)
    return form_page("recovery_codes.html", session=session, codes=codes) if codes else _page(session)


@second_factor.post("/remove")
@sign_in_required
def remove(session):
    """The password alone lets the user in."""
    refusal = _refused(session)
    if refusal:
        return refusal
    actions.remove(session.user)
    return redirect(url_for("account.show", done="second-factor-off"), 303)


def _refused(session):
    """Why the form is not taken, as an answer; None if it is our own and bears the user's password."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    attempt = Attempt(PASSWORD.on(session.id))
    if not is_password(session.user, typed("current")):
        return _page(session, 422, wrong={"current": "This is not your password."})
    attempt.succeeded()
    return None


def _page(session, status=200, **values):
    secret = actions.secret_of(session.user)
    return form_page(
        "second_factor.html", status, session=session, secret=secret,
        address_for_app=secret and address_for_app(secret, session.user.email),
        codes_left=RecoveryCode.left(session.user), is_on=SecondFactor.in_force(session.user).exists(), **values)
