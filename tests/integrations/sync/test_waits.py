"""Rate limits and unavailable platforms: a run waits as long as requested and continues where it was."""

from datetime import timedelta

import pytest

from intake.accounts.firms.actions import reinstate, suspend
from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.integrations.sync.actions import plan_run
from intake.integrations.sync.models import SyncLog
from intake.records.closing.actions import close, withdraw
from tests.builders import a_caller, a_user


@pytest.fixture
def automatic(connection, matter, worker):
    """Queue an automatic run and perform it; return its log entry."""

    def ended():
        run = plan_run(connection, "sync_matter", "automatic", matter.id)
        worker.perform_tasks()
        return SyncLog.fetch(run, run.id)

    return ended


def waiting(firm):
    return Task.of(firm).where(Task.name == "sync", Task.done_at.is_null())


def test_short_wait_is_slept_through(clio, connection, matter, run):
    clio.fail(429, times=3, retry_after=0, on="POST /api/v4/contacts")

    assert run(matter).status == "success"
    assert len(clio.calls_to("POST /api/v4/contacts")) == 4


def test_run_fails_after_three_waits_without_progress(clio, connection, matter, run):
    clio.fail(429, times=9, retry_after=0, on="POST /api/v4/contacts")
    log = run(matter)

    assert (log.status, log.error_code) == ("failed", "rate_limit_exceeded")
    assert len(clio.calls_to("POST /api/v4/contacts")) == 4


def test_progress_resets_the_waits(clio, connection, matter, approved, run):
    for number in range(3):
        approved(matter, filename=f"{number}.pdf")
    for call in ("POST /api/v4/contacts", "POST /api/v4/matters", "POST /api/v4/documents", "PATCH /api/v4/documents"):
        clio.fail(429, times=2, retry_after=0, on=call)

    assert run(matter).status == "success"


def test_long_wait_is_planned_for_later(clio, connection, matter, run, worker, firm, let_time_pass):
    clio.fail(429, retry_after=40, on="POST /api/v4/matters")
    log = run(matter)
    [task] = waiting(firm)

    assert log.status == "pending"
    assert log.error_message == "Clio takes no more requests for now. It is tried again by itself."
    assert "next_attempt_at" in log.details
    assert now() + timedelta(seconds=30) < task.due_at < now() + timedelta(seconds=41)
    let_time_pass()
    worker.perform_tasks()
    log = SyncLog.fetch(log, log.id)
    assert (log.status, log.error_message) == ("success", None)
    assert "next_attempt_at" not in log.details
    assert len(clio.contacts) == 1


def test_wait_that_an_unavailable_platform_asks_for_is_kept(clio, connection, matter, run, worker, firm, let_time_pass):
    clio.fail(503, retry_after=40, on="POST /api/v4/matters")
    log = run(matter)
    [task] = waiting(firm)

    assert (log.status, log.waits) == ("pending", 1)
    assert "did not answer" in log.error_message
    assert now() + timedelta(seconds=30) < task.due_at < now() + timedelta(seconds=41)
    let_time_pass()
    worker.perform_tasks()
    assert SyncLog.fetch(log, log.id).status == "success"


@pytest.mark.parametrize(("asked", "at_least"), [(0, 5), (90, 80)])
def test_a_short_wait_of_an_unavailable_platform_shortens_none(clio, automatic, firm, asked, at_least):
    clio.fail(503, retry_after=asked, on="POST /api/v4/matters")
    assert automatic().status == "pending"
    [task] = waiting(firm)

    assert task.due_at > now() + timedelta(seconds=at_least)


@pytest.mark.parametrize("fault", [500, 503, "cut", "malformed"], ids=str)
def test_automatic_run_retries_an_unavailable_platform(
        fault, clio, automatic, worker, firm, let_time_pass):
    clio.fail(fault, times=3, on="POST /api/v4/matters")
    log = automatic()
    assert log.status == "pending"
    assert "did not answer" in log.error_message
    for _ in range(3):
        let_time_pass()
        worker.perform_tasks()

    assert SyncLog.fetch(log, log.id).status == "success"
    assert len(clio.contacts) == len(clio.matters) == 1


def test_automatic_run_fails_after_the_last_retry(clio, automatic, worker, let_time_pass, firm):
    clio.fail(500, times=99, on="GET /api/v4/contacts")
    log = automatic()
    for _ in range(8):
        let_time_pass()
        worker.perform_tasks()
    log = SyncLog.fetch(log, log.id)

    assert (log.status, log.error_code) == ("failed", "platform_error")
    assert not waiting(firm).exists()
    assert len(clio.calls_to("GET /api/v4/contacts")) == 6


def test_permanent_errors_are_not_retried(clio, automatic, firm):
    clio.fail(403, on="GET /api/v4/contacts")

    assert automatic().status == "failed"
    assert not waiting(firm).exists()


def test_other_runs_send_nothing_while_one_waits(clio, connection, matter, run, worker, let_time_pass):
    clio.fail(429, retry_after=40, on="POST /api/v4/matters")
    assert run(matter).status == "pending"
    calls = len(clio.calls)
    other = run(action="pull_matters")
    assert (other.status, other.waits, len(clio.calls)) == ("pending", 0, calls)
    let_time_pass()
    worker.perform_tasks()
    assert SyncLog.fetch(other, other.id).status == "success"


def test_run_fails_when_the_firm_disconnects(
        clio, connection, matter, run, api, worker, let_time_pass):
    clio.fail(429, retry_after=40, on="POST /api/v4/matters")
    log = run(matter)
    api.post("/integrations/clio/disconnect")
    let_time_pass()
    worker.perform_tasks()
    log = SyncLog.fetch(log, log.id)

    assert (log.status, log.error_code) == ("failed", "platform_unauthorized")
    assert clio.matters == {}
    status = api.get("/integrations/clio/status").json
    assert (status["connected"], status["sync_status"], status["error"]) == (False, "idle", None)


@pytest.mark.parametrize("manner", ["closed", "suspended"])
def test_run_waits_while_the_firm_is_stopped(manner, clio, connection, matter, run, firm, worker, let_time_pass):
    clio.fail(429, retry_after=40, on="POST /api/v4/matters")
    log = run(matter)
    admin = a_user(firm, "admin")
    caller = a_caller(firm, user=admin)
    close(caller, firm.name) if manner == "closed" else suspend(firm.id)
    let_time_pass()
    Task.update(done_at=now()).where(Task.firm_id == firm.id, Task.name != "sync").execute()
    worker.perform_tasks()
    assert (SyncLog.fetch(log, log.id).status, clio.matters) == ("pending", {})
    withdraw(caller) if manner == "closed" else reinstate(firm.id)
    let_time_pass()
    worker.perform_tasks()

    assert SyncLog.fetch(log, log.id).status == "success"


def test_failure_with_old_tokens_does_not_mark_a_new_connection(
        clio, connection, matter, run, firm, connect, api, worker):
    worker.perform_tasks()
    clio.remove_app()

    def connect_again(moment, call):
        if moment == "after" and call.form.get("grant_type") == "refresh_token":
            clio.on_request = None
            connect(firm, clio)

    clio.on_request = connect_again
    assert run(matter).status == "failed"
    status = api.get("/integrations/clio/status").json
    assert (status["connected"], status["sync_status"]) == (True, "idle")
