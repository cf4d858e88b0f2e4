"""A running worker process, shared by all tests of this file; none of them stops it."""

import pytest

from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.engine.tasks.models import Task
from tests.builders import an_upload
from tests.waiting import wait_until

from .process import WorkerProcess


@pytest.fixture(scope="module")
def process(services, app):
    """A running worker process."""
    process = WorkerProcess(services)
    process.start()
    yield process
    process.kill()


def test_events_are_delivered(process, endpoint, record_events, receiver):
    record_events(3)
    receiver.wait("/hook", 3)
    wait_until(lambda: {delivery.status for delivery in endpoint.deliveries} == {"delivered"})


def test_it_performs_tasks(process, firm, put):
    upload = an_upload(firm, put)

    wait_until(lambda: Upload.fetch(firm, upload.id).scan_status == "skipped")
    wait_until(lambda: Task.of(firm).where(Task.name == "process_upload").get().done_at)


def test_the_worker_is_recorded_as_alive(process):
    [line] = [line for line in process.lines() if line["message"] == "worker started"]

    wait_until(lambda: db.execute_sql("SELECT 1 FROM workers WHERE id = %s AND seen_at > now() - interval '10 seconds'",
                                      (line["worker"],)).fetchone())
