"""Uploading a file with an intake link: the API's actions, but only for the link's own matter (docs/portal.md)."""

import io
import tempfile
import zlib
from functools import partial
from time import monotonic

import pytest
from pypdf import PdfWriter

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.cases.uploads.storage_used import StorageUsed
from intake.core.clock import now
from intake.gateways.storage import storage
from intake.portal.checklist.uploading import MAX_FILES
from intake.portal.checklist.usable import opening
from tests.browsing import Browser
from tests.builders import PDF, PNG, a_document, an_issued_upload, an_upload
from tests.core.answers import data, refusal, wrong_fields

FILE = {"filename": "passport.pdf", "content_type": "application/pdf", "file_size_bytes": len(PDF)}
JSON = {"Accept": "application/json"}


@pytest.fixture
def issue(send, document):
    """Request a signed URL: `issue(filename="…")`."""
    return lambda document=document, **values: send(f"/documents/{document.id}/uploads", FILE | values)


def test_a_file_is_uploaded(issue, send, put, document, announced):
    issued = data(issue(), 201)
    assert put(issued["upload_url"], PDF, "application/pdf").status_code == 200

    confirmed = data(send(f"/uploads/{issued['upload_id']}/confirm"))

    assert (confirmed["id"], confirmed["document_id"]) == (issued["upload_id"], document.id)
    assert DocumentRequest.fetch(document, document.id).upload_id == issued["upload_id"]
    assert "document.uploaded" in [type for type, _ in announced()]


def test_photos_become_one_file(issue, send, put, document, announced):
    document.change(accepted_types=["application/pdf"])
    photo = {"filename": "IMG_1.png", "content_type": "image/png", "file_size_bytes": len(PNG)}
    ids = []
    for _ in range(2):
        issued = data(send(f"/documents/{document.id}/photos", photo), 201)
        assert put(issued["upload_url"], PNG, "image/png").status_code == 200
        ids.append(issued["upload_id"])
    assert wrong_fields(send(f"/documents/{document.id}/photos", FILE)) == {"content_type"}
    assert refusal(send(f"/uploads/{ids[0]}/confirm")) == (422, "file_of_another_kind")  # only as a page
    assert put(issued["upload_url"], PNG, "image/png").status_code == 200

    body = {"filename": "Passport.pdf", "photos": [{"upload_id": id, "turn": 90} for id in ids]}
    assert refusal(send(f"/documents/{document.id}/pages", body)) == (422, "file_not_found_in_storage")
    body["photos"] = [{"upload_id": ids[1], "crop": [0, 0, 0.5, 1]}]
    confirmed = data(send(f"/documents/{document.id}/pages", body))
    assert (confirmed["id"], confirmed["filename"], confirmed["content_type"]) == (
        ids[1], "Passport.pdf", "application/pdf")
    assert refusal(send(f"/documents/{document.id}/pages", body)) == (409, "upload_already_confirmed")
    assert [type for type, _ in announced()].count("document.uploaded") == 1


def encrypted_pdf(password):
    """Return a PDF with a page that opens with the password; without a password it is only restricted."""
    writer, file = PdfWriter(), io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.encrypt(password, owner_password="owner", algorithm="AES-128")
    writer.write(file)
    return file.getvalue()


def test_useless_file_is_refused_at_once(issue, send, put, document, announced):
    cases = ((b"MZ" + b"\0" * 500, "application/pdf", 422, "file_of_another_kind"),
             (encrypted_pdf("secret"), "application/pdf", 422, "file_needs_password"),
             (encrypted_pdf(""), "application/pdf", 200, None),
             (PNG, "application/pdf", 200, None),  # it can still be read
             (b"Hello", "text/plain", 200, None))
    for body, content_type, status, code in cases:
        issued = data(issue(content_type=content_type, file_size_bytes=len(body)), 201)
        assert put(issued["upload_url"], body, content_type).status_code == 200
        answer = send(f"/uploads/{issued['upload_id']}/confirm")
        assert (answer.status_code, answer.json.get("error", {}).get("code")) == (status, code)
        upload = Upload.fetch(document, issued["upload_id"])
        assert (upload.status == ISSUED, storage.head(upload.incoming_key) is None) == ((code is not None,) * 2)
    assert len([type for type, _ in announced() if type == "document.uploaded"]) == 3


