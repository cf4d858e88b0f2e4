"""`/`, `/login`, `/login/code` and `/logout` (decisions.md 2).

What is answered, and after what time, is the same whether there is an account with the address or not.
"""

import logging

from flask import Blueprint, redirect, request, url_for

from intake.core.crypto import random_token
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

from . import accounts, actions
from .cookies import AWAITED, KNOWN, SESSION
from .current import signed_in
from .destinations import own_path
from .errors import TooManyAttempts
from .guessing import CODE, PASSWORD, Attempt, from_address
from .models import SecondFactor
from .passwords.checking import fingerprint, is_password
from .second_factor.actions import accept
from .states import TOKEN_LENGTH

signing_in = Blueprint("signing_in", __name__, template_folder="templates")

_WRONG = "This e-mail address and password do not go together."
_NOT_ALLOWED = "This account may not sign in at the moment. Ask an admin of your firm."
_WRONG_CODE = "This code is not right, or it was used before. Wait for the next one."
_log = logging.getLogger(__name__)


@signing_in.get("/")
def begin():
    """Off to the account, which asks who is not signed in to do so first."""
    return redirect(url_for("account.show"), 303)


@signing_in.get("/login")
def show():
    """The form; whoever is signed in already is led on."""
    return redirect(_destination() or url_for("account.show"), 303) if signed_in() else _form()


@signing_in.post("/login")
def sign_in():
    """The person is signed in, or has to show the second factor, unless something on the form is wrong."""
    if not csrf.is_genuine():
        return _form(400, NOT_OURS)
    email, password = typed("email", 254), typed("password")
    user = accounts.with_email(email)
    attempt = Attempt(from_address(request.remote_addr), _counted_for(user, email))
    if not is_password(user, password):
        _log.info("wrong password", extra={"user_id": user and user.id})
        return _form(422, _WRONG)
    attempt.succeeded()
    if not user.may_sign_in or user.firm.suspended_at:
        return _form(403, _NOT_ALLOWED)
    if SecondFactor.in_force(user).exists():
        response = redirect(url_for("signing_in.show_code", next=_destination()), 303)
        AWAITED.say(response, [user.id, fingerprint(user)])
        return response
    return _let_in(user) or _form(422, _WRONG)


@signing_in.get("/login/code")
def show_code():
    """The form for the second factor, once the password was right."""
    return _code_form() if _awaited() else _from_the_beginning()


@signing_in.post("/login/code")
def sign_in_with_code():
    """The person is signed in, if the code is one of the app, or a recovery code."""
    user = _awaited()
    if user is None:
        return _from_the_beginning()
    if not csrf.is_genuine():
        return _code_form(400, notice=NOT_OURS)
    attempt = Attempt(from_address(request.remote_addr), CODE.on(user.id))
    if not accept(user, typed("code")):
        _log.info("wrong code", extra={"user_id": user.id})
        return _code_form(422, wrong={"code": _WRONG_CODE})
    attempt.succeeded()
    return _let_in(user) or _from_the_beginning()


@signing_in.get("/logout")
def ask():
    """The button that signs out, for whoever wants to come back as somebody else."""
    return _sign_out_form() if signed_in() else _from_the_beginning()


@signing_in.post("/logout")
def sign_out():
    """Nobody is signed in at this browser any more."""
    if not csrf.is_genuine():
        return _sign_out_form(400, notice=NOT_OURS)
    if session := signed_in():
        actions.end(session)
    response = form_page("logged_out.html", next=_destination())
    SESSION.forget(response)
    return response


@signing_in.app_errorhandler(TooManyAttempts)
def wait(error):
    """Whoever guessed too often is told how long to wait, and nothing else."""
    response = form_page("too_many_attempts.html", error.status, minutes=-(-error.seconds // 60))
    response.headers.update(error.headers)
    return response


def _counted_for(user, email):
    """Who signed in at this browser before is counted for themselves, so that others cannot make them wait."""
    known = KNOWN.said()
    if user and known and known[0] == user.id:
        return PASSWORD.on(f"{user.id} {known[1]}")
    return PASSWORD.on(accounts.key(email))


def _awaited():
    """Whose password was right at this browser a moment ago, and is so still; None if nobody's."""
    user_id, its_fingerprint = AWAITED.said() or (None, None)
    user = accounts.with_id(user_id) if user_id else None
    if user is None or not user.may_sign_in or user.firm.suspended_at or fingerprint(user) != its_fingerprint:
        return None
    return user


def _let_in(user):
    """The answer with which somebody is signed in; None if the password is another by now."""
    token = actions.begin(user, request.headers.get("User-Agent", ""), request.remote_addr, instead_of=signed_in())
    if token is None:
        return None
    _log.info("signed in", extra={"user_id": user.id})
    destination = _destination()
    response = _on_the_way(destination) if destination else redirect(url_for("account.show"), 303)
    SESSION.set(response, token)
    KNOWN.say(response, [user.id, random_token(TOKEN_LENGTH)])
    AWAITED.forget(response)
    return response


def _destination():
    """Where the person wanted to go, as the address or the form says; None if it is no page of ours."""
    return own_path(request.values.get("next"))


def _from_the_beginning():
    return redirect(url_for("signing_in.show", next=_destination()), 303)


def _on_the_way(destination):
    """A page that leads on by itself. No redirect: some of our pages lead to other sites, and browsers that come to
    them from a form by redirects alone go no further, as our policy forbids to send forms elsewhere.
    """
    return form_page("signed_in.html", destination=destination)


def _form(status=200, notice=None):
    return form_page("login.html", status, notice=notice, email=typed("email", 254), next=_destination())


def _code_form(status=200, **values):
    return form_page("login_code.html", status, next=_destination(), **values)


def _sign_out_form(status=200, **values):
    return form_page("logout.html", status, next=_destination(), **values)
