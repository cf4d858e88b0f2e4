"""`/matters/<id>/documents`: requesting documents, changing, sorting, waiving and deleting requests, downloads."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.permissions.roles import INTAKE
from intake.cases.archives.actions import make_archive
from intake.cases.archives.responses import archive_response
from intake.cases.archives.states import ALL, APPROVED
from intake.cases.documents import actions
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.schemas import DocumentIn, DocumentPatch, WaiveIn
from intake.cases.templates.actions import apply
from intake.cases.templates.states import MAX_DOCUMENTS
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated
from intake.console.matters.head import matter_page, return_to
from intake.console.matters.models import list_templates
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.core.http import waits_on_network
from intake.gateways.storage import StorageUnavailable
from intake.web.forms import typed, whole_number

from .kinds import with_kinds
from .tab import documents_tab, narrowed, saved_values

requests_pages = Blueprint("requests_pages", __name__)

WRONG = {
    "name": "Enter a name of at most 255 characters.", "instructions": "Enter at most 10,000 characters.",
    "category": "Enter at most 100 characters.", "reason": "Write why, in at most 1,000 characters.",
    "names": "Enter a name of at most 255 characters in each line, and at most 100 lines.",
}


@requests_pages.get("/new")
@console_page("documents:write")
def new(desk, matter_id):
    """Show the forms for requesting documents, or a template's documents."""
    return _new(desk, matter_id)


@requests_pages.post("")
@console_page("documents:write", once=True)
def create(desk, matter_id):
    """Request a document for each typed line."""
    lines = typed("name", 256 * MAX_DOCUMENTS)
    given = {"name": lines, "required": "required" in request.form,
             "instructions": typed("instructions", 10_000) or None, "category": typed("category", 100) or None}
    names = [line.strip() for line in lines.splitlines() if line.strip()] or [""]
    try:
        requested = [DocumentIn().load(given | {"name": name}) for name in names]
    except ValidationError as error:
        return _new(desk, matter_id, 422, {name: WRONG[name] for name in error.messages}, given)
    if len(names) > MAX_DOCUMENTS:
        return _new(desk, matter_id, 422, {"name": WRONG["names"]}, given)
    actions.request_documents(desk.caller, matter_id, requested)
    return return_to("matters_pages.show", matter_id, done="requested")


@requests_pages.post("/template")
@console_page(INTAKE)
def apply_template(desk, matter_id):
    """Request the documents of a template that are not requested yet."""
    apply(desk.caller, matter_id, typed("template_id"))
    return return_to("matters_pages.show", matter_id, done="applied")


@requests_pages.post("/<document_id>")
@console_page("documents:write")
def update(desk, matter_id, document_id):
    """Change a document request; if somebody else changed it meanwhile, show the present values instead."""
    document = DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    given = {"name": typed("name", 255), "instructions": typed("instructions", 10_000) or None,
             "category": typed("category", 100) or None, "required": "required" in request.form,
             "accepted_types": with_kinds(document.accepted_types, request.form.getlist("kind"))}
    try:
        values = DocumentPatch().load(given)
    except ValidationError as error:
        return documents_tab(desk, matter_id, 422, editing=document_id, given=given,
                             wrong={name: WRONG[name] for name in error.messages})
    with db.atomic():
        if not is_outdated(*saved_values(fetch_to_save(DocumentRequest, desk.caller, document_id))):
            actions.update(desk.caller, document_id, **values)
            return _to_request(matter_id, document_id, "saved")
    return documents_tab(desk, matter_id, 409, editing=document_id, given=given, is_outdated=True)


@requests_pages.post("/<document_id>/move")
@console_page("documents:write")
def move(desk, matter_id, document_id):
    """Move a request to another place in the list."""
    DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    place = whole_number(typed("position"))
    if not 0 < place <= 1000:
        return _to_request(matter_id, document_id)
    actions.update(desk.caller, document_id, position=place)
    return _to_request(matter_id, document_id, "moved")


@requests_pages.post("/<document_id>/waive")
@console_page("documents:write")
def waive(desk, matter_id, document_id):
    """Waive a document."""
    DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    given = typed("reason", 1000)
    try:
        actions.waive(desk.caller, document_id, **WaiveIn().load({"reason": given}))
    except ValidationError:
        return documents_tab(desk, matter_id, 422, editing=document_id, given={"reason": given}, wrong={
            "reason": WRONG["reason"]})
    return _to_request(matter_id, document_id, "waived")


@requests_pages.post("/<document_id>/ask-again")
@console_page("documents:write")
def ask_again(desk, matter_id, document_id):
    """Ask for a document again that the client wrote about, and begin a message that tells them."""
    DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    try:
        actions.ask_again(desk.caller, document_id)
    except InvalidStatusTransition:
        return _to_request(matter_id, document_id, failed="meanwhile")
    if not desk.may("matters:write"):
        return _to_request(matter_id, document_id, "asked-again")
    return go_to("messages_tab.show", matter_id=matter_id, text="missing", done="asked-again", _anchor="write")


@requests_pages.post("/<document_id>/delete")
@console_page("documents:write")
def delete(desk, matter_id, document_id):
    """Delete a request for which no file was uploaded yet."""
    DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    try:
        actions.delete(desk.caller, document_id)
    except InvalidStatusTransition:
        return _to_request(matter_id, document_id, failed="meanwhile")
    return go_to("matters_pages.show", matter_id=matter_id, done="deleted", page=request.args.get("page"), **narrowed())


@requests_pages.get("/archive")
@console_page("documents:read")
@waits_on_network
def archive(desk, matter_id):
    """Download the files as a zip archive: the approved ones, or all."""
    choice = ALL if request.args.get("files") == ALL else APPROVED
    try:
        return archive_response(*make_archive(desk.caller, matter_id, choice, desk.language))
    except StorageUnavailable:
        return return_to("matters_pages.show", matter_id, failed="storage")


def _to_request(matter_id, document_id, done=None, failed=None):
    return go_to("matters_pages.show", matter_id=matter_id, document=document_id, done=done, failed=failed,
                 _anchor=document_id, **narrowed())


def _new(desk, matter_id, status=200, wrong=None, given=None):
    return matter_page(desk, matter_id, "matter_request.html", status, wrong=wrong, given=given or {"required": True},
                       templates=list_templates(desk.caller, desk.language) if desk.may(INTAKE) else None)
