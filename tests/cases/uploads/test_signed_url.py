"""POST /uploads/signed-url."""

from datetime import datetime, timedelta

import pytest

from intake.cases.uploads.models import Upload
from intake.core.clock import now
from tests.builders import a_document, an_upload
from tests.core.answers import data, refusal, wrong_fields

MEGABYTE = 1024 * 1024
PASSPORT = {"filename": "passport.pdf", "content_type": "application/pdf", "file_size_bytes": 1000}


@pytest.fixture
def document(firm):
    return a_document(firm)


@pytest.fixture
def ask(api, document):
    """Request a signed URL with these values and valid ones for the rest: `ask(filename="…")`."""
    return lambda **values: api.post("/uploads/signed-url", PASSPORT | {"document_id": document.id} | values)


def test_response_has_url_and_headers(ask):
    answer = data(ask())

    assert set(answer) == {"upload_id", "upload_url", "upload_url_expires_at", "fields"}
    assert answer["upload_id"].startswith("upl_")
    assert answer["fields"].pop("Content-Type") == "application/pdf"
    [(name, value)] = answer["fields"].items()
    assert name.startswith("x-")
    assert name.endswith("-meta-upload-id")
    assert value == answer["upload_id"]


def test_upload_url_expires_in_fifteen_minutes(ask):
    answer = data(ask())

    left = datetime.fromisoformat(answer["upload_url_expires_at"]) - now()
    assert timedelta(minutes=14, seconds=55) < left <= timedelta(minutes=15)
    assert "X-Amz-Expires=900" in answer["upload_url"]


def test_every_request_creates_an_upload(ask):
    first, second = data(ask()), data(ask())

    assert first["upload_id"] != second["upload_id"]
    assert first["upload_url"].partition("?")[0] != second["upload_url"].partition("?")[0]


def test_signed_url_leaves_document_unchanged_and_records_no_event(api, ask, document, announced):
    before, events = data(api.get(f"/documents/{document.id}")), announced()

    ask()

    assert data(api.get(f"/documents/{document.id}")) == before
    assert announced() == events


@pytest.mark.parametrize("id", ["doc_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_unknown_document_gets_404(ask, id):
    answer = ask(document_id=id)

    assert refusal(answer) == (404, "document_not_found")
    assert answer.json["error"]["details"] == {"id": id, "resource": "document"}


@pytest.mark.parametrize(("accepted", "content_type", "fits"), [
    ([], "application/x-anything", True), (["application/pdf"], "application/pdf", True),
    (["application/pdf"], "APPLICATION/PDF", True), (["Application/PDF"], "application/pdf", True),
    (["image/*"], "image/png", True), (["image/*", "application/pdf"], "application/pdf", True),
    (["application/pdf"], "image/png", False), (["image/*"], "imagery/png", False), (["image/png"], "image/*x", False),
    (["application/pdf"], "application/pdfx", False),
])
def test_type_not_accepted_by_document_is_refused(ask, document, accepted, content_type, fits):
    document.change(accepted_types=accepted)

    answer = ask(content_type=content_type)

    assert (answer.status_code == 200) if fits else (wrong_fields(answer) == {"content_type"})


@pytest.mark.parametrize(("size", "fits"), [(1, True), (MEGABYTE, True), (MEGABYTE + 1, False), (10**12, False)])
def test_size_over_limit_of_document_is_refused(ask, document, size, fits):
    document.change(max_file_size_mb=1)

    answer = ask(file_size_bytes=size)

    assert (answer.status_code == 200) if fits else (wrong_fields(answer) == {"file_size_bytes"})


def test_both_errors_are_reported(ask, document):
    document.change(max_file_size_mb=1, accepted_types=["image/png"])

    assert wrong_fields(ask(file_size_bytes=2 * MEGABYTE)) == {"content_type", "file_size_bytes"}


def test_refused_request_creates_no_upload(ask, document):
    document.change(accepted_types=["image/png"])

    ask()

    assert Upload.of(document).count() == 0


@pytest.mark.parametrize(("review", "status"), [(None, 200), ("rejected", 200), ("approved", 422)])
def test_only_approved_document_refuses_uploads(api, ask, firm, document, put, review, status):
    upload = an_upload(firm, put, document)
    if review:
        api.patch(f"/uploads/{upload.id}/status", {"status": review})

    answer = ask()

    assert answer.status_code == status
    if status == 422:
        assert refusal(answer) == (422, "invalid_status_transition")
