"""`/matters/<id>/documents`: request documents, change requests and delete them."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.permissions.roles import INTAKE
from intake.cases.documents import actions
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.schemas import DocumentIn, DocumentPatch
from intake.cases.templates.actions import apply
from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page, return_to
from intake.console.matters.models import checklist, list_templates
from intake.core.errors import InvalidStatusTransition
from intake.web.forms import typed

requests_pages = Blueprint("requests_pages", __name__)

WRONG = {"name": "Enter a name of at most 255 characters.", "instructions": "Enter at most 10,000 characters."}


@requests_pages.get("/new")
@console_page("documents:write")
def new(desk, matter_id):
    """Show the forms that request a document, or those of a template."""
    return _new(desk, matter_id)


@requests_pages.post("")
@console_page("documents:write")
def create(desk, matter_id):
    """Request a document."""
    given = {"name": typed("name", 255), "required": "required" in request.form,
             "instructions": typed("instructions", 10_000) or None}
    try:
        values = DocumentIn().load(given)
    except ValidationError as error:
        return _new(desk, matter_id, 422, {name: WRONG[name] for name in error.messages}, given)
    actions.request_document(desk.caller, matter_id, **values)
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
    """Change the name of a request, and whether it is required."""
    DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    try:
        values = DocumentPatch().load({"name": typed("name", 255), "required": "required" in request.form})
    except ValidationError as error:
        return matter_page(desk, matter_id, "matter_documents.html", 422, editing=document_id,
                           wrong={name: WRONG[name] for name in error.messages},
                           categories=checklist(desk.caller, matter_id))
    actions.update(desk.caller, document_id, **values)
    return return_to("matters_pages.show", matter_id, done="saved")


@requests_pages.post("/<document_id>/delete")
@console_page("documents:write")
def delete(desk, matter_id, document_id):
    """Delete a request for which nothing was handed in yet."""
    DocumentRequest.fetch_in(desk.caller, matter_id, document_id)
    try:
        actions.delete(desk.caller, document_id)
    except InvalidStatusTransition:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    return return_to("matters_pages.show", matter_id, done="deleted")


def _new(desk, matter_id, status=200, wrong=None, given=None):
    return matter_page(desk, matter_id, "matter_request.html", status, wrong=wrong, given=given or {"required": True},
                       templates=list_templates(desk.caller, desk.language) if desk.may(INTAKE) else None)
