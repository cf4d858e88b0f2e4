"""Processing of confirmed uploads: scanned, skipped, or left pending for another attempt."""

import hashlib

import pytest

from intake.cases.uploads import actions
from intake.cases.uploads.jobs import process, process_failed
from intake.cases.uploads.models import Upload
from intake.gateways.scanner import ScannerUnavailable
from intake.gateways.storage import StorageUnavailable, storage
from tests.builders import PDF, a_document, an_issued_upload, an_upload
from tests.stand_ins.clamd import EICAR, Clamd, answering, hang_up, honest, scanning_at
from tests.stand_ins.pdfs import pdf

UNKNOWN = "upl_01JD0Q8Z4W6V9XK3M5N7P2R4T6"


@pytest.fixture
def clean(firm, put):
    """A confirmed upload of a harmless file."""
    return an_upload(firm, put)


def test_new_upload_has_pending_scan(clean, shown):
    assert shown(clean)["scan_status"] == "pending"
    assert [shown(clean)[name] for name in ("sha256", "detected_type", "page_count")] == [None] * 3


def test_clean_file_shows_inspection_result(clamd, firm, put, shown, api):
    body = pdf(3)
    upload = an_upload(firm, put, body=body)
    process(upload.id)
    assert shown(upload).items() >= {
        "status": "pending", "scan_status": "clean", "sha256": hashlib.sha256(body).hexdigest(),
        "detected_type": "application/pdf", "type_mismatch": False, "page_count": 3}.items()
    assert api.get(f"/uploads/{upload.id}/download").json["data"]["scan_status"] == "clean"
    assert api.get(f"/documents/{upload.document_id}").json["data"]["upload"]["scan_status"] == "clean"


@pytest.mark.parametrize(("body", "detected_type"), [
    (b"", "inode/x-empty"), (b"Hello", "text/plain"), (b"%PDF-1.7\n\x80garbage", "application/pdf"),
])
def test_type_mismatch_is_shown_and_not_rejected(
        clamd, firm, put, shown, body, detected_type):
    upload = an_upload(firm, put, body=body, file_size_bytes=1)
    process(upload.id)
    assert shown(upload).items() >= {
        "status": "pending", "scan_status": "clean", "detected_type": detected_type,
        "type_mismatch": detected_type != "application/pdf", "page_count": None}.items()


@pytest.mark.parametrize("body", [PDF, EICAR])
def test_without_scanner_file_is_skipped_but_inspected(firm, put, shown, body):
    upload = an_upload(firm, put, body=body)
    process(upload.id)
    assert shown(upload)["scan_status"] == "skipped"
    assert shown(upload)["sha256"] == hashlib.sha256(body).hexdigest()


def test_file_over_scan_limit_is_skipped_but_inspected(app, clamd, firm, put, shown):
    body = bytes(1024 * 1024) + EICAR
    upload = an_upload(firm, put, body=body)
    with scanning_at(app, clamd.url, max_mb=1):
        process(upload.id)
    assert shown(upload)["scan_status"] == "skipped"
    assert shown(upload)["sha256"] == hashlib.sha256(body).hexdigest()


@pytest.mark.parametrize("behaviour", [hang_up, answering(b"stream: Can't allocate memory ERROR\0")])
def test_unavailable_scanner_leaves_scan_pending(app, clean, shown, behaviour):
    with Clamd(behaviour) as clamd, scanning_at(app, clamd.url), pytest.raises(ScannerUnavailable):
        process(clean.id)
    assert shown(clean)["scan_status"] == "pending"
    with Clamd() as clamd, scanning_at(app, clamd.url):
        process(clean.id)
    assert shown(clean)["scan_status"] == "clean"


def test_unavailable_storage_leaves_scan_pending(clamd, services, clean, shown):
    services.s3.stop()
    try:
        with pytest.raises(StorageUnavailable):
            process(clean.id)
    finally:
        services.s3.start()
    assert shown(clean)["scan_status"] == "pending"


def test_interrupted_stream_leaves_scan_pending(app, services, firm, put, shown):
    upload = an_upload(firm, put, a_document(firm), body=bytes(20_000_000))

    def break_storage(talk):
        services.s3.kill()
        honest(talk)

    try:
        with Clamd(break_storage) as clamd, scanning_at(app, clamd.url), pytest.raises(StorageUnavailable):
            process(upload.id)
    finally:
        services.s3.start()
    assert shown(upload)["scan_status"] == "pending"


def test_last_failed_attempt_marks_scan_failed(clean, shown, rejections):
    process_failed(clean.id)
    assert shown(clean)["scan_status"] == "failed"
    assert (shown(clean)["status"], rejections()) == ("pending", [])


def test_missing_file_marks_scan_failed(clamd, clean, shown):
    storage.delete(clean.storage_key)
    process(clean.id)
    assert shown(clean)["scan_status"] == "failed"
    assert storage.head(clean.incoming_key), "it may be all that is left of the file"


def test_unconfirmed_and_unknown_uploads_are_ignored(clamd, firm):
    issued = an_issued_upload(firm)
    for id in (issued.id, UNKNOWN, "nonsense"):
        process(id)
        process_failed(id)
    assert Upload.fetch(firm, issued.id).scan_status == "pending"


def test_file_put_after_confirmation_is_ignored(clamd, firm, put, shown):
    issued = an_issued_upload(firm)
    put(issued.upload_url, PDF, "application/pdf")
    upload = actions.confirm(firm, issued.id)
    assert put(issued.upload_url, EICAR, "application/pdf").ok
    process(upload.id)
    assert shown(upload)["scan_status"] == "clean"
    with storage.open(upload.storage_key) as served:
        assert served.read() == PDF


def test_upload_is_shown_to_its_firm_once_confirmed(firm, clean, api_of, rival_api):
    assert rival_api.get(f"/uploads/{clean.id}").status_code == 404
    assert api_of(firm).get(f"/uploads/{an_issued_upload(firm).id}").status_code == 404
    assert api_of(firm, "documents:write").get(f"/uploads/{clean.id}").status_code == 403


def test_response_of_confirmation_has_documented_fields(firm, put, api):
    issued = an_issued_upload(firm, a_document(firm))
    put(issued.upload_url, PDF, "application/pdf")
    assert set(api.post(f"/uploads/{issued.id}/confirm").json["data"]) == {
        "id", "document_id", "filename", "content_type", "file_size_bytes", "status", "uploaded_at"}


def test_shown_upload_can_be_sent_back_with_review(clean, shown, api):
    answer = api.patch(f"/uploads/{clean.id}/status", shown(clean) | {"status": "approved"})
    assert answer.status_code == 200, answer.text
