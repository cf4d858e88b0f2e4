"""Photos that clients have just sent: an export waits until the worker has made their PDF."""

import io

import pytest
from PIL import Image

from intake.cases.clients.models import Client
from intake.cases.photos import actions
from intake.cases.photos.schemas import PhotosIn
from intake.cases.uploads.jobs import process, process_failed
from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.records.exports.actions import ask_for
from intake.records.exports.making import make
from intake.records.exports.models import Export
from tests.builders import a_client, a_document, a_matter
from tests.records.conftest import archive_of


@pytest.fixture
def sent(firm, put):
    """Send a photo, which becomes a PDF."""
    document = a_document(firm, a_matter(firm, client_id=a_client(firm).id), accepted_types=["application/pdf"])
    file = io.BytesIO()
    Image.new("RGB", (40, 20)).save(file, "JPEG")
    photo = actions.issue_photo_url(firm, document.id, "IMG.jpg", "image/jpeg", len(file.getvalue()))
    assert put(photo.upload_url, file.getvalue(), "image/jpeg").status_code == 200
    return actions.confirm_photos(firm, document, **PhotosIn().load({
        "filename": "Passport.pdf", "photos": [{"upload_id": photo.id, "turn": 90, "crop": [0, 0, 1, 1]}]}))


@pytest.mark.parametrize("of_client", [False, True])
def test_export_waits_for_photos_to_be_joined(firm, caller, sent, of_client):
    export = ask_for(caller, client_id=Client.of(firm).get().id if of_client else None)
    make(export)
    [again] = Task.of(firm).where(Task.name == "make_export", Task.due_at > now())
    assert again.arguments == [firm.id, export.id]
    assert Export.fetch(firm, export.id).status == "running"

    process(sent.id)
    make(Export.fetch(firm, export.id))
    archive = archive_of(Export.fetch(firm, export.id))
    [path] = [name for name in archive.namelist() if name.endswith(".pdf") and name.startswith("matters/")]
    assert archive.read(path).startswith(b"%PDF")


def test_export_does_not_wait_for_photos_that_cannot_be_joined(firm, caller, sent):
    process_failed(sent.id)
    export = ask_for(caller)
    make(export)
    assert Export.fetch(firm, export.id).status == "ready"
    assert b'"left_out": "missing"' in archive_of(Export.fetch(firm, export.id)).read("files.jsonl")
