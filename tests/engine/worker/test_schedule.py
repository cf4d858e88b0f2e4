"""Each line of the schedule runs once when it is due, however many workers there are."""

import os
import shutil
import subprocess
import sys
from datetime import timedelta
from threading import Lock

import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import TaskFailed
from intake.engine.worker import scheduler
from intake.engine.worker.heartbeat import beat
from intake.engine.worker.rq_worker import worker_id
from intake.engine.worker.scheduler import Recurring
from intake.integrations.webhooks.models import Webhook
from intake.messaging.communications.models import Communication
from intake.operations.backups.encryption import create_key_file
from intake.schedule import SCHEDULE
from tests.builders import a_client, a_communication, a_matter
from tests.source import ROOT

EVERY = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _nothing_due(app, no_pending_work):
    """Every line of the schedule has just run."""
    for name, line in SCHEDULE.items():
        _move(name, now() + line.every)


@pytest.fixture
def line(monkeypatch):
    """Add a line to the schedule, which is due, as it has never run: `line("sweep", function)`."""
    def add(name, function):
        db.execute_sql("DELETE FROM schedule WHERE name = %s", (name,))
        monkeypatch.setitem(SCHEDULE, name, Recurring(EVERY, function))

    return add


@pytest.fixture
def queued(redis):
    """The ids of the jobs in the default queue."""
    redis.delete("rq:queue:default")
    return lambda: redis.lrange("rq:queue:default", 0, -1)


def _run_due():
    for name in scheduler.due():
        scheduler.run(name)


def _move(name, due_at):
    db.execute_sql("INSERT INTO schedule (name, due_at) VALUES (%s, %s) "
                   "ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at", (name, due_at))


def _due_at(name):
    return db.execute_sql("SELECT due_at FROM schedule WHERE name = %s", (name,)).fetchone()[0]


def _fail():
    raise ValueError("ana.silva@example.com")


def test_a_line_runs_when_it_is_due_and_then_after_its_time(line):
    ran = []
    line("sweep", lambda: ran.append(now()))
    _run_due()
    _run_due()
    assert len(ran) == 1
    assert _due_at("sweep") - now() == pytest.approx(EVERY, abs=timedelta(seconds=5))
    _move("sweep", now() - timedelta(seconds=1))
    _run_due()

    assert len(ran) == 2


def test_a_line_runs_again_after_a_clock_that_was_a_year_ahead(line):
    ran = []
    line("sweep", lambda: ran.append(now()))
    _move("sweep", now() + EVERY + timedelta(seconds=30))  # by a worker whose clock is a little ahead
    _run_due()
    assert not ran
    _move("sweep", now() + timedelta(days=365))
    _run_due()
    _run_due()

    assert len(ran) == 1
    assert _due_at("sweep") - now() == pytest.approx(EVERY, abs=timedelta(seconds=5))


@pytest.mark.skipif(shutil.which("faketime") is None, reason="faketime is not installed")
def test_a_machine_whose_clock_is_years_ahead_purges_and_gives_up_nothing(firm, services, tmp_path):
    """Otherwise all retention periods would be over, backups too old, messages too late and webhooks failing for years.
    """
    db.execute_sql("DELETE FROM schedule WHERE name = 'purge_old_audit_entries'")
    message = a_communication(firm, a_matter(firm, client_id=a_client(firm).id), channel="email", to="ana@example.com",
                              status="queued", sent_at=None)
    endpoint = Webhook.create(firm_id=firm.id, url="https://example.com", events=["*"], active=True, secret="sealed",
                              failures=20, failing_since=now())
    program = f"""
from types import SimpleNamespace
from config.settings import Settings
from intake.base_app import create_base_app
from intake.core.clock import now
from intake.engine.worker import scheduler
from intake.integrations.webhooks.delivery.outcomes import _record_failure
from intake.integrations.webhooks.models import Webhook
from intake.messaging.communications.jobs import send
from intake.operations.backups.scheduling import is_due
settings = Settings.load()
create_base_app(settings).app_context().push()
scheduler.run("purge_old_audit_entries")
send("{message.id}")
_record_failure(Webhook.get(Webhook.id == "{endpoint.id}"),
                SimpleNamespace(attempted_at=now(), error="http", gone=False))
print(scheduler.due(), is_due(settings))
"""
    backups = {"BACKUP_TARGET": "/nowhere", "BACKUP_RECIPIENT": create_key_file(tmp_path / "key")}

    ran = subprocess.run(["faketime", "-f", "+8y", sys.executable, "-c", program], cwd=ROOT, capture_output=True,
                         env=os.environ | services.env | backups, text=True, check=True)

    assert "[] False" in ran.stdout.splitlines()
    assert scheduler.due() == ["purge_old_audit_entries"]
    assert Communication.fetch(firm, message.id).status == "sent"
    assert Webhook.fetch(firm, endpoint.id).active


def test_many_workers_at_once_run_each_line_once(line, at_once):
    ran, lock = [], Lock()

    def note(name):
        with lock:
            ran.append(name)

    for name in "abc":
        line(name, lambda name=name: note(name))
    at_once(6, lambda _: _run_due())
    assert sorted(ran) == ["a", "b", "c"]
    _move("b", now())
    at_once(6, lambda _: _run_due())

    assert sorted(ran) == ["a", "b", "b", "c"]


def test_a_failing_line_is_logged_and_runs_again_after_its_time(line, caplog):
    line("a broken one", _fail)
    with pytest.raises(TaskFailed, match=r"^ValueError$"):
        scheduler.run("a broken one")

    [record] = [record for record in caplog.records if record.message == "scheduled job failed"]
    assert (record.line, record.error) == ("a broken one", "ValueError")
    assert "ana.silva" not in caplog.text
    assert _due_at("a broken one") > now()


def test_lines_that_were_removed_are_ignored():
    _move("abandoned", now() - EVERY)

    assert scheduler.due() == []
    scheduler.run("abandoned")
    assert _due_at("abandoned") < now()
    db.execute_sql("DELETE FROM schedule WHERE name = 'abandoned'")


def test_every_line_can_run(app):
    for recurring in SCHEDULE.values():
        recurring.function()
        assert recurring.every >= timedelta(minutes=1)


def test_a_heartbeat_queues_what_is_due_once(line, queued):
    beat(worker_id())
    assert queued() == []
    line("sweep", lambda: None)
    beat(worker_id())
    beat(worker_id())

    assert queued() == ["schedule-sweep"]


def test_a_heartbeat_records_the_worker_and_deletes_those_that_ended(app):
    db.execute_sql("INSERT INTO workers VALUES ('dead', now(), now() - interval '91 days'), "
                   "('silent', now(), now() - interval '89 days'), ('ahead', now(), now() + interval '1 year')")
    beat(worker_id())

    seen = dict(db.execute_sql("SELECT id, seen_at FROM workers").fetchall())
    assert not {"dead", "ahead"} & set(seen)
    assert "silent" in seen
    assert now() - seen[worker_id()] < timedelta(seconds=5)
    db.execute_sql("DELETE FROM workers WHERE id IN ('silent', %s)", (worker_id(),))


def test_a_heartbeat_has_the_time_of_postgres_by_which_it_is_judged(app):
    with db.atomic():
        beat(worker_id())
        [times] = db.execute_sql("SELECT seen_at, now() FROM workers WHERE id = %s", (worker_id(),)).fetchall()
        db.execute_sql("DELETE FROM workers WHERE id = %s", (worker_id(),))

    assert times[0] == times[1]
