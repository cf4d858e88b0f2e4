"""`/matters/<id>/…/uploads`: uploading files for a client, straight from the browser to the storage."""

from flask import Blueprint

from intake.cases.uploads import actions
from intake.cases.uploads.models import Upload
from intake.cases.uploads.parts import assemble, issue_part_url
from intake.cases.uploads.schemas import PartIn, PartUrl, SignedUrl, UploadOut
from intake.console.frame.console_page import console_page
from intake.core.http import accepts, returns, waits_on_network
from intake.portal.checklist.uploading import FileIn, issue_from_browser

desk_uploading = Blueprint("desk_uploading", __name__)


@desk_uploading.post("/documents/<document_id>/uploads")
@console_page("documents:write")
@waits_on_network
@accepts(FileIn)
@returns(SignedUrl, status=201)
def issue(desk, matter_id, document_id, body):
    """Return a signed URL to which the browser may PUT this one file."""
    return issue_from_browser(desk.caller, matter_id, document_id, body)


@desk_uploading.post("/uploads/<upload_id>/parts")
@console_page("documents:write")
@waits_on_network
@accepts(PartIn)
@returns(PartUrl, status=201)
def issue_part(desk, matter_id, upload_id, body):
    """Return a signed URL to which the browser may PUT this part of its file."""
    return issue_part_url(Upload.fetch_in(desk.caller, matter_id, upload_id), **body)


@desk_uploading.post("/uploads/<upload_id>/confirm")
@console_page("documents:write")
@waits_on_network
@returns(UploadOut)
def confirm(desk, matter_id, upload_id):
    """Confirm that the file has arrived in the storage."""
    upload = Upload.fetch_in(desk.caller, matter_id, upload_id)
    assemble(upload)
    return actions.confirm(desk.caller, upload.id)
