"""An unavailable storage: 502 at any step, nothing half-written, and the next attempt succeeds."""

import time

import pytest

from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.gateways.storage import StorageUnavailable
from tests.builders import PDF, a_document
from tests.core.answers import data, refusal

MEGABYTE = 1024 * 1024


def _wanted(document):
    return {"document_id": document.id, "filename": "a.pdf", "content_type": "application/pdf", "file_size_bytes": 5}


def test_signed_url_without_storage_gets_502(api, firm, services):
    document = a_document(firm)
    services.s3.stop()
    try:
        start = time.monotonic()
        answer = api.post("/uploads/signed-url", _wanted(document))
        elapsed = time.monotonic() - start
    finally:
        services.s3.start()

    assert refusal(answer) == (502, "storage_unavailable")
    assert elapsed < 15
    assert Upload.of(firm).count() == 0
    assert data(api.post("/uploads/signed-url", _wanted(document)))["upload_url"]


def test_confirmation_without_storage_gets_502_and_can_be_repeated(api, services, arrived, announced, served):
    upload = arrived()
    events = announced()
    services.s3.stop()
    try:
        answer = api.post(f"/uploads/{upload.id}/confirm")
    finally:
        services.s3.start()

    assert refusal(answer) == (502, "storage_unavailable")
    assert announced() == events
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"
    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert served(upload.id).content == PDF


def test_other_requests_work_without_storage(api, firm, services):
    document = a_document(firm)
    services.s3.stop()
    try:
        assert data(api.get(f"/documents/{document.id}"))["id"] == document.id
        assert data(api.post(f"/matters/{document.matter_id}/documents/request", {"name": "Visa"}), 201)
    finally:
        services.s3.start()


@pytest.mark.parametrize(("step", "folder"), [("HEAD", "incoming"), ("COPY", "files")])
def test_confirmation_can_be_repeated_after_failure_at_any_step(
        api, arrived, announced, served, stored, storage_proxy, step, folder):
    upload = arrived()
    events = announced()
    storage_proxy.intercept = lambda method, path: 503 if method == step and f"/{folder}/" in path else None

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (502, "storage_unavailable")
    assert announced() == events
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"

    storage_proxy.intercept = lambda method, path: None

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert served(upload.id).content == PDF
    assert stored(upload, "files") == [Upload.get_by_id(upload.id).storage_key]


def test_confirmation_asks_the_storage_twice_and_the_job_removes_what_was_copied(
        api, arrived, served, stored, storage_proxy):
    upload = arrived()

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert storage_proxy.seen[-2:] == ["HEAD", "COPY"]
    assert storage_proxy.seen.count("HEAD") == 2  # the first is of the bucket, before the URL was signed
    assert served(upload.id).content == PDF

    storage_proxy.intercept = lambda method, path: 503 if method == "DELETE" else None
    with pytest.raises(StorageUnavailable):  # the task is tried again
        process(upload.id)
    storage_proxy.intercept = lambda method, path: None
    process(upload.id)
    assert stored(upload) == [Upload.get_by_id(upload.id).storage_key]


def test_refusal_is_unchanged_when_delete_fails(api, firm, arrived, storage_proxy):
    document = a_document(firm)
    first, late = arrived(document), arrived(document)
    api.post(f"/uploads/{first.id}/confirm")
    api.patch(f"/uploads/{first.id}/status", {"status": "approved"})
    storage_proxy.intercept = lambda method, path: 503 if method == "DELETE" else None

    assert refusal(api.post(f"/uploads/{late.id}/confirm")) == (422, "invalid_status_transition")


def test_size_is_checked_after_the_copy(api, firm, arrived, put, stored, storage_proxy):
    upload = arrived(a_document(firm, max_file_size_mb=1))

    def swap(method, path):
        if method == "COPY":
            put(upload.upload_url, b"x" * (MEGABYTE + 1), "application/pdf")

    storage_proxy.intercept = swap

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_too_large")
    assert storage_proxy.seen[-4:] == ["HEAD", "COPY", "HEAD", "DELETE"]
    assert stored(upload, "files") == []
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"
