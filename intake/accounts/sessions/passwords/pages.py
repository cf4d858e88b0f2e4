"""`/password/forgotten`, and `/password/<token>`, where the link in the mail leads (decisions.md 2)."""

from flask import Blueprint, request

from intake.accounts.sessions import accounts
from intake.accounts.sessions.cookies import KNOWN
from intake.accounts.sessions.even_time import minimum_duration
from intake.accounts.sessions.guessing import MAIL, Attempt, from_address
from intake.accounts.sessions.states import TOKEN_LENGTH
from intake.accounts.users.joining import PASSWORD_LENGTH, wrong_passwords
from intake.core.crypto import random_token
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

from . import actions

passwords = Blueprint("passwords", __name__)

_SECONDS = 0.2
"""How long asking for a mail takes, whether there is anybody to write to or not."""


@passwords.get("/forgotten")
def ask():
    """The form that asks for the address."""
    return form_page("password_forgotten.html")


@passwords.post("/forgotten")
def send():
    """Whoever has the address gets a mail; what is answered does not tell whether anybody has."""
    email = typed("email", 254)
    if not csrf.is_genuine():
        return form_page("password_forgotten.html", 400, notice=NOT_OURS, email=email)
    if not email.strip():
        return form_page("password_forgotten.html", 422, wrong={"email": "Enter your e-mail address."})
    Attempt(from_address(request.remote_addr), MAIL.on(accounts.key(email)))
    with minimum_duration(_SECONDS):
        actions.forget(email)
    return form_page("password_asked.html", email=email)


@passwords.get("/<token>")
def show(token):
    """The form that asks for the new password, if the link opens anything."""
    user = actions.opened(token)
    return _form(user) if user else _over()


@passwords.post("/<token>")
def reset(token):
    """The user has the password, unless something on the form is wrong or the link is over."""
    user = actions.opened(token)
    if user is None:
        return _over()
    if not csrf.is_genuine():
        return _form(user, 400, notice=NOT_OURS)
    if wrong := wrong_passwords(typed("password"), typed("repeated"), user.email):
        return _form(user, 422, wrong=wrong)
    if not actions.reset(token, typed("password")):
        return _over()
    response = form_page("password_chosen.html")
    KNOWN.say(response, [user.id, random_token(TOKEN_LENGTH)])  # lest guessing elsewhere keep them out now
    return response


def _form(user, status=200, **values):
    return form_page("password_choose.html", status, user=user, password_length=PASSWORD_LENGTH, **values)


def _over():
    return form_page("password_over.html", 404)
