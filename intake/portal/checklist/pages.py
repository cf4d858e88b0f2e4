"""`/p/<token>/documents`: the checklist of what the client has to hand in (docs/portal.md)."""

from contextlib import suppress

from flask import Blueprint, redirect
from marshmallow import Schema

from intake.cases.documents.actions import note as write_note
from intake.cases.documents.models import DocumentRequest
from intake.cases.templates.answers import MISSING
from intake.cases.uploads.withdrawal import withdraw
from intake.core import fields
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.http import returns
from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.portal_session import portal_page
from intake.web import csrf
from intake.web.forms import NOT_OURS, typed

from .items import Checklist
from .showing import show_checklist
from .states import LONGEST_NOTE, TOO_LONG

portal_checklist = Blueprint("portal_checklist", __name__)
portal_checklist.after_request(with_readable_errors)


class Progress(Schema):
    """Whether the page is out of date: `version` changes whenever it would look different."""

    version = fields.String()
    checking = fields.Boolean(attribute="is_checking")


@portal_checklist.get("/<token>/documents")
@portal_page
def show(session):
    """Show every item with its state, its files and its upload buttons."""
    return show_checklist(session)


@portal_checklist.get("/<token>/documents.json")
@portal_page
@returns(Progress)
def progress(session):
    """Return the page's version. Kept small: the page polls it every few seconds while a file is being checked."""
    return Checklist(session)


@portal_checklist.get("/<token>/documents/<document_id>/note")
@portal_page
def ask_why(session, document_id):
    """Ask why the client cannot hand in a document, unless the firm has taken it back."""
    document = _asked_for(session, document_id)
    return _note_page(session, document, document.client_note)


@portal_checklist.post("/<token>/documents/<document_id>/note")
@portal_page
def note(session, document_id):
    """Send the client's note to the firm; an empty text withdraws an earlier note."""
    document = _asked_for(session, document_id)
    written = typed("note", LONGEST_NOTE).strip()
    if not csrf.is_from_our_page():
        return _note_page(session, document, written, 400, NOT_OURS)
    if len(written) > LONGEST_NOTE:
        return _note_page(session, document, written, 422, TOO_LONG)
    if not written and not document.client_note:
        return _note_page(session, document, written, 422, MISSING)
    write_note(session, session.matter, document_id, written or None)
    return redirect(f"{session.path('/documents')}#{document.id}", 303)


@portal_checklist.post("/<token>/uploads/<upload_id>/remove")
@portal_page
def remove(session, upload_id):
    """Withdraw a file unless it was reviewed; either way, show the current checklist."""
    if not csrf.is_from_our_page():
        return show_checklist(session, 400, notice=NOT_OURS)
    with suppress(NotFound, InvalidStatusTransition):
        withdraw(session, session.matter.id, upload_id)
    return redirect(session.path("/documents"), 303)


def _asked_for(session, document_id):
    return DocumentRequest.fetch_in(session, session.matter.id, document_id).as_seen_by_client_of(session.matter)


def _note_page(session, document, written, status=200, problem=None):
    return session.form_page("checklist_note.html", status, step="documents", document=document, written=written,
                             problem=problem, longest=LONGEST_NOTE, name=document.texts_in(session.language)["name"])
