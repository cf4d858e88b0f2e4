"""Processing of infected files: quarantine, rejection and events, once."""

from contextlib import suppress

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads import actions
from intake.cases.uploads.jobs import process, process_failed
from intake.core.errors import InvalidStatusTransition
from intake.gateways.storage import StorageUnavailable, storage
from tests.builders import PNG, an_upload
from tests.stand_ins.clamd import EICAR, SIGNATURE


@pytest.fixture
def infected(firm, put):
    """A confirmed upload of an infected file."""
    return an_upload(firm, put, body=EICAR)


def document_of(upload):
    return DocumentRequest.fetch(upload, upload.document_id)


def test_infected_file_is_rejected_and_quarantined(clamd, infected, shown, api):
    process(infected.id)
    upload = shown(infected)
    assert (upload["scan_status"], upload["status"]) == ("infected", "rejected")
    assert SIGNATURE in upload["reviewer_notes"]
    assert upload["reviewed_at"]
    assert document_of(infected).status == "rejected"
    assert storage.head(infected.storage_key) is None
    with storage.open(infected.quarantine_key) as bytes_kept:
        assert bytes_kept.read() == EICAR


def test_infected_file_cannot_be_downloaded_or_approved(clamd, infected, api):
    process(infected.id)
    download = api.get(f"/uploads/{infected.id}/download")
    assert (download.status_code, download.json["error"]["code"]) == (422, "file_quarantined")
    approval = api.patch(f"/uploads/{infected.id}/status", {"status": "approved"})
    assert (approval.status_code, approval.json["error"]["code"]) == (422, "invalid_status_transition")


def test_infected_file_records_events(clamd, infected, rejections):
    process(infected.id)
    (_, rejected), (_, quarantined) = rejections()
    assert SIGNATURE in rejected["reviewer_notes"]
    assert rejected["upload"]["status"] == "rejected"
    assert quarantined["scan_signature"] == SIGNATURE
    assert quarantined["matter"] == rejected["matter"]


def test_client_can_replace_infected_file(clamd, firm, put, infected):
    process(infected.id)
    another = an_upload(firm, put, document_of(infected))
    process(another.id)
    assert document_of(another).status == "uploaded"


def test_approved_infected_file_is_rejected(clamd, firm, infected, rejections, shown):
    actions.review(firm, infected.id, "approved", "Thank you")
    process(infected.id)
    assert shown(infected)["status"] == "rejected"
    assert document_of(infected).status == "rejected"
    assert [type for type, _ in rejections()] == ["document.rejected", "upload.quarantined"]


def test_rejected_infected_file_records_one_rejection(clamd, firm, infected, rejections, shown):
    actions.review(firm, infected.id, "rejected", "The wrong page")
    process(infected.id)
    assert SIGNATURE in shown(infected)["reviewer_notes"]
    assert [type for type, _ in rejections()] == ["document.rejected", "upload.quarantined"]


def test_replaced_infected_file_leaves_document_unchanged(clamd, firm, put, infected, shown):
    an_upload(firm, put, document_of(infected))
    process(infected.id)
    assert shown(infected)["status"] == "rejected"
    assert document_of(infected).status == "uploaded"


def test_second_run_changes_nothing(clamd, infected, rejections, shown):
    process(infected.id)
    before = shown(infected), rejections()
    process(infected.id)
    process_failed(infected.id)
    assert (shown(infected), rejections()) == before
    assert clamd.connections == 1


@pytest.mark.parametrize("body", [PNG, EICAR])
def test_concurrent_runs_record_one_result(clamd, firm, put, body, at_once, rejections, shown):
    upload = an_upload(firm, put, body=body)

    def one(_):
        with suppress(StorageUnavailable):  # it was moved during the copy; then the task is tried again
            process(upload.id)

    at_once(6, one)
    process(upload.id)
    assert shown(upload)["scan_status"] == ("clean" if body == PNG else "infected")
    assert len(rejections()) == (0 if body == PNG else 2)


def test_concurrent_review_leaves_infected_file_rejected(clamd, firm, put, at_once, shown):
    for _ in range(5):
        upload = an_upload(firm, put, body=EICAR)

        def one(index, upload=upload):
            if index:
                process(upload.id)
            else:
                with suppress(InvalidStatusTransition):  # the scan was faster
                    actions.review(firm, upload.id, "approved")

        at_once(2, one)
        assert shown(upload)["status"] == "rejected"
        assert document_of(upload).status == "rejected"


def test_next_run_completes_interrupted_quarantine(clamd, infected, rejections):
    actions.quarantine(infected, SIGNATURE)
    assert storage.head(infected.storage_key)
    process(infected.id)
    assert storage.head(infected.storage_key) is None
    assert len(rejections()) == 2


def test_filename_is_not_interpreted(clamd, firm, put, shown, rejections):
    name = "\"><script>alert(1)<script> & {0} %s ; rm -rf '.pdf"
    upload = an_upload(firm, put, body=EICAR, filename=name)
    process(upload.id)
    assert shown(upload)["filename"] == name
    assert rejections()[0][1]["upload"]["filename"] == name
    assert name not in shown(upload)["reviewer_notes"]
