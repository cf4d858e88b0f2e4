"""From the PUT to the quarantine, with the real clamd."""

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
def hand_in(app, clamd, firm, api, put):
    """A file goes the whole way, by the API: `hand_in(b"…")` gives what the API then says of the upload."""

    def handed_in(body):
        document = a_document(firm)
        issued = api.post("/uploads/signed-url", {
            "document_id": document.id, "filename": "scan.pdf", "content_type": "application/pdf",
            "file_size_bytes": len(body)}).json["data"]
        assert put(issued["upload_url"], body, "application/pdf").ok
        assert api.post(f"/uploads/{issued['upload_id']}/confirm").status_code == 200
        with scanning_at(app, clamd.url):
            process(issued["upload_id"])
        return api.get(f"/uploads/{issued['upload_id']}").json["data"]

    return handed_in


def test_a_harmless_file_is_clean(hand_in, api):
    upload = hand_in(PDF)
    assert (upload["scan_status"], upload["status"]) == ("clean", "pending")
    assert api.patch(f"/uploads/{upload['id']}/status", {"status": "approved"}).status_code == 200


def test_eicar_is_locked_away(hand_in, api, firm, announced):
    upload = hand_in(EICAR)
    assert (upload["scan_status"], upload["status"], upload["type_mismatch"]) == ("infected", "rejected", True)
    assert SIGNATURE in upload["reviewer_notes"]
    document = api.get(f"/documents/{upload['document_id']}").json["data"]
    assert (document["status"], document["upload"]["scan_status"]) == ("rejected", "infected")
    assert api.get(f"/uploads/{upload['id']}/download").json["error"]["code"] == "file_quarantined"
    record = Upload.fetch(firm, upload["id"])
    assert storage.head(record.storage_key) is None
    assert storage.head(record.quarantine_key).size == len(EICAR)
    assert [type for type, _ in announced()][-2:] == ["document.rejected", "upload.quarantined"]


def test_a_file_too_large_for_clamd_is_never_clean(hand_in):
    assert hand_in(bytes(STREAM_MAX_MB * 1024 * 1024) + EICAR)["scan_status"] == "skipped"
