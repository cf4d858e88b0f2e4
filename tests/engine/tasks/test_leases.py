"""A task belongs to one worker as long as that worker lives, and is put back when it dies."""

from datetime import timedelta

import psycopg2
import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import Postponed, perform_next, renew_leases, sweep
from intake.engine.tasks.jobs import recall_postponed_tasks
from intake.engine.tasks.models import Task
from intake.engine.tasks.queues import task_queues
from intake.engine.tasks.registry import TaskType
from intake.engine.tasks.states import DELAYS, LEASE, QUEUES

from .conftest import Function

SECOND = timedelta(seconds=1)


@pytest.fixture
def elsewhere(app, at_once):
    """Run a function in another thread, with its own connection."""
    return lambda work: at_once(1, lambda _: work())[0]


def _end_lease(task):
    task.change(leased_until=now() - SECOND)


def test_a_task_in_progress_is_not_claimed_by_another_worker(planned, perform, elsewhere):
    planned()
    others = []
    perform({"greet": lambda: others.append(elsewhere(lambda: perform({"greet": Function()}, worker="other")))})

    assert others == [False]


def test_work_of_a_killed_worker_comes_back_when_its_lease_ends(planned, perform, now_of):
    task, greet = planned(), Function()
    Task.claim(task.id, "dead")
    assert perform({"greet": greet}) is False
    assert now() < now_of(task).leased_until <= now() + LEASE
    assert timedelta(seconds=60) > LEASE + 5 * SECOND  # work goes on within a minute, the clock's tick included
    _end_lease(task)
    perform({"greet": greet})

    assert (now_of(task).attempts, len(greet.calls)) == (2, 1)


def test_a_lease_of_a_clock_that_was_far_ahead_holds_nothing(planned, now_of):
    task = planned()
    Task.claim(task.id, "dead")
    task.change(leased_until=now() + timedelta(minutes=30))  # by a machine whose clock is ahead
    assert (Task.next_id(QUEUES), Task.claim(task.id, "worker")) == (None, None)
    task.change(**dict.fromkeys(("leased_until", "queued_at", "due_at"), now() + timedelta(days=365)))

    assert Task.next_id(QUEUES) == task.id
    assert [each.id for each in Task.stalled(now() + SECOND, 10)] == [task.id]
    assert Task.claim(task.id, "worker")
    assert now_of(task).leased_until <= now() + LEASE


def test_leases_of_tasks_in_progress_are_renewed(planned, perform, now_of, elsewhere):
    task, seen = planned(), []

    def long():
        _end_lease(task)
        elsewhere(lambda: renew_leases("worker"))
        seen.append(now_of(task).leased_until)

    perform({"greet": long})
    assert seen[0] > now() + LEASE - 5 * SECOND


def test_a_lease_that_another_worker_took_is_not_renewed(planned, perform, now_of, elsewhere):
    task, seen = planned(), []

    def long():
        _end_lease(task)
        Task.claim(task.id, "other")
        _end_lease(task)
        elsewhere(lambda: renew_leases("worker"))
        seen.append(now_of(task).leased_until)

    perform({"greet": long})
    assert seen[0] < now()


def test_the_lease_of_a_task_that_could_not_be_put_back_ends(planned, perform, now_of, elsewhere):
    task = planned()
    db.execute_sql("ALTER TABLE tasks ADD CONSTRAINT broken CHECK (error IS NULL) NOT VALID")
    try:
        with pytest.raises(Exception, match="broken"):
            perform_next("worker", {"greet": TaskType(Function(failures=1))})
    finally:
        db.execute_sql("ALTER TABLE tasks DROP CONSTRAINT broken")
    before = now_of(task).leased_until
    planned("long")
    perform({"long": lambda: elsewhere(lambda: renew_leases("worker"))})

    assert now_of(task).leased_until == before


@pytest.mark.parametrize("failures", [0, 1])
def test_the_outcome_of_a_worker_that_lost_its_lease_changes_nothing(planned, perform, now_of, failures):
    task = planned()

    def long():
        _end_lease(task)
        Task.claim(task.id, "worker")  # even the same worker: it is another attempt
        if failures:
            raise ValueError

    perform({"greet": long})
    after = now_of(task)
    assert (after.attempts, after.done_at, after.error) == (2, None, None)
    assert after.leased_until > now()


