"""POST /uploads/:id/confirm."""

import os
from datetime import timedelta

import pytest

from intake.cases.uploads.models import Upload
from intake.core.clock import iso, now
from tests.builders import PDF, a_document, a_matter, an_issued_upload, an_upload
from tests.core.answers import data, refusal

MEGABYTE = 1024 * 1024


@pytest.fixture
def expire():
    """Make the URL of an upload expire a second ago."""
    return lambda upload: upload.change(url_expires_at=now() - timedelta(seconds=1))


def test_response_describes_received_file(api, arrived):
    upload = arrived()
    began = iso(now())

    answer = data(api.post(f"/uploads/{upload.id}/confirm"))

    assert answer == {
        "id": upload.id, "document_id": upload.document_id, "filename": "passport.pdf", "status": "pending",
        "content_type": "application/pdf", "file_size_bytes": len(PDF), "uploaded_at": answer["uploaded_at"]}
    assert began <= answer["uploaded_at"] <= iso(now())


def test_document_shows_confirmed_upload(api, arrived):
    upload = arrived()

    confirmed = data(api.post(f"/uploads/{upload.id}/confirm"))

    document = data(api.get(f"/documents/{upload.document_id}"))
    assert document["status"] == "uploaded"
    assert document["upload"].items() >= {
        name: confirmed[name] for name in ("id", "filename", "content_type", "file_size_bytes", "uploaded_at")}.items()


def test_event_is_recorded(api, firm, arrived, announced):
    matter = a_matter(firm)
    document = a_document(firm, matter)

    confirmed = data(api.post(f"/uploads/{arrived(document).id}/confirm"))

    assert announced()[-1] == ("document.uploaded", {
        "upload": confirmed, "document": {"id": document.id, "name": document.name, "matter_id": matter.id},
        "matter": {"id": matter.id, "title": matter.title}})


@pytest.mark.parametrize("body", [b"", b"x", os.urandom(9999), b"\0" * MEGABYTE], ids=["none", "one", "any", "nought"])
def test_download_equals_upload_and_real_size_is_recorded(api, arrived, served, body):
    upload = arrived(body=body, file_size_bytes=17)

    answer = data(api.post(f"/uploads/{upload.id}/confirm"))

    assert answer["file_size_bytes"] == len(body)
    assert served(upload.id).content == body


def test_missing_file_gets_422_until_it_is_put(api, firm, put):
    upload = an_issued_upload(firm)
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_not_found_in_storage")

    put(upload.upload_url, PDF, "application/pdf")

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"


def test_missing_file_after_expiry_gets_upload_url_expired(api, firm, expire):
    upload = an_issued_upload(firm)
    expire(upload)

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "upload_url_expired")


def test_file_put_in_time_is_accepted_after_expiry(api, arrived, expire, served):
    upload = arrived()
    expire(upload)

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert served(upload.id).content == PDF


def test_second_confirmation_gets_409_and_records_no_event(api, arrived, announced):
    upload = arrived()
    api.post(f"/uploads/{upload.id}/confirm")
    events = announced()

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (409, "upload_already_confirmed")
    assert announced() == events


def test_an_answer_that_was_lost_is_given_again_for_the_same_idempotency_key(api, arrived):
    path, headers = f"/uploads/{arrived().id}/confirm", {"Idempotency-Key": "scan-1"}
    first, again = (api.post(path, headers=headers) for _ in range(2))

    assert (data(again), again.headers["Idempotency-Replayed"]) == (data(first), "true")


@pytest.mark.parametrize("review", ["approved", "rejected"])
def test_confirming_reviewed_upload_gets_409(api, firm, put, review):
    upload = an_upload(firm, put)
    api.patch(f"/uploads/{upload.id}/status", {"status": review})

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (409, "upload_already_confirmed")


@pytest.mark.parametrize("times", [2, 4])
def test_one_of_concurrent_confirmations_wins(api, arrived, at_once, announced, served, stored, times):
    upload = arrived()

    answers = at_once(times, lambda _: api.post(f"/uploads/{upload.id}/confirm"))

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (times - 1)
    assert {refusal(answer)[1] for answer in answers if answer.status_code != 200} == {"upload_already_confirmed"}
    assert [type for type, _ in announced()].count("document.uploaded") == 1
    assert served(upload.id).content == PDF
    assert stored(upload, "files") == [Upload.get_by_id(upload.id).storage_key]


def test_later_put_does_not_change_confirmed_file(api, arrived, put, served):
    upload = arrived()
    confirmed = data(api.post(f"/uploads/{upload.id}/confirm"))

    assert put(upload.upload_url, b"something else altogether", "application/pdf").status_code == 200

    assert served(upload.id).content == PDF
    shown = data(api.get(f"/documents/{upload.document_id}"))["upload"]
    assert shown["file_size_bytes"] == confirmed["file_size_bytes"]
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (409, "upload_already_confirmed")
    assert served(upload.id).content == PDF


def test_file_over_the_limit_is_refused_and_deleted(api, firm, arrived, announced, stored):
    document = a_document(firm, max_file_size_mb=1)
    upload = arrived(document, body=b"x" * (MEGABYTE + 1), file_size_bytes=10)
    events = announced()

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_too_large")

    assert stored(upload) == []
    assert data(api.get(f"/documents/{document.id}"))["status"] == "pending"
    assert announced() == events
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_not_found_in_storage")


def test_file_of_exactly_the_limit_is_accepted(api, firm, arrived):
    upload = arrived(a_document(firm, max_file_size_mb=1), body=b"x" * MEGABYTE)

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["file_size_bytes"] == MEGABYTE


def test_smaller_file_can_be_put_after_too_large_one(api, firm, arrived, put):
    upload = arrived(a_document(firm, max_file_size_mb=1), body=b"x" * (MEGABYTE + 1), file_size_bytes=10)
    api.post(f"/uploads/{upload.id}/confirm")

    put(upload.upload_url, PDF, "application/pdf")

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["file_size_bytes"] == len(PDF)


def test_confirmation_for_approved_document_gets_422(api, firm, arrived, announced, stored):
    document = a_document(firm)
    first, late = arrived(document), arrived(document)
    api.post(f"/uploads/{first.id}/confirm")
    api.patch(f"/uploads/{first.id}/status", {"status": "approved"})
    events = announced()

    assert refusal(api.post(f"/uploads/{late.id}/confirm")) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{document.id}"))["upload"]["id"] == first.id
    assert stored(late, "files") == []
    assert announced() == events
