"""From the PUT to the quarantine with a real clamd."""

import pytest

from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.gateways.storage import storage
from tests.builders import PDF, a_document
from tests.stand_ins.clamd import EICAR, SIGNATURE, scanning_at
from tests.stand_ins.real_clamd import STREAM_MAX_MB, running


@pytest.fixture(scope="module")
def clamd(tmp_path_factory):
    with running(tmp_path_factory.mktemp("clamd")) as clamd:
        yield clamd


@pytest.fixture
def upload_file(app, clamd, firm, api, put):
    """Upload, confirm and process a file by the API: `upload_file(b"…")` returns the upload as the API shows it."""

    def run(body):
        document = a_document(firm)
        issued = api.post("/uploads/signed-url", {
            "document_id": document.id, "filename": "scan.pdf", "content_type": "application/pdf",
            "file_size_bytes": len(body)}).json["data"]
        assert put(issued["upload_url"], body, "application/pdf").ok
        assert api.post(f"/uploads/{issued['upload_id']}/confirm").status_code == 200
        with scanning_at(app, clamd.url):
            process(issued["upload_id"])
        return api.get(f"/uploads/{issued['upload_id']}").json["data"]

    return run


def test_harmless_file_is_clean(upload_file, api):
    upload = upload_file(PDF)
    assert (upload["scan_status"], upload["status"]) == ("clean", "pending")
    assert api.patch(f"/uploads/{upload['id']}/status", {"status": "approved"}).status_code == 200


def test_eicar_is_quarantined(upload_file, api, firm, announced):
    upload = upload_file(EICAR)
    assert (upload["scan_status"], upload["status"], upload["type_mismatch"]) == ("infected", "rejected", True)
    assert SIGNATURE in upload["reviewer_notes"]
    document = api.get(f"/documents/{upload['document_id']}").json["data"]
    assert (document["status"], document["upload"]["scan_status"]) == ("rejected", "infected")
    assert api.get(f"/uploads/{upload['id']}/download").json["error"]["code"] == "file_quarantined"
    record = Upload.fetch(firm, upload["id"])
    assert storage.head(record.storage_key) is None
    assert storage.head(record.quarantine_key).size == len(EICAR)
    assert [type for type, _ in announced()][-2:] == ["document.rejected", "upload.quarantined"]


def test_file_over_limit_of_clamd_is_skipped(upload_file):
    assert upload_file(bytes(STREAM_MAX_MB * 1024 * 1024) + EICAR)["scan_status"] == "skipped"