def test_a_file_that_takes_long_to_draw_lets_others_go_on(issue, send, put):
    drawing = zlib.compress(b"0 0 600 800 re f 0 0 m 600 800 l S\n" * 200_000)
    hostile = (b"%%PDF-1.7\n%%/Encrypt\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj "
               b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
               b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<<>>/Contents 4 0 R>>endobj "
               b"4 0 obj<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream endobj\n"
               b"trailer<</Root 1 0 R>>\n%%%%EOF\n" % (len(drawing), drawing))
    sent = []
    for body in (hostile, encrypted_pdf("secret")):
        sent.append(data(issue(file_size_bytes=len(body)), 201))
        assert put(sent[-1]["upload_url"], body, "application/pdf").status_code == 200
    began = monotonic()
    assert data(send(f"/uploads/{sent[0]['upload_id']}/confirm"))["status"] == "pending"
    assert monotonic() - began < 10  # drawing it takes 15 s of a processor
    with opening:  # while another file is being inspected
        assert data(send(f"/uploads/{sent[1]['upload_id']}/confirm"))["status"] == "pending"


def test_with_a_full_disk_a_file_is_taken_without_a_look_into_it(issue, send, put, monkeypatch):
    body = encrypted_pdf("secret")
    issued = data(issue(file_size_bytes=len(body)), 201)
    assert put(issued["upload_url"], body, "application/pdf").status_code == 200
    monkeypatch.setattr(tempfile, "TemporaryFile", partial(open, "/dev/full", "r+b"))
    assert data(send(f"/uploads/{issued['upload_id']}/confirm"))["status"] == "pending"


@pytest.mark.parametrize("body", [PDF + b"!", PDF[:-1], PDF * 10], ids=["longer", "shorter", "much longer"])
def test_the_exact_length_is_bound(issue, put, body):
    issued = data(issue(), 201)

    assert put(issued["upload_url"], body, "application/pdf").status_code == 403


def test_wrong_types_and_sizes_are_refused(issue, document):
    document.change(accepted_types=["image/png"], max_file_size_mb=1)

    assert wrong_fields(issue(file_size_bytes=2 * 1024 * 1024)) == {"content_type", "file_size_bytes"}


@pytest.mark.parametrize("body", [
    {}, FILE | {"filename": ""}, FILE | {"filename": "\0"}, FILE | {"filename": "\ud800"}, FILE | {"filename": 7},
    FILE | {"filename": "x" * 256}, FILE | {"file_size_bytes": 0}, FILE | {"file_size_bytes": -1},
    FILE | {"file_size_bytes": "5"}, FILE | {"file_size_bytes": 10**30}, FILE | {"content_type": "nonsense"},
    FILE | {"content_type": None}, FILE | {"document_id": "doc_x"}, FILE | {"status": "approved"},
], ids=range(14))
def test_an_invalid_body_is_refused(send, document, body):
    assert wrong_fields(send(f"/documents/{document.id}/uploads", body))


def test_a_body_must_be_a_json_object(portal, send, document):
    assert refusal(send("", [1], portal.path(f"/documents/{document.id}/uploads"))) == (400, "invalid_request")


def test_uploading_needs_a_valid_csrf_token(portal, document, issue):
    path = portal.path(f"/documents/{document.id}/uploads")
    for headers in ({}, {"X-CSRF-Token": "0" * 64}, {"X-CSRF-Token": "é"}):
        answer = portal.browser.open("POST", path, json=FILE, headers=JSON | headers)
        assert refusal(answer) == (403, "foreign_page")
    assert Upload.of(document).count() == 0


def unreachable_documents(firm, rival, portal):
    """Ids that the link must not reach: of another matter, of another firm, unknown and malformed ones."""
    return [a_document(firm).id, a_document(rival).id, "doc_01JD0000000000000000000000", "doc_x", "x" * 3000, "%00"]


