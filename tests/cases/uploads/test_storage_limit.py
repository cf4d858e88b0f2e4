"""The storage of the firm's plan is enforced when an upload begins, by a count that the database keeps."""

from datetime import timedelta

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import quarantine, review
from intake.cases.uploads.models import Upload
from intake.cases.uploads.storage_used import StorageChange, StorageUsed
from intake.cases.uploads.withdrawal import withdraw
from intake.core.clock import now
from intake.core.db import db
from intake.messaging.notifications.models import Notification
from tests.builders import PDF, a_document, an_issued_upload, an_upload
from tests.core.answers import data, refusal

PLAN_GB = 25


@pytest.fixture
def document(firm):
    firm.change(plan="standard")
    return a_document(firm)


@pytest.fixture
def ask(api, document):
    """Request a signed URL for a file of this size: `ask(1000)`."""
    return lambda size=1000: api.post("/uploads/signed-url", {
        "document_id": document.id, "filename": "deed.pdf", "content_type": "application/pdf", "file_size_bytes": size})


@pytest.fixture
def fill(firm):
    """Fill the storage except for some bytes: `fill(but=100)`."""
    def store(but=0):
        StorageUsed.insert(firm_id=firm.id, bytes=PLAN_GB * 1024**3 - but).execute()

    return store


def counted(firm):
    """Return the stored count, after comparing it with the actual sum."""
    total = sum(row.file_size_bytes for row in Upload.of(firm).where(Upload.status != "issued"))
    assert StorageUsed.bytes_of(firm) == total
    return total


def test_a_file_that_does_not_fit_is_refused(ask, fill, firm):
    fill(but=1000)

    assert ask(1000).status_code == 200
    assert refusal(ask(1001)) == (422, "storage_limit_reached")
    assert Upload.of(firm).count() == 1


def test_the_plan_decides(ask, fill, firm):
    fill()
    assert refusal(ask()) == (422, "storage_limit_reached")

    firm.change(plan="pro")
    assert ask().status_code == 200


def test_another_firm_has_its_own_storage(fill, rival):
    fill()
    rival.change(plan="standard")

    assert an_issued_upload(rival).status == "issued"


def test_confirmed_files_are_counted(firm, put):
    an_issued_upload(firm)
    assert counted(firm) == 0

    upload = an_upload(firm, put, body=PDF + b"more")
    assert counted(firm) == len(PDF) + 4
    review(firm, upload.id, "rejected")
    quarantine(an_upload(firm, put), "Eicar")
    assert counted(firm) == 2 * len(PDF) + 4


def test_removed_files_are_subtracted(firm, put, ask, document):
    first, second = an_upload(firm, put, document), an_upload(firm, put, document)
    withdraw(firm, DocumentRequest.fetch(firm, document.id).matter_id, first.id)
    assert counted(firm) == len(PDF)

    db.execute_sql("DELETE FROM document_requests WHERE id = %s", (a_document(firm).id,))
    db.execute_sql("UPDATE document_requests SET upload_id = NULL WHERE id = %s", (document.id,))
    db.execute_sql("DELETE FROM document_requests WHERE id = %s", (document.id,))
    assert counted(firm) == 0
    assert not Upload.of(firm).where(Upload.id == second.id).exists()


def test_concurrent_confirmations_are_all_counted(firm, arrived, at_once, api_of):
    uploads, clients = [arrived() for _ in range(6)], [api_of(firm) for _ in range(6)]
    at_once(6, lambda i: data(clients[i].post(f"/uploads/{uploads[i].id}/confirm")))

    assert counted(firm) == 6 * len(PDF)


def test_confirmations_of_a_firm_do_not_wait_for_each_other(firm, arrived, at_once):
    """One stays uncommitted while others continue and their rows are added up repeatedly."""
    uploads = [arrived() for _ in range(2)]
    columns = {"status": "pending", "storage_key": "files/x", "uploaded_at": now()}

    def others(_):
        for size in range(1, 41):
            uploads[1].change(**columns, file_size_bytes=size)
        return StorageUsed.bytes_of(firm)

    with db.atomic():
        uploads[0].change(**columns, file_size_bytes=1000)
        assert at_once(1, others) == [40]
    assert others(0) == 1040
    assert StorageChange.select().where(StorageChange.firm_id == firm.id).count() <= 40
    uploads[1].change(status="issued")
    assert StorageUsed.bytes_of(firm) == 1000


def test_what_was_begun_before_may_go_beyond_the_limit(firm, ask, fill, put, api):
    fill(but=1000)
    begun = [data(ask()) for _ in range(2)]
    for upload in begun:
        put(upload["upload_url"], PDF, "application/pdf")
        data(api.post(f"/uploads/{upload['upload_id']}/confirm"))

    assert StorageUsed.bytes_of(firm) == PLAN_GB * 1024**3 - 1000 + 2 * len(PDF)
    assert refusal(ask()) == (422, "storage_limit_reached")


def test_the_check_reads_no_uploads(ask, statements):
    with statements() as seen:
        ask()
    assert [sql for sql in seen if '"storage_used"' in sql]
    assert not [sql for sql in seen if sql.startswith("SELECT") and '"uploads"' in sql]


def test_the_firm_is_notified_once_a_day(firm, ask, fill, worker, mailbox):
    firm.change(email=f"office@{firm.id.lower()}.example.com")
    fill()
    for _ in range(2):
        ask()
        worker.settle()

    [mail] = mailbox.mails(firm.email)
    assert mail["Subject"] == "Your storage is full"
    assert [row.message for row in Notification.of(firm)] == [
        "The storage of the plan is full. Clients can still hand in their files."]

    for mails, hours in ((2, -25), (3, 25)):  # a day ago; by a clock that was ahead
        reported = {"limit_reported_at": now() + timedelta(hours=hours)}
        StorageUsed.update(reported).where(StorageUsed.firm_id == firm.id).execute()
        ask()
        worker.settle()
        assert len(mailbox.mails(firm.email)) == mails


def test_concurrent_refusals_record_one_event(firm, fill, document, api_of, at_once, announced):
    fill()
    clients = [api_of(firm) for _ in range(5)]
    at_once(5, lambda i: clients[i].post("/uploads/signed-url", {
        "document_id": document.id, "filename": "deed.pdf", "content_type": "application/pdf", "file_size_bytes": 1}))

    assert [type for type, _ in announced() if type.startswith("storage.")] == ["storage.limit_reached"]


def test_a_first_file_larger_than_the_plan_is_refused(firm, ask, document):
    document.change(max_file_size_mb=5000)
    firm.change(plan="standard")
    StorageUsed.delete().where(StorageUsed.firm_id == firm.id).execute()
    db.execute_sql("UPDATE document_requests SET max_file_size_mb = 30000 WHERE id = %s", (document.id,))

    assert refusal(ask(PLAN_GB * 1024**3 + 1)) == (422, "storage_limit_reached")
    assert StorageUsed.bytes_of(firm) == 0
