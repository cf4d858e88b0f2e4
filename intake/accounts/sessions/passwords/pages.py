"""`/password/forgotten` asks for a link by mail; the link leads to `/password/<token>`."""

import time
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from intake.accounts.sessions.known_devices import remember_device
from intake.accounts.sessions.throttling import MAIL, Attempt, network_key
from intake.accounts.users.models import User
from intake.accounts.users.password_rules import MIN_LENGTH, password_errors
from intake.core.crypto import digest
from intake.core.text_search import folded
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

from . import actions

passwords = Blueprint("passwords", __name__)

_REQUEST_SECONDS = 0.2
"""The minimum duration of a request for a mail, so that it does not disclose whether the account exists."""


@passwords.get("/forgotten")
def ask() -> ResponseReturnValue:
    """Show the form that asks for the address."""
    return form_page("password_forgotten.html")


@passwords.post("/forgotten")
def send() -> ResponseReturnValue:
    """Send a link to the user with the address. The answer does not disclose whether there is one."""
    email = typed("email", 254)
    if not csrf.is_genuine():
        return form_page("password_forgotten.html", 400, notice=NOT_OURS, email=email)
    if not email.strip():
        return form_page("password_forgotten.html", 422, wrong={"email": "Enter your e-mail address."})
    Attempt(network_key(request.remote_addr), MAIL.key(folded(email)))
    began = time.monotonic()
    try:
        actions.request_reset(email)
    finally:
        time.sleep(max(0.0, began + _REQUEST_SECONDS - time.monotonic()))
    return form_page("password_asked.html", email=email)


@passwords.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show the form that asks for the new password, if the link is valid."""
    user = actions.user_of_reset_token(token)
    return _form(user) if user else _invalid_link()


@passwords.post("/<token>")
def reset(token: str) -> ResponseReturnValue:
    """Set the new password, unless the form is wrong or the link is not valid.

    Where the button is pressed twice, the answer to the second press replaces that to the first, and is the same.
    """
    user = actions.user_of_reset_token(token)
    if user is None:
        return _chosen_before(token)
    if not csrf.is_genuine():
        return _form(user, 400, notice=NOT_OURS)
    if wrong := password_errors(typed("password"), typed("repeated"), *user.names, *user.firm.names):
        return _form(user, 422, wrong=wrong)
    if not actions.reset(token, typed("password"), digest(csrf.cookie())):
        return _chosen_before(token)
    return _chosen(user)


def _chosen_before(token: str) -> Response:
    user = actions.user_who_just_reset(token, typed("password"), digest(csrf.cookie())) if csrf.is_genuine() else None
    return _chosen(user) if user else _invalid_link()


def _chosen(user: User) -> Response:
    response = form_page("password_chosen.html")
    remember_device(response, user)  # not delayed by guesses elsewhere
    return response


def _form(user: User, status: int = 200, **values: Any) -> Response:
    return form_page("password_choose.html", status, user=user, password_length=MIN_LENGTH, **values)


def _invalid_link() -> Response:
    return form_page("password_over.html", 404)