def test_documents_of_other_matters_are_not_found(send, firm, rival, portal):
    for id in unreachable_documents(firm, rival, portal):
        for place, body in (("uploads", FILE), ("photos", FILE), ("pages", {
                "filename": "a.pdf", "photos": [{"upload_id": "upl_x"}]})):
            status, code = refusal(send(f"/documents/{id}/{place}", body))
            assert (status, code) in [(404, "document_not_found"), (404, "not_found")]


def test_uploads_of_other_matters_are_not_found(send, firm, rival, portal, put):
    for upload in (an_issued_upload(firm), an_issued_upload(rival), an_upload(firm, put), an_upload(rival, put)):
        answer = send(f"/uploads/{upload.id}/confirm")
        assert refusal(answer) == (404, "upload_not_found")
        assert answer.json["error"]["details"] == {"id": upload.id, "resource": "upload"}


def test_a_missing_file_cannot_be_confirmed(issue, send):
    id = data(issue(), 201)["upload_id"]

    assert refusal(send(f"/uploads/{id}/confirm")) == (422, "file_not_found_in_storage")
    Upload.update(url_expires_at=now()).where(Upload.id == id).execute()
    assert refusal(send(f"/uploads/{id}/confirm")) == (422, "upload_url_expired")


def test_a_second_confirmation_is_refused(issue, send, put):
    issued = data(issue(), 201)
    put(issued["upload_url"], PDF, "application/pdf")
    send(f"/uploads/{issued['upload_id']}/confirm")

    assert refusal(send(f"/uploads/{issued['upload_id']}/confirm")) == (409, "upload_already_confirmed")


def test_an_approved_item_takes_no_more(issue, document):
    document.change(status="approved")

    assert refusal(issue()) == (422, "invalid_status_transition")


def test_an_item_has_a_limit_of_files(issue, document, firm):
    for _ in range(MAX_FILES):
        an_issued_upload(firm, document)

    assert refusal(issue()) == (422, "too_many_files")


def test_a_client_hands_in_although_the_storage_is_full_and_the_firm_is_notified(issue, firm, announced):
    firm.change(plan="standard")
    StorageUsed.insert(firm_id=firm.id, bytes=25 * 1024**3).execute()

    data(issue(), 201)
    assert announced()[-1][0] == "storage.limit_reached"


def test_uploads_of_a_link_are_limited(issue, app, portal):
    limiter = app.extensions["rate_limiter"]
    for _ in range(60):
        limiter.hit(f"portal:upload:{portal.link.id}", 60)

    answer = issue()

    assert refusal(answer) == (429, "rate_limit_exceeded")
    assert 0 < int(answer.headers["Retry-After"]) <= 60


@pytest.mark.parametrize("change", [{"status": "archived"}, {"status": "closed"}])
def test_an_inactive_matter_takes_no_files(issue, send, portal, document, change):
    upload = data(issue(), 201)["upload_id"]
    portal.matter.change(**change)

    assert refusal(issue()) == (410, "intake_link_closed")
    assert refusal(send(f"/uploads/{upload}/confirm")) == (410, "intake_link_closed")


def test_an_expired_link_takes_no_files(issue, portal):
    portal.link.change(expires_at=now())

    assert refusal(issue()) == (410, "intake_link_expired")


def test_a_wrong_token_gets_404(app, document):
    answer = Browser(app).open("POST", f"/p/{'x' * 38}/documents/{document.id}/uploads", json=FILE, headers=JSON)

    assert refusal(answer) == (404, "intake_link_not_found")


def test_files_cannot_be_downloaded(portal, firm, put, document):
    upload = an_upload(firm, put, document)

    for place in (f"/uploads/{upload.id}", f"/uploads/{upload.id}/download"):
        answer = portal.get(place)
        assert (answer.status_code, answer.location) == (303, portal.path())  # like every address without a page
    assert upload.storage_key not in portal.get("/documents").text
