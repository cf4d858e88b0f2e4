"""Storage away at any moment: 502, nothing half-written, and the next attempt succeeds (issue 2, "Bad input")."""

import time

import pytest

from intake.cases.uploads.models import Upload
from tests.builders import PDF, a_document
from tests.core.answers import data, refusal

MEGABYTE = 1024 * 1024


def _wanted(document):
    return {"document_id": document.id, "filename": "a.pdf", "content_type": "application/pdf", "file_size_bytes": 5}


def test_a_url_is_not_given_out_while_nothing_would_take_the_file(api, firm, services):
    document = a_document(firm)
    services.s3.stop()
    try:
        began = time.monotonic()
        answer = api.post("/uploads/signed-url", _wanted(document))
        waited = time.monotonic() - began
    finally:
        services.s3.start()

    assert refusal(answer) == (502, "storage_unavailable")
    assert waited < 15
    assert Upload.of(firm).count() == 0
    assert data(api.post("/uploads/signed-url", _wanted(document)))["upload_url"]


def test_a_confirmation_waits_for_better_times(api, services, arrived, announced, served):
    upload = arrived()
    told = announced()
    services.s3.stop()
    try:
        answer = api.post(f"/uploads/{upload.id}/confirm")
    finally:
        services.s3.start()

    assert refusal(answer) == (502, "storage_unavailable")
    assert announced() == told
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"
    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert served(upload.id).content == PDF


def test_all_that_needs_no_storage_goes_on(api, firm, services):
    document = a_document(firm)
    services.s3.stop()
    try:
        assert data(api.get(f"/documents/{document.id}"))["id"] == document.id
        assert data(api.post(f"/matters/{document.matter_id}/documents/request", {"name": "Visa"}), 201)
    finally:
        services.s3.start()


@pytest.mark.parametrize(("step", "folder"), [("HEAD", "incoming"), ("COPY", "files"), ("HEAD", "files")])
def test_a_confirmation_that_breaks_off_at_any_step_may_be_repeated(
        api, arrived, announced, served, stored, meddler, step, folder):
    upload = arrived()
    told = announced()
    meddler.meddle = lambda kind, path: 503 if kind == step and f"/{folder}/" in path else None

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (502, "storage_unavailable")
    assert announced() == told
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"

    meddler.meddle = lambda kind, path: None

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert served(upload.id).content == PDF
    assert stored(upload) == [Upload.get_by_id(upload.id).storage_key]


def test_a_confirmation_is_done_even_when_nothing_can_be_cleared_away(api, arrived, announced, served, meddler):
    upload = arrived()
    meddler.meddle = lambda kind, path: 503 if kind == "DELETE" else None

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert "DELETE" in meddler.seen
    assert announced()[-1][0] == "document.uploaded"
    assert served(upload.id).content == PDF


def test_a_refusal_stays_what_it_is_even_when_nothing_can_be_cleared_away(api, firm, arrived, meddler):
    document = a_document(firm)
    first, late = arrived(document), arrived(document)
    api.post(f"/uploads/{first.id}/confirm")
    api.patch(f"/uploads/{first.id}/status", {"status": "approved"})
    meddler.meddle = lambda kind, path: 503 if kind == "DELETE" else None

    assert refusal(api.post(f"/uploads/{late.id}/confirm")) == (422, "invalid_status_transition")


def test_a_file_that_grows_while_it_is_looked_at_is_measured_as_it_is_kept(api, firm, arrived, put, stored, meddler):
    upload = arrived(a_document(firm, max_file_size_mb=1))

    def swap(kind, path):
        if kind == "COPY":
            put(upload.upload_url, b"x" * (MEGABYTE + 1), "application/pdf")

    meddler.meddle = swap

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_too_large")
    assert stored(upload, "files") == []
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"
