"""`/p/<token>/code`: the page in front of an intake link where the firm asks for a code; `/matters` behind it."""

from flask import Blueprint, redirect, request

from intake.accounts.sessions.throttling import TooManyAttempts
from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.portal_session import code_page, portal_page
from intake.web import csrf
from intake.web.forms import NOT_OURS, typed

from .actions import ask_for_code, channels_for_code, enter_code
from .devices import remember

codes = Blueprint("codes", __name__, template_folder="../templates")
codes.after_request(with_readable_errors)

WRONG = "This code is wrong, or its time is over. Use the newest one, or ask for another."
TOO_MANY_TRIES = "That was tried too often. Please wait a while before you try again, or call your law firm."
TOO_MANY_CODES = "Several codes were sent already. Use the newest one, or wait a while before you ask for another."
SENTENCES = (WRONG, TOO_MANY_TRIES, TOO_MANY_CODES)

_LONGEST = 40
"""Characters of a code as people type it, with spaces and hyphens."""


@codes.get("/<token>/code")
@code_page
def show(session):
    """Show the buttons that send a code, and the field for it. Nothing is sent before a button is pressed."""
    return _page(session, request.args.get("step"))


@codes.post("/<token>/code")
@code_page
def ask(session):
    """Send a code by the channel of the button."""
    if not csrf.is_genuine():
        return _page(session, status=400, notice=NOT_OURS)
    try:
        is_sent = ask_for_code(session.link, typed("channel"), session.language, request.remote_addr)
    except TooManyAttempts as refusal:
        return _refused(_page(session, "enter", 429, notice=TOO_MANY_CODES), refusal)
    return redirect(session.path(f"/code?step={'enter' if is_sent else 'told'}"), 303)


@codes.post("/<token>/code/check")
@code_page
def check(session):
    """Let the browser in if the code is right, and show what there is behind it."""
    if not csrf.is_genuine():
        return _page(session, "enter", 400, notice=NOT_OURS)
    try:
        token = enter_code(session.link, typed("code", _LONGEST), request.remote_addr)
    except TooManyAttempts as refusal:
        return _refused(_page(session, "enter", 429, notice=TOO_MANY_TRIES), refusal)
    if token is None:
        return _page(session, "enter", 422, problem=WRONG)
    session.is_proven = True
    place = "/matters" if session.other_links else ""
    return remember(redirect(session.path(place), 303), session.firm, token)


@codes.get("/<token>/matters")
@portal_page
def matters(session):
    """List everything that the firm collects from this client at the moment."""
    if not session.other_links:
        return redirect(session.path(), 303)
    return session.page("portal_matters.html")


def _page(session, step=None, status=200, problem=None, notice=None):
    return session.form_page("portal_code.html", status, channels=channels_for_code(session.link), stage=step,
                             problem=problem, notice=notice)


def _refused(response, refusal):
    response.headers["Retry-After"] = str(refusal.seconds)
    return response