def test_a_task_that_always_kills_its_worker_fails_without_another_attempt(planned, perform, now_of):
    task, greet, give_up = planned("greet", "Ana"), Function(), Function()
    task.change(attempts=len(DELAYS) + 1)
    perform({"greet": TaskType(greet, on_final_failure=give_up)})

    assert (greet.calls, give_up.calls) == ([], [("Ana",)])
    assert now_of(task).error == "NoAttemptLeft"
    assert now_of(task).failed_at is not None


def test_a_task_that_ends_its_worker_again_and_again_waits_as_after_a_failure(planned, now_of):
    task = planned()
    for attempt in (1, 2, 3):
        task_queues.forget([task.id])  # the worker took the job out of its queue
        assert Task.claim(task.id, f"dead {attempt}")
        task.change(leased_until=now() - SECOND, queued_at=now() - 5 * SECOND)
        sweep()
        assert (now_of(task).queued_at is None) == (attempt == 3)
    after = now_of(task)
    assert (after.error, after.attempts) == ("NeverEnded", 3)
    assert DELAYS[2] - 5 * SECOND < after.due_at - now() <= DELAYS[2]
    task.change(due_at=now())
    sweep()
    assert Task.claim(task.id, "worker").attempts == 4


def test_a_task_that_lost_the_database_midway_is_tried_again(planned, perform, now_of, settings):
    task = planned()

    def lose_it():
        pid = db.execute_sql("SELECT pg_backend_pid()").fetchone()[0]
        with db.atomic():
            db.execute_sql("SELECT 1")
            other = psycopg2.connect(settings.database_url)
            other.cursor().execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
            other.close()
            db.execute_sql("SELECT 1")

    perform({"greet": lose_it})
    assert now_of(task).error in ("OperationalError", "InterfaceError")
    assert now() < now_of(task).due_at < now() + DELAYS[0] + SECOND


def test_a_transaction_that_a_task_left_open_is_not_inherited_by_the_next(planned, perform, now_of):
    forgetful, next_one = planned("forget"), planned("greet")

    def forget():
        db.transaction().__enter__()
        db.execute_sql("UPDATE tasks SET arguments = '[\"changed\"]'")
        raise ValueError

    greet = Function()
    perform({"forget": forget, "greet": greet})
    perform({"forget": forget, "greet": greet})
    assert not db.in_transaction()
    assert greet.calls == [()]
    assert now_of(next_one).done_at is not None
    assert (now_of(forgetful).arguments, now_of(forgetful).error) == ([], "ValueError")


def test_a_postponed_task_goes_on_then_with_the_attempts_it_had(planned, perform, now_of, make_due, caplog):
    task = planned("greet", "Ana")
    tomorrow = now() + timedelta(days=1)

    def postpone(_name):
        raise Postponed(tomorrow)

    for function in (Function(failures=1), postpone):
        make_due(now_of(task))
        perform({"greet": function})
    recall_postponed_tasks()  # no clock was wrong
    postponed = now_of(task)
    assert (postponed.attempts, postponed.due_at, postponed.error, postponed.queued_at) == (1, tomorrow, None, None)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == ["task failed"]
    last = Function()
    make_due(postponed)
    perform({"greet": last})
    assert (last.calls, now_of(task).attempts) == ([("Ana",)], 2)


def test_what_a_clock_that_was_far_ahead_postponed_is_done_when_it_was_meant_to(planned, now_of):
    """A failed task, one that waits behind others, one for a later day, and one planned by a right clock."""
    year, day = timedelta(days=365), timedelta(days=1)
    retried, waiting, later, right = (planned("greet", number) for number in range(4))
    retried.change(attempts=1, error="StorageUnavailable", queued_at=None, due_at=now() + year)
    waiting.change(queued_at=None, due_at=now() + year, created_at=now() + year)
    later.change(queued_at=None, due_at=now() + year + day, created_at=now() + year)
    right.change(queued_at=None, due_at=now() + year)
    for _ in range(2):
        recall_postponed_tasks()

    due = [now_of(task).due_at - now() for task in (retried, waiting, later, right)]
    assert max(due[:2]) <= timedelta()
    assert abs(due[2] - day) < timedelta(minutes=1)
    assert abs(due[3] - year) < timedelta(minutes=1)
