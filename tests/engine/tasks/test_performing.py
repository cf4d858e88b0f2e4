"""Tasks are rows: nothing that was started is lost."""

from collections import Counter
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.engine.tasks.jobs import purge_finished_tasks
from intake.engine.tasks.models import Task
from intake.engine.tasks.registry import TaskType
from intake.engine.tasks.states import DELAYS, QUEUES

from .conftest import Function


def test_a_task_is_performed_once_with_its_arguments(planned, perform, now_of):
    task, greet = planned("greet", "Ana", 7, None, ["a"]), Function()

    assert perform({"greet": greet}) is True
    assert perform({"greet": greet}) is False
    assert greet.calls == [("Ana", 7, None, ["a"])]
    done = now_of(task)
    assert (done.attempts, done.error, done.leased_until, done.failed_at) == (1, None, None, None)
    assert done.done_at >= done.created_at


def test_a_task_planned_in_a_rolled_back_transaction_is_not_performed(firm, planned, perform):
    with db.atomic() as transaction:
        plan(firm.id, "greet")
        transaction.rollback()

    assert perform({}) is False


def test_the_longest_due_comes_first(planned, perform, make_due):
    planned("greet", "later")
    first = planned("greet", "sooner")
    first.change(due_at=now() - timedelta(minutes=1))
    greet = Function()
    while perform({"greet": greet}):
        pass

    assert greet.calls == [("sooner",), ("later",)]


def test_what_is_not_due_waits(planned, perform):
    planned().change(queued_at=None, due_at=now() + timedelta(seconds=30))

    assert perform({"greet": Function()}) is False
    assert Task.next_id(QUEUES) is None


def test_many_workers_at_once_perform_each_task_once(planned, perform, at_once):
    for number in range(40):
        planned("greet", number)
    greet = Function()

    def perform_all(worker):
        while perform({"greet": greet}, worker=f"worker-{worker}"):
            pass

    at_once(6, perform_all)
    perform_all("last")
    assert Counter(greet.calls) == Counter((number,) for number in range(40))


def test_a_failing_task_is_retried_after_the_delays_and_fails_at_last(planned, perform, now_of, make_due):
    task, greet, give_up = planned("greet", "Ana"), Function(failures=10**6), Function()
    waits = []
    for _ in DELAYS:
        make_due(task)
        perform({"greet": TaskType(greet, on_final_failure=give_up)})
        waits.append(now_of(task).due_at - now())
    assert give_up.calls == []
    assert [wait.total_seconds() for wait in waits] == [pytest.approx(delay.total_seconds(), abs=2) for delay in DELAYS]
    make_due(task)
    perform({"greet": TaskType(greet, on_final_failure=give_up)})

    failed = now_of(task)
    assert failed.failed_at is not None
    assert (failed.attempts, failed.error, failed.done_at) == (len(DELAYS) + 1, "ValueError", None)
    assert give_up.calls == [("Ana",)]
    make_due(task)
    assert perform({"greet": TaskType(greet, on_final_failure=give_up)}) is False


def test_the_delays_cover_a_day_in_steps_of_at_most_15_minutes():
    assert timedelta(days=1) < sum(DELAYS, timedelta()) < timedelta(days=2)
    assert max(DELAYS) <= timedelta(minutes=15)


def test_success_after_failures_leaves_no_trace_of_them(planned, perform, now_of, make_due):
    task, greet = planned(), Function(failures=1)
    perform({"greet": greet})
    assert now_of(task).error == "ValueError"
    make_due(task)
    perform({"greet": greet})

    assert (now_of(task).error, now_of(task).attempts) == (None, 2)
    assert now_of(task).done_at is not None


def test_an_unknown_task_does_not_stop_the_others_and_fails_at_last(planned, perform, now_of, make_due):
    unknown, known, greet = planned("abandoned"), planned("greet"), Function()
    assert perform({"greet": greet}) is True
    assert perform({"greet": greet}) is True
    assert perform({"greet": greet}) is False

    assert now_of(known).done_at is not None
    assert (now_of(unknown).error, now_of(unknown).done_at) == ("UnknownTask", None)
    unknown.change(attempts=len(DELAYS))
    make_due(unknown)
    perform({"greet": greet})
    assert now_of(unknown).failed_at is not None


def test_a_task_is_performed_by_a_version_that_knows_it(planned, perform, now_of, make_due):
    task, greet = planned("greet"), Function()
    perform({})
    make_due(task)
    perform({"greet": greet})

    assert now_of(task).done_at is not None


def test_the_final_failure_handler_is_called_until_it_succeeds(planned, perform, now_of):
    task, greet, give_up = planned("greet", "Ana"), Function(failures=10**6), Function(failures=1)
    task.change(attempts=len(DELAYS))
    with pytest.raises(ValueError, match="no luck"):
        perform({"greet": TaskType(greet, on_final_failure=give_up)})
    assert now_of(task).failed_at is None
    now_of(task).change(leased_until=now() - timedelta(seconds=1))
    perform({"greet": TaskType(greet, on_final_failure=give_up)})

    assert now_of(task).failed_at is not None
    assert give_up.calls == [("Ana",)] * 2
    assert len(greet.calls) == 1


def test_finished_tasks_are_purged_after_a_month_and_no_others(planned, perform, firm):
    done, failed, waiting, recent = (planned("greet", number) for number in range(4))
    for task in (done, recent):
        task.change(done_at=now())
    failed.change(failed_at=now())
    for task in (done, failed, waiting):
        task.change(created_at=now() - timedelta(days=31))
    purge_finished_tasks()

    assert {task.id for task in Task.of(firm)} == {waiting.id, recent.id}
