"""`/uploads/<id>`: a file, decided or not; its rotation, and the people who are viewing it."""

from flask import Blueprint, jsonify, redirect, request, url_for

from intake.accounts.sessions.current_session import local_path
from intake.cases.previews import actions as previews
from intake.cases.previews.states import ROTATIONS
from intake.cases.uploads import actions, reopening
from intake.cases.uploads.errors import FileNotScanned, FileQuarantined
from intake.cases.uploads.models import Upload
from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import InvalidStatusTransition
from intake.web.forms import typed, whole_number

from .models import latest_decision
from .onlookers import others_at
from .viewed_file import ViewedFile, say_decision

files = Blueprint("files", __name__)

NOTICES = {
    "reopened": "The file is waiting for review again.",
    "meanwhile": "That is not possible any more.",
    "quarantined": "The file is infected and was locked away.",
    "not-scanned": "The file was not scanned for viruses yet.",
}


@files.get("/<upload_id>")
@console_page("documents:read")
def show(desk, upload_id):
    """Show a file, its decision and its history."""
    upload = Upload.fetch_with_matter(desk.caller, upload_id)
    return desk.page("file.html", notices=NOTICES, file=ViewedFile(desk, upload), upload=upload)


@files.get("/<upload_id>/download")
@console_page("documents:read")
def download(desk, upload_id):
    """Redirect to the original, which is sent as an attachment."""
    try:
        address = actions.download(desk.caller, upload_id, unscanned=request.args.get("unscanned") == "true")["url"]
    except FileQuarantined:
        return go_to("files.show", upload_id=upload_id, failed="quarantined")
    except FileNotScanned:
        return go_to("files.show", upload_id=upload_id, failed="not-scanned")
    return redirect(address, 303)


@files.post("/<upload_id>/rotation")
@console_page("documents:write")
def rotate(desk, upload_id):
    """Store the rotation of the file."""
    rotation = whole_number(typed("rotation"), None)
    if rotation in ROTATIONS:
        previews.rotate(desk.caller, upload_id, rotation)
    return redirect(local_path(typed("back", 3999)) or url_for("files.show", upload_id=upload_id), 303)


@files.post("/<upload_id>/reopen")
@console_page("documents:write")
def reopen(desk, upload_id):
    """Undo a rejection."""
    try:
        reopening.reopen(desk.caller, upload_id)
    except InvalidStatusTransition:
        return go_to("files.show", upload_id=upload_id, failed="meanwhile")
    return go_to("files.show", upload_id=upload_id, done="reopened")


@files.get("/<upload_id>/presence")
@console_page("documents:write")
def presence(desk, upload_id):
    """Record that the person is viewing the file; return who else is, and who has decided about it meanwhile."""
    upload = Upload.confirmed(desk.caller, upload_id)
    decision = latest_decision(desk.caller, upload.id)
    return jsonify(others=others_at(desk, upload.id).get(upload.id), decided=decision and say_decision(desk, decision))
