"""`/p/<token>/code`: the page in front of an intake link where the firm asks for a code; `/matters` behind it."""

from flask import Blueprint, redirect

from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.portal_session import code_page, portal_page
from intake.web import csrf
from intake.web.forms import NOT_OURS

from .actions import enter_code
from .code_form import CodeForm
from .devices import forget, remember

codes = Blueprint("codes", __name__)
codes.after_request(with_readable_errors)

_PLACE = "/code"


@codes.get("/<token>/code")
@codes.get("/<token>/code/check")
@code_page
def show(session):
    """Show the buttons that send a code, and the field for it. Nothing is sent before a button is pressed."""
    return CodeForm(session, _PLACE).show_wanted()


@codes.post("/<token>/code")
@code_page
def ask(session):
    """Send a code by the channel of the button."""
    return CodeForm(session, _PLACE).ask()


@codes.post("/<token>/code/check")
@code_page
def check(session):
    """Let the browser in if the code is right, and show the next page."""
    token, page = CodeForm(session, _PLACE).check(enter_code)
    if page:
        return page
    session.is_proven = True
    place = "/matters" if session.other_links else ""
    return remember(redirect(session.path(place), 303), session.firm, token)


@codes.get("/<token>/code/forget")
@portal_page
def ask_to_forget(session):
    """Show the button that makes this browser ask for a code again."""
    return session.form_page("portal_forget.html")


@codes.post("/<token>/code/forget")
@portal_page
def forget_browser(session):
    """Revoke this browser's access to everything for which a code was entered in it."""
    if not csrf.is_genuine():
        return session.form_page("portal_forget.html", 400, notice=NOT_OURS)
    return forget(redirect(session.path(), 303))


@codes.get("/<token>/matters")
@portal_page
def matters(session):
    """List everything that the firm currently collects from this client."""
    if not session.other_links:
        return redirect(session.path(), 303)
    return session.page("portal_matters.html")
