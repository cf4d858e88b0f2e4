"""POST /uploads/:id/confirm (interface, "Documents and uploads"; decisions.md 5)."""

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
    """The upload's URL expired a second ago."""
    return lambda upload: upload.change(url_expires_at=now() - timedelta(seconds=1))


def test_what_arrived_is_reported(api, arrived):
    upload = arrived()
    began = iso(now())

    answer = data(api.post(f"/uploads/{upload.id}/confirm"))

    assert answer == {
        "id": upload.id, "document_id": upload.document_id, "filename": "passport.pdf", "status": "pending",
        "content_type": "application/pdf", "file_size_bytes": len(PDF), "uploaded_at": answer["uploaded_at"]}
    assert began <= answer["uploaded_at"] <= iso(now())


def test_the_document_shows_it(api, arrived):
    upload = arrived()

    confirmed = data(api.post(f"/uploads/{upload.id}/confirm"))

    document = data(api.get(f"/documents/{upload.document_id}"))
    assert document["status"] == "uploaded"
    assert document["upload"].items() >= {
        name: confirmed[name] for name in ("id", "filename", "content_type", "file_size_bytes", "uploaded_at")}.items()


def test_it_is_announced(api, firm, arrived, announced):
    matter = a_matter(firm)
    document = a_document(firm, matter)

    confirmed = data(api.post(f"/uploads/{arrived(document).id}/confirm"))

    assert announced()[-1] == ("document.uploaded", {
        "upload": confirmed, "document": {"id": document.id, "name": document.name, "matter_id": matter.id},
        "matter": {"id": matter.id, "title": matter.title}})


@pytest.mark.parametrize("body", [b"", b"x", os.urandom(9999), b"\0" * MEGABYTE], ids=["none", "one", "any", "nought"])
def test_the_bytes_come_back_as_they_were_and_the_real_length_is_recorded(api, arrived, served, body):
    upload = arrived(body=body, file_size_bytes=17)

    answer = data(api.post(f"/uploads/{upload.id}/confirm"))

    assert answer["file_size_bytes"] == len(body)
    assert served(upload.id).content == body


def test_a_file_that_never_arrived_is_not_found_until_it_does(api, firm, put):
    upload = an_issued_upload(firm)
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_not_found_in_storage")

    put(upload.upload_url, PDF, "application/pdf")

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"


def test_after_expiry_it_is_the_url_that_expired(api, firm, expire):
    upload = an_issued_upload(firm)
    expire(upload)

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "upload_url_expired")


def test_a_file_that_arrived_in_time_is_accepted_after_expiry(api, arrived, expire, served):
    upload = arrived()
    expire(upload)

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["status"] == "pending"
    assert served(upload.id).content == PDF


def test_a_second_confirmation_is_refused_and_announces_nothing(api, arrived, announced):
    upload = arrived()
    api.post(f"/uploads/{upload.id}/confirm")
    told = announced()

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (409, "upload_already_confirmed")
    assert announced() == told


@pytest.mark.parametrize("review", ["approved", "rejected"])
def test_a_reviewed_one_was_confirmed_before(api, firm, put, review):
    upload = an_upload(firm, put)
    api.patch(f"/uploads/{upload.id}/status", {"status": review})

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (409, "upload_already_confirmed")


@pytest.mark.parametrize("times", [2, 4])
def test_of_several_at_once_one_confirms(api, arrived, at_once, announced, served, stored, times):
    upload = arrived()

    answers = at_once(times, lambda _: api.post(f"/uploads/{upload.id}/confirm"))

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (times - 1)
    assert {refusal(answer)[1] for answer in answers if answer.status_code != 200} == {"upload_already_confirmed"}
    assert [type for type, _ in announced()].count("document.uploaded") == 1
    assert served(upload.id).content == PDF
    assert stored(upload) == [Upload.get_by_id(upload.id).storage_key]


def test_what_is_sent_later_by_the_same_url_changes_nothing_that_is_served(api, arrived, put, served):
    upload = arrived()
    confirmed = data(api.post(f"/uploads/{upload.id}/confirm"))

    assert put(upload.upload_url, b"something else altogether", "application/pdf").status_code == 200

    assert served(upload.id).content == PDF
    shown = data(api.get(f"/documents/{upload.document_id}"))["upload"]
    assert shown["file_size_bytes"] == confirmed["file_size_bytes"]
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (409, "upload_already_confirmed")
    assert served(upload.id).content == PDF


def test_a_file_over_the_limit_is_refused_and_deleted(api, firm, arrived, announced, stored):
    document = a_document(firm, max_file_size_mb=1)
    upload = arrived(document, body=b"x" * (MEGABYTE + 1), file_size_bytes=10)
    told = announced()

    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_too_large")

    assert stored(upload) == []
    assert data(api.get(f"/documents/{document.id}"))["status"] == "pending"
    assert announced() == told
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_not_found_in_storage")


def test_a_file_of_exactly_the_limit_is_taken(api, firm, arrived):
    upload = arrived(a_document(firm, max_file_size_mb=1), body=b"x" * MEGABYTE)

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["file_size_bytes"] == MEGABYTE


def test_after_a_file_too_large_a_smaller_one_may_follow_by_the_same_url(api, firm, arrived, put):
    upload = arrived(a_document(firm, max_file_size_mb=1), body=b"x" * (MEGABYTE + 1), file_size_bytes=10)
    api.post(f"/uploads/{upload.id}/confirm")

    put(upload.upload_url, PDF, "application/pdf")

    assert data(api.post(f"/uploads/{upload.id}/confirm"))["file_size_bytes"] == len(PDF)


def test_a_file_for_a_document_approved_meanwhile_is_refused(api, firm, arrived, announced, stored):
    document = a_document(firm)
    first, late = arrived(document), arrived(document)
    api.post(f"/uploads/{first.id}/confirm")
    api.patch(f"/uploads/{first.id}/status", {"status": "approved"})
    told = announced()

    assert refusal(api.post(f"/uploads/{late.id}/confirm")) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{document.id}"))["upload"]["id"] == first.id
    assert stored(late, "files") == []
    assert announced() == told


@pytest.mark.parametrize("id", ["upl_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_an_unknown_one_is_not_found(api, id):
    answer = api.post(f"/uploads/{id}/confirm")

    assert refusal(answer) == (404, "upload_not_found")
    assert answer.json["error"]["details"] == {"id": id, "resource": "upload"}
