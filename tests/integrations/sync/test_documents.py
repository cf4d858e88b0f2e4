"""Syncing approved documents to Clio: three steps each, streamed from storage."""

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import record_scan
from intake.cases.uploads.states import CLEAN
from intake.core.clock import now
from intake.engine.events.models import Event
from intake.engine.tasks.models import Task
from intake.integrations.sync.actions import plan_run
from intake.integrations.sync.models import SyncLog
from tests.builders import a_document, an_upload
from tests.stand_ins.clamd import Clamd, scanning_at

from .killable import KillableRuns

MEGABYTE = 1024 ** 2


def documents_of(log):
    return {row.upload_id: row for row in SyncLog.documents_of(log)}


def test_only_approved_documents_are_sent(clio, connection, matter, approved, run, firm, put):
    an_upload(firm, put, a_document(firm, matter))
    a_document(firm, matter)
    approved(matter, filename="approved.pdf")
    run(matter)

    assert [document["name"] for document in clio.visible_documents()] == ["approved.pdf"]


def test_document_is_sent_once(clio, connection, matter, approved, run):
    upload = approved(matter)
    first, second = run(matter), run(matter)

    assert len(clio.documents) == 1
    assert (first.details["documents_uploaded"], second.details["documents_uploaded"]) == (1, 0)
    assert documents_of(first)[upload.id].status == "success"
    assert documents_of(second) == {}


def test_token_is_not_sent_to_the_storage(clio, connection, matter, approved, run):
    approved(matter, content_type="application/pdf")
    run(matter)
    [sent] = clio.calls_to("PUT /storage/")

    assert "authorization" not in sent.headers


def test_unusual_filenames(clio, connection, matter, approved, run):
    names = ["Führerschein – Kopie.pdf", "a \"b\" c.pdf", "x" * 200 + ".pdf", "same.pdf", "same.pdf"]
    for number, name in enumerate(names):
        approved(matter, f"%PDF-1.4 {number}".encode(), filename=name)
    run(matter)

    assert sorted(document["name"] for document in clio.visible_documents()) == sorted(names)


def test_upload_address_may_be_long(clio, connection, matter, approved, run):
    """As those are that S3 signs with temporary credentials."""
    clio.padding = "x" * 4000
    approved(matter)

    assert run(matter).details["documents_uploaded"] == 1


