"""Each line of the schedule runs once when it is due, however many workers there are (architecture)."""

from datetime import timedelta
from threading import Lock

import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.engine.worker import scheduler as agenda
from intake.engine.worker.errands import WORKER_ID, do_what_is_due
from intake.engine.worker.heartbeat import beat
from intake.schedule import SCHEDULE, Recurring
from tests.builders import an_upload

EVERY = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _nothing_due(app, nothing_to_do):
    """Every line of the schedule has just run."""
    for name in SCHEDULE:
        _move(name, now() + EVERY)


@pytest.fixture
def line(monkeypatch):
    """Add a line to the schedule: `line("sweep", function)`. It is due, for it has never run."""
    def add(name, function):
        db.execute_sql("DELETE FROM schedule WHERE name = %s", (name,))
        monkeypatch.setitem(SCHEDULE, name, Recurring(EVERY, function))

    return add


def _move(name, due_at):
    db.execute_sql("INSERT INTO schedule (name, due_at) VALUES (%s, %s) "
                   "ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at", (name, due_at))


def _due_at(name):
    return db.execute_sql("SELECT due_at FROM schedule WHERE name = %s", (name,)).fetchone()[0]


def _fail():
    raise ValueError("ana.silva@example.com")


@pytest.fixture
def queued(redis):
    """How many calls of the worker wait in Redis."""
    redis.delete("rq:queue:intake")
    return lambda: redis.llen("rq:queue:intake")


def test_a_line_runs_when_it_is_due_and_then_after_its_time(line):
    ran = []
    line("sweep", lambda: ran.append(now()))
    do_what_is_due()
    do_what_is_due()
    assert len(ran) == 1
    assert _due_at("sweep") - now() == pytest.approx(EVERY, abs=timedelta(seconds=5))
    _move("sweep", now() - timedelta(seconds=1))
    do_what_is_due()

    assert len(ran) == 2


def test_many_workers_at_once_run_each_line_once(line, at_once):
    ran, lock = [], Lock()

    def note(name):
        with lock:
            ran.append(name)

    for name in "abc":
        line(name, lambda name=name: note(name))
    at_once(6, lambda _: do_what_is_due())
    assert sorted(ran) == ["a", "b", "c"]
    _move("b", now())
    at_once(6, lambda _: do_what_is_due())

    assert sorted(ran) == ["a", "b", "b", "c"]


def test_a_line_that_fails_stops_neither_the_others_nor_the_tasks(line, firm, put, worker, caplog):
    ran = []
    line("a broken one", _fail)
    line("sweep", lambda: ran.append(1))
    an_upload(firm, put)
    worker.relay()
    do_what_is_due()

    assert ran == [1]
    assert Task.of(firm).where(Task.name == "process_upload").get().done_at
    [record] = [record for record in caplog.records if record.message == "a line of the schedule failed"]
    assert (record.line, record.error) == ("a broken one", "ValueError")
    assert "ana.silva" not in caplog.text


def test_lines_that_no_version_knows_any_more_are_nobody_s_business(line):
    _move("abandoned", now() - EVERY)

    assert agenda.due() == []
    db.execute_sql("DELETE FROM schedule WHERE name = 'abandoned'")


def test_every_line_can_run(monkeypatch, app):
    for recurring in SCHEDULE.values():
        recurring.function()
        assert recurring.every >= timedelta(minutes=1)


def test_the_clock_rings_when_something_is_due_and_only_then(line, queued, firm, put, worker):
    beat()
    assert queued() == 0
    line("sweep", lambda: None)
    beat()
    assert queued() == 1
    beat()
    assert queued() == 1  # one call that waits is enough
    do_what_is_due()


def test_the_clock_rings_for_a_task(queued, firm, put, worker):
    an_upload(firm, put)
    worker.relay()
    beat()

    assert queued() == 1


def test_the_clock_says_that_the_worker_lives_and_forgets_those_that_do_not(app):
    db.execute_sql("INSERT INTO workers VALUES ('dead', now(), now() - interval '61 minutes'), "
                   "('silent', now(), now() - interval '59 minutes')")
    beat()

    seen = dict(db.execute_sql("SELECT id, seen_at FROM workers").fetchall())
    assert "dead" not in seen
    assert "silent" in seen
    assert now() - seen[WORKER_ID] < timedelta(seconds=5)
    db.execute_sql("DELETE FROM workers WHERE id IN ('silent', %s)", (WORKER_ID,))


def test_without_a_database_it_says_so_and_goes_on(services, app, caplog):
    services.postgres.stop()
    try:
        do_what_is_due()
    finally:
        services.postgres.start()

    assert "the worker could not see what is due" in caplog.messages
    do_what_is_due()
    assert caplog.messages.count("the worker could not see what is due") == 1
