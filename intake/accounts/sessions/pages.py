"""`/`, `/login`, `/login/code` and `/logout`.

Neither the answers nor their duration disclose whether there is an account with an address.
"""

import logging
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from intake.accounts.audit.recording import record_read
from intake.accounts.permissions.roles import has_permission
from intake.accounts.users.models import User
from intake.core.cookies import clear_site_data
from intake.core.text_search import folded
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed
from intake.web.translation import preferred

from . import actions
from .cookies import PENDING_SIGN_IN_COOKIE, SESSION_COOKIE
from .current_session import begun_session, next_path
from .known_devices import known_device, remember_device
from .models import SecondFactor
from .passwords.actions import password_fingerprint, renew_hash, verify_password
from .second_factor.actions import verify_code
from .second_factor.codes import is_app_code, normalize_code
from .throttling import CODE, PASSWORD, Attempt, ThrottleKey, TooManyAttempts, network_key
from .user_lookup import user_by_email, user_by_id

signing_in = Blueprint("signing_in", __name__)

_WRONG = "The e-mail address or the password is wrong."
_NOT_ALLOWED = "This account cannot sign in at the moment. Ask an admin of your firm."
_WRONG_CODE = "This code is not right, or it was used before. Wait for the next one."
_log = logging.getLogger(__name__)


@signing_in.get("/")
def begin() -> ResponseReturnValue:
    """Redirect to the page on which this person works; without a session to the login page."""
    session = begun_session()
    if session is None:
        return _redirect_to_start()
    return redirect(url_for("review.index" if has_permission(session.user.role, "documents:write") else "account.show"),
                    303)


@signing_in.get("/login")
def show() -> ResponseReturnValue:
    """Show the form; redirect who is signed in already."""
    return redirect(next_path() or url_for("signing_in.begin"), 303) if begun_session() else _form()


@signing_in.post("/login")
def sign_in() -> ResponseReturnValue:
    """Check the password, then sign in or ask for the second factor."""
    if not csrf.is_genuine():
        return _form(400, NOT_OURS)
    email, password = typed("email", 254), typed("password")
    user = user_by_email(email)
    attempt = Attempt(network_key(request.remote_addr), _password_key(user, email))
    if not verify_password(user, password) or user is None:
        _log.info("wrong password", extra={"user_id": user and user.id})
        if user:
            _record_failure(user, "password")
        return _form(422, _WRONG)
    attempt.succeeded()
    if not user.may_sign_in or user.firm.suspended_at:
        _record_failure(user, "suspended")
        return _form(403, _NOT_ALLOWED)
    if not renew_hash(user, password):
        return _form(422, _WRONG)
    if SecondFactor.in_force(user).exists():
        response = redirect(url_for("signing_in.show_code", next=next_path()), 303)
        PENDING_SIGN_IN_COOKIE.save(response, [user.id, password_fingerprint(user)])
        return response
    return _sign_in(user) or _form(422, _WRONG)


@signing_in.get("/login/code")
def show_code() -> ResponseReturnValue:
    """Show the form for the second factor, once the password was right."""
    return _page("login_code.html") if _pending_user() else _redirect_to_start()


@signing_in.post("/login/code")
def sign_in_with_code() -> ResponseReturnValue:
    """Check the code of the app or the recovery code, then sign in."""
    user = _pending_user()
    if user is None:
        return _redirect_to_start()
    if not csrf.is_genuine():
        return _page("login_code.html", 400, notice=NOT_OURS)
    code = typed("code")
    attempt = Attempt(network_key(request.remote_addr), *_code_keys(user, code))
    if not verify_code(user, code):
        _log.info("wrong code", extra={"user_id": user.id})
        _record_failure(user, "second_factor")
        return _page("login_code.html", 422, wrong={"code": _WRONG_CODE})
    attempt.succeeded()
    return _sign_in(user, with_code=True) or _redirect_to_start()


@signing_in.get("/logout")
def ask() -> ResponseReturnValue:
    """Show the button that signs out."""
    return _page("logout.html") if begun_session() else _redirect_to_start()


@signing_in.post("/logout")
def sign_out() -> ResponseReturnValue:
    """End the session of this browser, which keeps nothing of it, not even what was typed and not sent."""
    if not csrf.is_genuine():
        return _page("logout.html", 400, notice=NOT_OURS)
    if session := begun_session():
        actions.end(session)
    response = _page("logged_out.html")
    SESSION_COOKIE.delete(response)
    clear_site_data(response)
    return response


@signing_in.app_errorhandler(TooManyAttempts)
def wait(error: TooManyAttempts) -> ResponseReturnValue:
    """Show how long to wait, and nothing else."""
    response = form_page("too_many_attempts.html", error.status, minutes=-(-error.seconds // 60))
    response.headers.update(error.headers)
    return response


def _password_key(user: User | None, email: str) -> ThrottleKey:
    """Return the account's throttle key, or that of a browser where the user signed in before."""
    device = known_device(user) if user else None
    return PASSWORD.key(f"{user.id} {device}" if user and device else folded(email))


def _code_keys(user: User, code: str) -> list[ThrottleKey]:
    """Return the second factor's throttle key, or that of a browser where the user proved it before.

    There is none for a recovery code: it cannot be guessed, so it is a way in that others cannot use up.
    """
    if not is_app_code(normalize_code(code)):
        return []
    device = known_device(user, with_code=True)
    return [CODE.key(f"{user.id} {device}" if device else user.id)]


def _pending_user() -> User | None:
    """Return the user whose password was right at this browser a moment ago and is unchanged, else None."""
    user_id, fingerprint = PENDING_SIGN_IN_COOKIE.load() or (None, None)
    user = user_by_id(user_id) if user_id else None
    if user is None or not user.may_sign_in or user.firm.suspended_at or password_fingerprint(user) != fingerprint:
        return None
    return user


def _sign_in(user: User, with_code: bool = False) -> AnyResponse | None:
    """Begin a session and return the answer with its cookie; None if the password has changed meanwhile."""
    token = actions.begin(user, request.headers.get("User-Agent", ""), request.remote_addr, begun_session(),
                          preferred())
    if token is None:
        return None
    _log.info("signed in", extra={"user_id": user.id})
    # Not a redirect to `destination`: the consent page redirects to other sites, and browsers apply the policy
    # `form-action 'self'` to all redirects that follow a form.
    response: AnyResponse = redirect(url_for("signing_in.begin"), 303)
    if destination := next_path():
        response = form_page("signed_in.html", destination=destination)
    SESSION_COOKIE.set(response, token)
    remember_device(response, user, with_code)
    PENDING_SIGN_IN_COOKIE.delete(response)
    return response


def _record_failure(user: User, reason: str) -> None:
    """Record a failed sign-in. It is inserted later, so that its duration does not disclose that the user exists."""
    record_read("session.failed", user, reason=reason)


def _redirect_to_start() -> AnyResponse:
    return redirect(url_for("signing_in.show", next=next_path()), 303)


def _form(status: int = 200, notice: str | None = None) -> Response:
    return _page("login.html", status, notice=notice, email=typed("email", 254))


def _page(template: str, status: int = 200, **values: Any) -> Response:
    return form_page(template, status, next=next_path(), **values)
