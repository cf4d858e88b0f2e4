"""One run at a time for each connection, even when a worker is killed."""

import time
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.engine.tasks.states import DELAYS
from intake.integrations.connections.models import Integration
from intake.integrations.platforms.registry import get_platform
from intake.integrations.sync.actions import start_run
from intake.integrations.sync.jobs import sync
from intake.integrations.sync.models import SyncLog
from tests.builders import a_matter


def test_concurrent_workers_sync_a_matter_one_after_the_other(clio, connection, matter, firm, worker_of, at_once,
                                                             let_time_pass, approved):
    """The second of two runs for one matter starts during the first and has to wait for the lease."""
    for number in range(2):
        approved(matter, filename=f"{number}.pdf")
    busy, seen = [], []

    def watch(moment, call):
        if "webhooks" in call.path:
            return
        if moment == "before":
            busy.append(call)
            seen.append(len(busy))
            time.sleep(0.05)  # a slow platform
        else:
            busy.remove(call)

    clio.on_request = watch
    first = start_run(firm, get_platform("clio"), "sync_matter", matter.id)
    first.change(started_at=now())  # otherwise the second call returns the same run
    second = start_run(firm, get_platform("clio"), "sync_matter", matter.id)
    assert first.id != second.id

    def work(index):
        worker = worker_of(f"worker-{index}")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and any(
                SyncLog.fetch(firm, run.id).status == "pending" for run in (first, second)):
            worker.perform_tasks()
            let_time_pass()

    at_once(2, work)

    assert {SyncLog.fetch(firm, run.id).status for run in (first, second)} == {"success"}
    assert max(seen) == 1
    assert len(clio.contacts) == len(clio.matters) == 1
    assert len(clio.documents) == len(clio.visible_documents()) == 2


def test_run_that_killed_all_its_workers_ends(clio, connection, matter, firm, begin, worker):
    run = begin(matter)
    run.change(started_at=now())
    Task.of(firm).where(Task.name == "sync").get().change(attempts=len(DELAYS) + 1)
    worker.settle()

    ended = SyncLog.fetch(firm, run.id)
    assert (ended.status, ended.error_code) == ("failed", "internal_error")


def test_runs_for_the_same_purpose_are_queued_once(connection, matter, firm, at_once, begin):
    runs = at_once(6, lambda _: begin(matter).id)

    assert len(set(runs)) == 1
    assert Task.of(firm).where(Task.name == "sync").count() == 1
    assert begin(a_matter(firm)).id != runs[0]
    assert begin(action="pull_matters").id != begin(matter).id


def test_change_during_a_run_is_synced_by_the_next(clio, connection, matter, firm, begin, worker, app):
    later = []

    def approve_something_meanwhile(moment, call):
        if not later and "contacts" in call.path:
            with app.app_context():
                later.append(begin(matter))

    clio.on_request = approve_something_meanwhile
    first = begin(matter)
    worker.perform_tasks()

    assert later[0].id != first.id
    assert SyncLog.fetch(firm, later[0].id).status == "success"


def test_status_is_syncing_until_the_lease_ends(connection, api):
    def status():
        return api.get("/integrations/clio/status").json["sync_status"]

    assert connection.acquire_lease("sync_1")
    assert status() == "syncing"
    connection.change(leased_until=now() - timedelta(seconds=1))
    assert status() == "idle"
    connection.change(error_code="platform_error", error_message="It did not answer.")
    assert status() == "error"


def test_lease_belongs_to_one_run_until_it_expires(connection):
    assert connection.acquire_lease("sync_1")
    assert connection.acquire_lease("sync_1")
    assert not connection.acquire_lease("sync_2")
    assert connection.renew_lease("sync_1")
    connection.change(leased_until=now() - timedelta(seconds=1))
    assert connection.acquire_lease("sync_2")
    assert not connection.renew_lease("sync_1")
    connection.release_lease("sync_1")
    assert not connection.acquire_lease("sync_1")


def test_leases_of_a_clock_that_was_far_ahead_hold_nothing(connection, api):
    far = now() + timedelta(days=365)
    connection.change(leased_until=far, leased_by="sync_1", refreshing_until=far)
    assert api.get("/integrations/clio/status").json["sync_status"] == "idle"
    assert connection.acquire_lease("sync_2")
    assert connection.claim_refresh(timedelta(seconds=10))
    assert not connection.claim_refresh(timedelta(seconds=10))


def test_run_that_lost_its_lease_stops_before_the_next_request(
        clio, connection, matter, run, firm, worker, let_time_pass):
    def steal(moment, call):
        if moment == "after" and call.path.endswith("/contacts.json") and call.method == "POST":
            current = Integration.fetch(firm, connection.id)
            current.change(leased_by="sync_other", leased_until=now() + timedelta(hours=1))

    clio.on_request = steal
    log = run(matter)

    assert log.status == "pending"
    assert clio.calls_to("POST /api/v4/matters") == []
    clio.on_request = None
    connection.change(leased_by=None, leased_until=None)
    let_time_pass()
    worker.perform_tasks()
    assert SyncLog.fetch(log, log.id).status == "success"
    assert len(clio.contacts) == 1


@pytest.mark.parametrize("run_id", ["nonsense", "sync_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nul \0"])
def test_unknown_run_is_ignored(run_id, connection, clio):
    before = len(clio.calls)
    sync(run_id)

    assert len(clio.calls) == before
