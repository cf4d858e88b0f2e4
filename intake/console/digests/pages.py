"""`/digest/off`: turning the digest off by the link in it, and `/account/digest`: turning it on and off."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.exceptions import NotFound

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import PERSON
from intake.accounts.sessions.current_session import login_required
from intake.accounts.users.models import User
from intake.messaging.communications.unsubscribing import DIGEST_OFF, recipient_of
from intake.web import csrf
from intake.web.forms import form_page

from .actions import change_digest

digest = Blueprint("digest", __name__)


@digest.get("/digest/off/<token>")
def show(token):
    """Ask whether to turn the digest off: programs that open links in mails must not do it."""
    _person(token)
    return form_page("digest_off.html", is_off=False)


@digest.post("/digest/off/<token>")
def turn_off(token):
    """Turn the digest off, also for a mail program that does so itself (RFC 8058) and does not send our form."""
    person = _person(token)
    act_as(PERSON, person.id, by="digest link")
    change_digest(person, person.id, wants_digest=False)
    return form_page("digest_off.html", is_off=True)


@digest.post("/account/digest")
@login_required
def change(session):
    """Turn the person's digest on or off."""
    if not csrf.is_genuine():
        return redirect(url_for("account.show"), 303)
    change_digest(session.user, session.user_id, "wants_digest" in request.form)
    return redirect(url_for("account.show", done="digest"), 303)


def _person(token):
    """Return the person of the address. Raises `NotFound` for an address that is not ours."""
    user_id = recipient_of(DIGEST_OFF, token)
    person = User.for_job(user_id) if user_id else None
    if person is None:
        raise NotFound
    return person
