"""A large file is sent in parts with an intake link, each to a signed URL of its own."""

from datetime import timedelta

import pytest
import requests

from intake.cases.uploads.jobs import remove_files
from intake.cases.uploads.models import Upload
from intake.cases.uploads.parts import issue_part_url
from intake.core.clock import now
from intake.gateways.storage import PartsGone, storage
from tests.builders import PDF, PNG, a_document, a_matter, an_issued_upload
from tests.core.answers import data, refusal, wrong_fields

MIB = 1024 * 1024
LARGE = PDF + b"%" * (7 * MIB)


@pytest.fixture
def begun(send, document):
    """Begin an upload: `begun(body, place="photos", filename="…")` returns its id."""
    def begin(body=LARGE, place="uploads", **values):
        file = {"filename": "deed.pdf", "content_type": "application/pdf", "file_size_bytes": len(body)} | values
        return data(send(f"/documents/{document.id}/{place}", file), 201)["upload_id"]

    return begin


@pytest.fixture
def send_part(send):
    """Send one part of an upload's file, and return where the next one starts: `send_part(upload_id, 0, body)`."""
    def put_part(upload_id, start, body):
        part = data(send(f"/uploads/{upload_id}/parts", {"start": start}), 201)
        stored = requests.put(part["upload_url"], data=body[start:part["end"]], timeout=30)
        assert stored.status_code == 200, stored.text
        return part["end"]

    return put_part


def confirmed_bytes(document, upload_id):
    with storage.open(Upload.fetch(document, upload_id).storage_key) as stream:
        return stream.read()


def test_a_file_is_made_of_its_parts(send, begun, send_part, document):
    id = begun()
    assert send_part(id, 5 * MIB, LARGE) == len(LARGE)
    assert refusal(send(f"/uploads/{id}/confirm")) == (422, "file_not_found_in_storage")
    for _ in range(2):  # the answer to the first one was lost
        assert send_part(id, 0, LARGE) == 5 * MIB
    storage.finish_sent_parts(Upload.fetch(document, id).incoming_key, Upload.fetch(document, id).multipart_id, 2)

    assert data(send(f"/uploads/{id}/confirm"))["file_size_bytes"] == len(LARGE)  # an earlier one had been interrupted

    assert confirmed_bytes(document, id) == LARGE
    assert refusal(send(f"/uploads/{id}/parts", {"start": 0})) == (409, "upload_already_confirmed")
    assert refusal(send(f"/uploads/{id}/confirm")) == (409, "upload_already_confirmed")


def test_a_photo_is_sent_in_parts(send, begun, send_part, document):
    id = begun(PNG, "photos", filename="IMG_1.png", content_type="image/png")
    pages = {"filename": "Deed.pdf", "photos": [{"upload_id": id}]}
    assert refusal(send(f"/documents/{document.id}/pages", pages)) == (422, "file_not_found_in_storage")
    send_part(id, 0, PNG)
    assert data(send(f"/documents/{document.id}/pages", pages))["status"] == "pending"


def test_a_part_takes_only_its_own_bytes(send, begun):
    part = data(send(f"/uploads/{begun()}/parts", {"start": 5 * MIB}), 201)
    for size in (0, 1, 5 * MIB):
        assert requests.put(part["upload_url"], data=b"x" * size, timeout=30).status_code == 403


def test_parts_that_do_not_exist_are_refused(send, begun, firm, document, portal):
    id = begun()
    for start in (1, -1, len(LARGE), 10 * MIB, 10**30, 1.5, "1e3", None, [0]):
        assert wrong_fields(send(f"/uploads/{id}/parts", {"start": start})) == {"start"}
    assert wrong_fields(send(f"/uploads/{id}/parts")) == {"start"}
    elsewhere = an_issued_upload(firm, a_document(firm, a_matter(firm)))
    for other in (elsewhere.id, "upl_00000000000000000000000000", "x"):
        assert refusal(send(f"/uploads/{other}/parts", {"start": 0})) == (404, "upload_not_found")
    foreign = portal.browser.open("POST", portal.path(f"/uploads/{id}/parts"), json={"start": 0})
    assert foreign.status_code == 403
    Upload.update(created_at=now() - timedelta(hours=13)).where(Upload.id == id).execute()
    assert refusal(send(f"/uploads/{id}/parts", {"start": 0})) == (422, "upload_url_expired")
    assert Upload.fetch(document, id).multipart_id is None


def test_parts_requested_at_once_are_of_one_file(begun, at_once, document):
    upload = Upload.fetch(document, begun())
    urls = at_once(4, lambda _: issue_part_url(upload, 0)["upload_url"])
    multipart_id = Upload.fetch(upload, upload.id).multipart_id
    assert all(f"uploadId={multipart_id}&" in url for url in urls)


def test_parts_of_an_unfinished_file_are_removed(begun, send_part, document):
    upload = Upload.fetch(document, begun())
    send_part(upload.id, 0, LARGE)
    upload = Upload.fetch(document, upload.id)
    remove_files(upload.incoming_key)
    with pytest.raises(PartsGone):
        storage.finish_sent_parts(upload.incoming_key, upload.multipart_id, 1)
