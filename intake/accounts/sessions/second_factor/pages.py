"""`/account/second-factor`: set up and remove an authenticator app."""

import io
from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from flask import Blueprint, Response, redirect, url_for
from flask.typing import ResponseReturnValue

from intake.accounts.sessions.cookies import SESSION_COOKIE
from intake.accounts.sessions.current_session import begun_login_required, next_path
from intake.accounts.sessions.known_devices import remember_device
from intake.accounts.sessions.models import RecoveryCode, SecondFactor, Session
from intake.accounts.sessions.passwords.actions import verify_current_password
from intake.accounts.sessions.throttling import CODE, Attempt
from intake.core.clock import iso, now
from intake.core.errors import NotFound
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed
from intake.web.rendering import FORM_WITH_SCRIPT

from . import actions
from .codes import provisioning_uri

second_factor = Blueprint("second_factor", __name__)

_CONFIRMED_ALREADY = "The second factor is on already. If you have not kept the recovery codes, make new ones here."
_RENEWED_ALREADY = "New recovery codes were made since this page was opened. If you do not have them, make others."


def _password_required(view: Callable[[Session], Any]) -> Callable[[Session], Any]:
    """Call the view only for a genuine form that has the user's password; show the page with the error otherwise."""

    @wraps(view)
    def confirmed(session: Session) -> Any:
        if not csrf.is_genuine():
            return _page(session, 400, notice=NOT_OURS)
        if not verify_current_password(session, typed("current")):
            return _page(session, 422, wrong={"current": "This is not your password."})
        return view(session)

    return confirmed


@second_factor.get("")
@begun_login_required
def show(session: Session) -> ResponseReturnValue:
    """Show whether there is a second factor, and the forms to change that."""
    return _page(session)


@second_factor.post("")
@begun_login_required
@_password_required
def prepare(session: Session) -> ResponseReturnValue:
    """Generate the secret for the app, after checking the password."""
    actions.prepare(session.user)
    return redirect(url_for("second_factor.show", next=next_path()), 303)


@second_factor.get("/code.svg")
@begun_login_required
def picture(session: Session) -> ResponseReturnValue:
    """Return the secret as a QR code. Raises `NotFound` unless it awaits confirmation."""
    secret = actions.unconfirmed_secret(session.user)
    if secret is None:
        raise NotFound
    drawn = io.BytesIO()
    segno.make(provisioning_uri(secret, session.user.email), error="m").save(
        drawn, kind="svg", omitsize=True, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@second_factor.post("/confirm")
@begun_login_required
def confirm(session: Session) -> ResponseReturnValue:
    """Put the second factor in force and show the recovery codes once."""
    if not csrf.is_genuine():
        return _page(session, 400, notice=NOT_OURS)
    attempt = Attempt(CODE.key(session.id))
    confirmed = actions.confirm(session, typed("code"))
    if confirmed is None and SecondFactor.in_force(session.user).exists():
        return _page(session, 422, notice=_CONFIRMED_ALREADY)
    if confirmed is None:
        return _page(session, 422, wrong={"code": "This code is not right. Check the clock of your device."})
    attempt.succeeded()
    codes, token = confirmed
    response = _codes_page(session, codes)
    SESSION_COOKIE.set(response, token)
    remember_device(response, session.user, with_code=True)
    return response


@second_factor.post("/recovery-codes")
@begun_login_required
@_password_required
def renew_recovery_codes(session: Session) -> ResponseReturnValue:
    """Replace the recovery codes and show the new ones once, unless that happened since the page was shown."""
    codes = actions.renew_recovery_codes(session.user, typed("shown_at", 40))
    if codes is None and SecondFactor.in_force(session.user).exists():
        return _page(session, 422, notice=_RENEWED_ALREADY)
    return _codes_page(session, codes) if codes else _page(session)


@second_factor.post("/remove")
@begun_login_required
@_password_required
def remove(session: Session) -> ResponseReturnValue:
    """Remove the second factor."""
    actions.remove(session.user)
    return redirect(url_for("account.show", done="second-factor-off"), 303)


def _codes_page(session: Session, codes: list[str]) -> Response:
    return form_page("recovery_codes.html", session=session, codes=codes, next=next_path())


def _page(session: Session, status: int = 200, **values: Any) -> Response:
    secret = actions.unconfirmed_secret(session.user)
    return form_page(
        "second_factor.html", status, FORM_WITH_SCRIPT, session=session, secret=secret, next=next_path(),
        shown_at=iso(now()), address_for_app=secret and provisioning_uri(secret, session.user.email),
        codes_left=RecoveryCode.count_left(session.user), is_on=SecondFactor.in_force(session.user).exists(), **values)
