"""One firm's backlog does not delay another firm (docs/decisions/0015)."""

import time

import pytest

from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.core.ids import new_id
from intake.engine.tasks.actions import plan_all
from intake.engine.tasks.models import Task
from tests.builders import a_document, an_upload
from tests.core.answers import data
from tests.stand_ins.pdfs import inflating
from tests.waiting import wait_until


@pytest.fixture
def invite(rival_api, mailbox):
    """Invite somebody to the rival firm and wait for the mail."""
    def invited(address):
        data(rival_api.post("/firms/users", {"email": address, "role": "staff"}), 201)
        wait_until(lambda: mailbox.mails(address))

    return invited


@pytest.fixture
def hostile_files(firm, put):
    """Upload a file that takes long to process, and plan the processing of this many copies of its row."""
    def upload(count):
        document = a_document(firm, accepted_types=["application/pdf"])
        first = an_upload(firm, put, document, inflating(), content_type="application/pdf")
        copies = [first.__data__ | {"id": new_id(Upload.prefix)} for _ in range(count - 1)]
        with db.atomic():
            Upload.insert_many(copies).execute()
            plan_all([(firm.id, "process_upload", [copy["id"]]) for copy in copies])

    return upload


def test_a_mail_does_not_wait_for_60_hostile_files_of_another_firm(process_of, firm, hostile_files, invite):
    hostile_files(60)
    process_of()
    wait_until(lambda: Task.of(firm).where(Task.name == "process_upload", Task.leased_until.is_null(False)).exists())
    invite("first@example.com")
    time.sleep(1)  # in the middle of another file
    invite("second@example.com")

    assert Task.of(firm).where(Task.name == "process_upload", Task.done_at.is_null()).count() >= 30


def test_a_mail_does_not_wait_for_10000_syncs_of_another_firm(process_of, firm, invite):
    with db.atomic():
        plan_all([(firm.id, "sync", [new_id("sync")]) for _ in range(10_000)])
    process_of()
    wait_until(lambda: Task.of(firm).where(Task.done_at.is_null(False)).exists())
    invite("first@example.com")

    assert Task.of(firm).where(Task.done_at.is_null()).count() >= 5000


def test_a_file_of_another_firm_does_not_wait_for_a_long_backlog(process_of, firm, rival, hostile_files, put):
    hostile_files(12)
    process_of()
    wait_until(lambda: Task.of(firm).where(Task.name == "process_upload", Task.leased_until.is_null(False)).exists())
    an_upload(rival, put)
    wait_until(lambda: Task.of(rival).where(Task.name == "process_upload", Task.done_at.is_null(False)).exists())

    assert Task.of(firm).where(Task.name == "process_upload", Task.done_at.is_null()).count() >= 6
