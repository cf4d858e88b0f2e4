"""Many runs of one connection, whose rate limit they share: none is lost, and the platform is not asked in vain."""

from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.integrations.sync.actions import plan_run
from intake.integrations.sync.models import SyncLog
from tests.builders import a_client, a_matter


@pytest.fixture
def many(connection, firm, worker):
    """Queue runs of new matters: `many(30, "automatic")`; return them."""
    worker.perform_tasks()

    def begun(number, trigger):
        matters = [a_matter(firm, client_id=a_client(firm, email=f"{each}@example.com").id) for each in range(number)]
        return [plan_run(connection, "sync_matter", trigger, matter.id) for matter in matters]

    return begun


@pytest.fixture
def a_minute_later(clio, worker, let_time_pass):
    """Let the platform's minute and all waits end, and perform what is due."""

    def pass_():
        for grant in clio.grants:
            grant.resets_at = 0
        let_time_pass()
        worker.perform_tasks()

    return pass_


@pytest.mark.parametrize("trigger", ["manual", "automatic"])
def test_many_runs_share_the_rate_limit(trigger, clio, connection, many, a_minute_later):
    runs = many(10, trigger)
    clio.limit = 12
    for _ in range(10):
        before = len(clio.calls)
        a_minute_later()
        assert [call.status for call in clio.calls[before:]].count(429) <= 1

    assert {SyncLog.fetch(run, run.id).status for run in runs} == {"success"}
    assert len(clio.contacts) == len(clio.matters) == 10


def test_runs_wait_in_turn_and_say_so(clio, connection, many, worker, firm):
    runs = many(3, "automatic")
    clio.fail(429, retry_after=40, on="GET /api/v4/contacts")
    worker.perform_tasks()
    logs = [SyncLog.fetch(run, run.id) for run in runs]
    due = [task.due_at for task in Task.of(firm).where(Task.name == "sync", Task.done_at.is_null())
           .order_by(Task.due_at)]

    assert len(clio.calls_to("GET /api/v4/contacts")) == 1
    assert {log.error_message for log in logs} == {
        "Clio takes no more requests for now. It is tried again by itself."}
    assert [log.waits for log in logs] == [1, 0, 0]
    assert all("next_attempt_at" in log.details for log in logs)
    assert [round((later - due[0]).total_seconds()) for later in due] == [0, 3, 6]


def test_connecting_again_ends_the_pause(clio, connection, many, worker, connect, firm):
    connection.pause(1800)
    connect(firm, clio)
    [run] = many(1, "manual")
    worker.perform_tasks()

    assert SyncLog.fetch(run, run.id).status == "success"


def test_pause_that_a_fast_clock_made_is_void(connection, many, worker):
    connection.change(paused_until=now() + timedelta(days=300))
    [run] = many(1, "manual")
    worker.perform_tasks()

    assert SyncLog.fetch(run, run.id).status == "success"
