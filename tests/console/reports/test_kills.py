"""The worker is killed while it makes a report: another one makes it, once."""

import csv
import io
from contextlib import contextmanager

import pytest
import requests

from bench.reports import fill
from intake.accounts.generated_files.states import READY, RUNNING
from intake.console.reports.actions import ask_for, download_url
from intake.console.reports.models import Report
from intake.core.db import db
from intake.gateways.storage import storage
from intake.messaging.notifications.models import Notification
from tests.builders import a_caller, a_user
from tests.engine.worker.process import WorkerProcess
from tests.waiting import wait_until

ROWS = 4_000


@pytest.fixture
def working(services, no_pending_work):
    """Run a worker process until the block ends; then it is killed."""
    @contextmanager
    def run():
        process = WorkerProcess(services)
        process.start()
        try:
            yield process
        finally:
            process.kill()

    return run


def test_kill_9_leaves_one_report_with_every_row_once(firm, working):
    fill(firm, ROWS)
    user = a_user(firm, "admin")
    caller = a_caller(firm, user=user)
    pdf, table = ask_for(caller, "matters", "pdf"), ask_for(caller, "matters", "csv")
    with working():
        wait_until(lambda: Report.fetch(firm, pdf.id).progress > 0)
    killed = Report.fetch(firm, pdf.id)
    assert killed.status == RUNNING
    db.execute_sql("UPDATE tasks SET leased_until = now() WHERE leased_until IS NOT NULL")  # it would take 30 s
    with working():
        wait_until(lambda: all(Report.fetch(firm, each.id).status == READY for each in (pdf, table)))

    assert Report.fetch(firm, pdf.id).run != killed.run
    for each in (pdf, table):
        ready = Report.fetch(firm, each.id)
        found = storage._s3.list_objects_v2(Bucket=storage.bucket, Prefix=each.folder)["Contents"]
        assert ([entry["Key"] for entry in found], ready.rows) == ([ready.storage_key], ROWS)
        assert Notification.select().where(Notification.occasion == each.id).count() == 1
    file = requests.get(download_url(Report.fetch(firm, table.id))["url"], timeout=30).content.decode("utf-8-sig")
    ids = [row["id"] for row in csv.DictReader(io.StringIO(file, newline=""))]
    assert (len(ids), len({*ids})) == (ROWS, ROWS)
