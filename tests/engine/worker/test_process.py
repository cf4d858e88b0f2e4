"""The worker as it runs in production: a separate process, stopped by a signal."""

import time
from collections import Counter
from contextlib import contextmanager
from threading import Event

import pytest

from intake.core.db import db
from intake.engine.tasks.models import Task
from tests.builders import an_upload
from tests.stand_ins.clamd import Clamd, honest
from tests.stand_ins.receiver import Answer
from tests.waiting import wait_until


def _statuses(endpoint):
    return [delivery.status for delivery in endpoint.deliveries]


@contextmanager
def _scanning(process_of):
    """A worker during the scan of a file; the scanner answers when the given event is set."""
    gate = Event()

    def patient(talk):
        gate.wait(60)
        honest(talk)

    with Clamd(patient) as clamd:
        try:
            yield process_of(CLAMD_URL=clamd.url), gate
        finally:
            gate.set()


@pytest.fixture
def scan(firm, put):
    """The task of scanning a file, once a worker has started it."""
    def begun():
        an_upload(firm, put)
        wait_until(Task.of(firm).where(Task.name == "process_upload", Task.leased_until.is_null(False)).exists)
        return lambda: Task.of(firm).where(Task.name == "process_upload").get()

    return begun


def test_two_side_by_side_deliver_everything_once(process_of, endpoint, record_events, receiver):
    process_of(), process_of()
    record_events(60)
    wait_until(lambda: _statuses(endpoint) == ["delivered"] * 60)

    assert set(Counter(request.id for request in receiver.requests).values()) == {1}


def test_an_idle_worker_stops_at_once(process):
    code, seconds = process.stop_gracefully()

    assert (code, process.lines()[-1]["message"]) == (0, "worker stopped")
    assert seconds < 8  # it did not have to give up


def test_a_worker_that_stops_records_the_delivery_in_flight(process, endpoint, record_events, receiver):
    receiver.answers("/hook", Answer(delay=2))
    with db.atomic():  # in one transaction, or the second event may come too late
        record_events(2)
    receiver.wait("/hook")
    code, _ = process.stop_gracefully()

    assert (code, process.lines()[-1]["message"]) == (0, "worker stopped")
    assert sorted(_statuses(endpoint)) == ["delivered", "pending"]
    assert len(receiver.requests) == 1


def test_a_worker_that_stops_finishes_its_task_and_begins_no_other(process_of, scan, firm, put):
    with _scanning(process_of) as (process, gate):
        scan()
        an_upload(firm, put)
        process.ask_to_stop()
        time.sleep(0.5)  # long enough for a process that does not wait for its task
        assert process.is_running
        gate.set()
        code, _ = process.stop_gracefully()

    assert (code, process.lines()[-1]["message"]) == (0, "worker stopped")
    assert sum(task.done_at is not None for task in Task.of(firm).where(Task.name == "process_upload")) == 1


def test_a_worker_that_stops_leaves_a_long_task_to_its_lease_and_delivers_no_more(
        process_of, scan, endpoint_of, record_events, receiver):
    endpoint = endpoint_of("/hook", events=["matter.updated"])
    with _scanning(process_of) as (process, _):
        task = scan()
        process.ask_to_stop()
        time.sleep(0.2)  # until the signal has arrived
        endpoint.change(events=["*"])
        record_events()
        code, seconds = process.stop_gracefully()
        assert (code, task().done_at) == (0, None)
        assert 8 < seconds < 20  # the scan would take 60
        assert receiver.requests == []

    task().change(leased_until=task().created_at)
    process_of()
    wait_until(lambda: task().done_at)
    receiver.wait("/hook")


def test_a_killed_worker_loses_nothing(process, process_of, endpoint, record_events, receiver):
    receiver.answers("/hook", Answer(delay=1), Answer())
    record_events(3)
    receiver.wait("/hook")
    process.kill()
    endpoint.make_due()
    process_of()
    wait_until(lambda: _statuses(endpoint) == ["delivered"] * 3)

    arrived = Counter(request.id for request in receiver.requests)
    assert sorted(arrived.values()) == [1, 1, 2]  # what was in flight comes twice, under the same id


def test_the_log_holds_ids_and_no_personal_data(process, endpoint, receiver, api, services, firm):
    title, note = "Silva v. Example Corp", "her number is +15551234567"
    receiver.answers("/hook", Answer(500, b"cannot greet Ana Silva"), Answer(410))
    api.post("/matters", {"title": title, "practice_area": "other", "description": note})
    api.post("/clients", {"first_name": "Ana", "last_name": "Silva", "email": "ana.silva@example.com"})
    wait_until(lambda: endpoint.row.disabled_reason)
    wait_until(Task.of(firm).where(Task.name == "notify_endpoint_disabled", Task.done_at.is_null(False)).exists)
    process.stop_gracefully()
    written = process.log.read_text(encoding="utf-8")

    assert process.lines()
    for word in (title, note, "Silva", "ana.silva", firm.email, endpoint.secret):
        assert word not in written