def test_large_file_is_streamed(clio, connection, matter, approved, run):
    body = bytes(range(256)) * (5 * MEGABYTE // 256)
    approved(matter, body)
    run(matter)
    [document] = clio.visible_documents()

    assert clio.content_of(document) == body


def test_memory_does_not_grow_with_the_file(services, clio, connection, matter, approved, begin):
    approved(matter, b"%PDF-1.4 small")
    connection.change(token_expires_at=None)
    used = []
    with KillableRuns(services, clio.settings()) as killable_runs:
        for body in (b"", bytes(20 * MEGABYTE)):
            if body:
                approved(matter, body, filename="large.pdf")
            killable_runs.start(begin(matter).id)
            assert killable_runs.wait() == 0
            used.append(killable_runs.peak_memory)

    assert sorted(len(clio.content_of(document)) for document in clio.visible_documents()) == [14, 20 * MEGABYTE]
    assert used[1] - used[0] < 10 * MEGABYTE


def test_oversized_file_is_skipped_and_logged(clio, connection, matter, approved, run):
    upload = approved(matter)
    upload.change(file_size_bytes=101 * MEGABYTE)
    log = run(matter)

    assert (log.status, log.details["documents_uploaded"], clio.documents) == ("success", 0, {})
    assert documents_of(log)[upload.id].status == "skipped"
    assert "by hand" in documents_of(log)[upload.id].error_message


def test_refused_document_does_not_stop_the_others(clio, connection, matter, approved, run):
    uploads = [approved(matter, filename=f"{number}.pdf") for number in range(3)]

    def refuse(moment, call):
        if moment == "before" and call.method == "POST" and call.json.get("data", {}).get("name") == "1.pdf":
            clio.fail(422)

    clio.on_request = refuse
    log = run(matter)
    rows = documents_of(log)

    assert (log.status, log.error_code) == ("failed", "platform_rejected")
    assert [rows[upload.id].status for upload in uploads] == ["success", "failed", "success"]
    assert "refused" in rows[uploads[1].id].error_message
    clio.on_request = None
    assert run(matter).details["documents_uploaded"] == 1
    assert len(clio.visible_documents()) == 3


def test_long_run_gives_other_tasks_their_turn(clio, connection, matter, approved, run, firm, monkeypatch):
    monkeypatch.setattr("intake.integrations.sync.matters._TURN_SECONDS", 0)
    for number in range(4):
        approved(matter, filename=f"{number}.pdf")

    def refuse(moment, call):
        if moment == "before" and call.method == "POST" and call.json.get("data", {}).get("name") == "1.pdf":
            clio.fail(422)

    clio.on_request = refuse
    log = run(matter)

    assert (log.status, log.error_code) == ("failed", "platform_rejected")
    assert sorted(document["name"] for document in clio.visible_documents()) == ["0.pdf", "2.pdf", "3.pdf"]
    assert Task.of(firm).where(Task.name == "sync", Task.arguments == [log.id]).count() == 3
    assert sorted(row.status for row in SyncLog.documents_of(log)) == ["failed", "success", "success", "success"]


def test_document_is_sent_once_it_was_scanned(app, clio, connection, matter, approved, run, worker):
    with Clamd() as clamd, scanning_at(app, clamd.url):
        unscanned, clean = approved(matter, filename="unscanned.pdf"), approved(matter, filename="clean.pdf")
        record_scan(clean, CLEAN)
        rows = documents_of(run(matter))
        assert [document["name"] for document in clio.visible_documents()] == ["clean.pdf"]
        assert (rows[unscanned.id].status, rows[unscanned.id].error_code) == ("skipped", "not_scanned")
        Event.update(relayed_at=now()).where(Event.relayed_at.is_null()).execute()  # those of the approvals
        record_scan(unscanned, CLEAN)
        worker.settle()
        assert {document["name"] for document in clio.visible_documents()} == {"clean.pdf", "unscanned.pdf"}


@pytest.mark.parametrize("change", [
    lambda upload: upload.change(quarantined_at=now()),
    lambda upload: (DocumentRequest.fetch(upload, upload.document_id).change(upload_id=None), upload.delete_row()),
], ids=["infected", "erased"])
def test_document_that_must_not_leave_any_more_is_left_out(change, clio, connection, matter, approved, run):
    _, other, _ = (approved(matter, filename=f"{number}.pdf") for number in range(3))

    def find_it_out(moment, call):
        if moment == "before" and call.method == "PUT":
            clio.on_request = None
            change(other)

    clio.on_request = find_it_out
    log = run(matter)

    assert (log.status, log.details.get("documents_uploaded")) == ("success", 2)
    assert sorted(document["name"] for document in clio.documents.values()) == ["0.pdf", "2.pdf"]


@pytest.mark.parametrize("fault", [500, 503, "cut", "lost", "malformed"], ids=str)
@pytest.mark.parametrize("on", ["POST /api/v4/documents", "PUT /storage", "PATCH /api/v4/documents"])
def test_failed_step_is_completed_by_the_next_sync(
        on, fault, clio, connection, matter, approved, run, let_time_pass):
    approved(matter, b"%PDF-1.4 all of it")
    clio.fail(fault, on=on)
    run(matter)
    let_time_pass()  # as the 503 asks for
    log = run(matter)
    [document] = clio.visible_documents()

    assert log.status == "success"
    assert clio.content_of(document) == b"%PDF-1.4 all of it"


@pytest.mark.parametrize("error", ["UploadTimeoutError", "UploadNotFoundError"])
def test_upload_that_clio_has_not_seen_yet_is_tried_again(
        error, clio, connection, matter, approved, worker, let_time_pass):
    approved(matter)
    clio.fail(clio.refusal(422, type=error), on="PATCH /api/v4/documents")
    log = plan_run(connection, "sync_matter", "automatic", matter.id)
    worker.perform_tasks()
    assert (SyncLog.fetch(log, log.id).status, clio.visible_documents()) == ("pending", [])
    let_time_pass()
    worker.perform_tasks()

    assert SyncLog.fetch(log, log.id).details["documents_uploaded"] == 1
    assert len(clio.documents) == len(clio.visible_documents()) == 1


def test_expired_upload_address_is_replaced(clio, connection, matter, approved, run):
    approved(matter)
    clio.fail(403, on="PUT /storage")
    assert run(matter).error_code == "platform_error"

    assert run(matter).details["documents_uploaded"] == 1
    assert len(clio.documents) == 1


def test_document_deleted_before_its_upload_is_created_again(clio, connection, matter, approved, run):
    approved(matter)
    clio.fail(500, on="PUT /storage")
    run(matter)
    clio.documents.clear()

    assert run(matter).error_code == "platform_not_found"
    assert run(matter).details["documents_uploaded"] == 1


@pytest.mark.parametrize("elsewhere", ["http://169.254.169.254", "https://10.0.0.1", "file://", "nonsense", "http://[::"])
def test_upload_addresses_in_private_networks_are_refused(elsewhere, clio, connection, matter, approved, run):
    """The upload address that a platform names must be public, or on the platform's own host."""
    approved(matter)
    api_url, clio.url = clio.url, elsewhere
    log = run(matter)

    assert (log.status, log.error_code) == ("failed", "platform_error")
    clio.url = api_url
    assert run(matter).details["documents_uploaded"] == 1
