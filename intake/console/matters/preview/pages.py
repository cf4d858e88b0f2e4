"""`/matters/<id>/as-client/<language>`: the portal as the client sees it. Nothing is recorded as done by the client."""

from flask import Blueprint, abort, redirect

from intake.accounts.audit.recording import record_read
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page, go_to
from intake.console.matters.head import return_to
from intake.console.matters.models import fetch_matter
from intake.core.languages import LANGUAGES
from intake.messaging.communications.message_texts import client_language
from intake.portal.session.language import requested

from .preview_session import MatterPreview
from .showing import show_place

preview_pages = Blueprint("preview_pages", __name__)


@preview_pages.get("")
@console_page("documents:read")
def begin(desk, matter_id):
    """Redirect to the first page in the client's language."""
    client = Matter.fetch(desk.caller, matter_id).client
    if client is None:
        return return_to("matters_pages.show", matter_id, failed="without-client")
    return go_to("preview_pages.show", matter_id=matter_id, language=client_language(client, desk.firm))


@preview_pages.get("/<language>")
@preview_pages.get("/<language>/<path:place>")
@console_page("documents:read")
def show(desk, matter_id, language, place=""):
    """Show a page of the portal."""
    matter = fetch_matter(desk.caller, matter_id)
    if language not in LANGUAGES or matter.client is None:
        abort(404)
    session = MatterPreview(desk.firm, matter, language)
    if other := requested():
        session.language = other
        return redirect(session.path(f"/{place}" if place else ""), 303)
    if session.progress.form and session.progress.form.is_begun:
        record_read("intake_form.viewed", session.progress.form, matter_id=matter.id)
    return show_place(session, place)
