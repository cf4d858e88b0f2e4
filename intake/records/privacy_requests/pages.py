"""`/p/<token>/privacy`: what clients may ask about their data, until when they have an answer, and a code for it."""

from flask import Blueprint, redirect

from intake.portal.codes.actions import channels_for_code, use_code
from intake.portal.codes.code_form import CodeForm
from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.portal_session import portal_page
from intake.web import csrf
from intake.web.formatting import format_date
from intake.web.forms import NOT_OURS, typed

from . import actions
from .errors import RequestOpen
from .models import PrivacyRequest
from .states import ACCESS, CORRECTION, DELETION, KINDS, LONGEST_NOTE, PORTABILITY

privacy_page = Blueprint("privacy_page", __name__)
privacy_page.after_request(with_readable_errors)

ASKED = {
    ACCESS: "See my data",
    CORRECTION: "Have something corrected",
    DELETION: "Have it deleted",
    PORTABILITY: "Get a copy that I can take elsewhere",
}
"""The kinds in the words of clients."""

_CODE = "/privacy/code"

WRONG = {"kind": "Please choose what you would like.", "note": "Please write at most 2,000 characters."}
NOT_ADDED = ("You have already made this request and will get an answer, so your new text was not sent. If it "
"matters, call the firm or answer its last message.")


@privacy_page.get("/<token>/privacy")
@portal_page
def show(session):
    """Show the requests that a client can make, and those that wait for an answer."""
    return _page(session)


@privacy_page.post("/<token>/privacy")
@portal_page
def ask(session):
    """Receive a request."""
    if not csrf.is_from_our_page():
        return _page(session, 400, notice=NOT_OURS)
    kind, note = typed("kind"), typed("note", LONGEST_NOTE).strip()
    wrong = {name: WRONG[name] for name, is_wrong in (
        ("kind", kind not in KINDS), ("note", len(note) > LONGEST_NOTE)) if is_wrong}
    if wrong:
        return _page(session, 422, wrong=wrong, chosen=kind, note=note)
    try:
        actions.receive_on_portal(session, kind, note or None)
    except RequestOpen:
        return _page(session, 409, notice=NOT_ADDED, chosen=kind, note=note)
    return redirect(session.path("/privacy"), 303)


@privacy_page.get("/<token>/privacy/code")
@privacy_page.get("/<token>/privacy/code/check")
@portal_page
def show_code(session):
    """Show the buttons that send a code, and the field for it, as long as something waits for one."""
    if not _waits_for_code(session):
        return redirect(session.path("/privacy"), 303)
    return CodeForm(session, _CODE).show_wanted()


@privacy_page.post("/<token>/privacy/code")
@portal_page
def ask_for_code(session):
    """Send a code by the channel of the button."""
    return CodeForm(session, _CODE).ask() if _waits_for_code(session) else redirect(session.path("/privacy"), 303)


@privacy_page.post("/<token>/privacy/code/check")
@portal_page
def check_code(session):
    """Accept the right code as proof of identity."""
    _, page = CodeForm(session, _CODE).check(
        lambda link, text, address: use_code(link, text, address, lambda: actions.confirm_by_code(session)))
    return page or redirect(session.path("/privacy"), 303)


def _waits_for_code(session):
    """Whether the client has an open request, and can be sent a code that verifies their identity."""
    return bool(channels_for_code(session.link)) and any(
        not each.is_checked for each in PrivacyRequest.open_of_client(session, session.client.id))


def _page(session, status=200, wrong=None, notice=None, chosen="", note=""):
    waiting = [(ASKED[each.kind], format_date(each.received_on, session.language),
                format_date(each.due_on, session.language), each.is_checked)
               for each in PrivacyRequest.open_of_client(session, session.client.id)]
    unchecked = not all(is_checked for *_, is_checked in waiting)
    return session.form_page("portal_privacy.html", status, waiting=waiting, asked=ASKED, wrong=wrong or {},
                             unchecked=unchecked, by_code=unchecked and bool(channels_for_code(session.link)),
                             notice=notice, chosen=chosen, note=note, longest=LONGEST_NOTE)
