"""Files PUT to an upload URL after its upload was confirmed, removed or purged do not stay in storage."""

from contextlib import suppress
from datetime import timedelta

import pytest

from intake.cases.documents.actions import delete as delete_document
from intake.cases.documents.models import DocumentRequest
from intake.cases.photos import actions as photos
from intake.cases.uploads import actions
from intake.cases.uploads.jobs import purge_unconfirmed_uploads
from intake.cases.uploads.models import Upload
from intake.cases.uploads.withdrawal import withdraw
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from tests.builders import PNG


def _forgotten(upload):
    Upload.update(created_at=now() - timedelta(hours=25)).where(Upload.id == upload.id).execute()
    purge_unconfirmed_uploads()


def _withdrawn(upload):
    actions.confirm(upload, upload.id)
    withdraw(upload, DocumentRequest.fetch(upload, upload.document_id).matter_id, upload.id)


ENDS = {
    "never confirmed": lambda upload: None,
    "forgotten": _forgotten,
    "confirmed": lambda upload: actions.confirm(upload, upload.id),
    "withdrawn": _withdrawn,
    "document deleted": lambda upload: delete_document(upload, upload.document_id),
}


@pytest.fixture
def a_day_later(worker):
    """Perform all tasks that are due a day after the expiry of upload URLs issued now."""
    def later():
        db.execute_sql("UPDATE tasks SET due_at = now() WHERE due_at < now() + interval '1 day 16 minutes'")
        worker.settle()

    return later


@pytest.mark.parametrize("end", ENDS)
def test_a_later_file_is_deleted(arrived, put, stored, a_day_later, end):
    upload = arrived()
    ENDS[end](upload)
    assert put(upload.upload_url, b"later", upload.content_type).ok
    assert stored(upload, "incoming")

    a_day_later()

    assert stored(upload, "incoming") == []


@pytest.mark.parametrize("hand_in", [
    lambda upload: actions.confirm(upload, upload.id),
    lambda upload: photos.confirm_photos(upload, DocumentRequest.fetch(upload, upload.document_id), "Passport.pdf", [
        {"upload_id": upload.id, "turn": 0, "crop": [0, 0, 1, 1]}]),
], ids=["file", "photos"])
def test_no_copy_stays_if_the_document_is_deleted_meanwhile(app, arrived, storage_proxy, stored, hand_in):
    upload = arrived(body=PNG, content_type="image/png")

    def delete_meanwhile(method, path):
        if method == "COPY":
            with app.app_context(), db.connection_context():
                delete_document(upload, upload.document_id)

    storage_proxy.intercept = delete_meanwhile
    with pytest.raises(NotFound):
        hand_in(upload)
    assert stored(upload, "files") == []


def test_page_that_is_rendered_while_the_file_is_withdrawn_is_deleted(
        app, arrived, storage_proxy, stored, worker, a_day_later):
    upload = arrived(body=PNG, content_type="image/png")
    actions.confirm(upload, upload.id)

    def withdraw_meanwhile(method, path):
        if method == "PUT" and "/preview/1" in path:
            with app.app_context(), db.connection_context(), suppress(NotFound):
                withdraw(upload, DocumentRequest.fetch(upload, upload.document_id).matter_id, upload.id)
                worker.settle()

    storage_proxy.intercept = withdraw_meanwhile
    for _ in ("scanned", "rendered"):
        worker.settle()
    assert stored(upload)  # it came after the files were removed

    a_day_later()
    assert stored(upload) == []


def test_a_confirmed_file_stays_and_no_copy_that_a_killed_confirmation_made(
        arrived, served, stored, worker, a_day_later):
    upload = arrived(body=PNG, content_type="image/png")
    storage.copy(upload.incoming_key, f"files/{upload.firm_id}/{upload.id}/of-a-killed-one")
    actions.confirm(upload, upload.id)
    for _ in ("scanned", "rendered"):
        worker.settle()
    before = stored(upload, "files")

    a_day_later()

    assert served(upload.id).content == PNG
    assert {*before} - {*stored(upload, "files")} == {f"files/{upload.firm_id}/{upload.id}/of-a-killed-one"}


def test_an_upload_that_has_time_is_not_swept(arrived, worker):
    upload = arrived()
    worker.perform_tasks()

    assert actions.confirm(upload, upload.id).status == "pending"
    [task] = Task.of(upload).where(Task.name == "remove_files")
    assert task.due_at == upload.url_expires_at + timedelta(days=1)


def test_planning_costs_no_job_before_it_is_due(arrived):
    upload = arrived()

    [task] = Task.of(upload)
    assert (task.name, task.queued_at) == ("remove_files", None)
