"""Plans tasks, performs them, and puts lost ones back into their queues (docs/decisions/0015)."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from intake.core.clock import now
from intake.core.counters import occurrences
from intake.core.db import db, leave_no_transaction
from intake.core.logging import context, error_fields
from intake.core.spans import span

from .models import Task
from .queues import task_queues
from .registry import TaskType, task_types
from .states import DEFAULT, DELAYS, QUEUES

_LOST_AFTER = timedelta(seconds=2)
"""A task that has been queued for this long may have been lost with Redis: then the queues are searched for it."""

_BATCH = 1000

_DEADLY_AFTER = 3
"""After this many attempts that never ended, the task most likely kills the worker and with it all jobs in progress."""

_in_progress: set[str] = set()
"""The ids of the tasks that this process is performing. Only their leases are renewed; other leases run out."""

_log = logging.getLogger(__name__)


class UnknownTask(Exception):
    """No function has the name of the task: it belongs to another version of Intake, or was removed."""


class Postponed(Exception):
    """The task can do nothing until then: the same task, with the attempts it had, goes on at that time."""

    def __init__(self, until: datetime) -> None:
        super().__init__()
        self.until = until


class NoAttemptLeft(Exception):
    """All attempts were made and the last one never ended: most likely it killed the worker."""


class TaskFailed(Exception):
    """An attempt failed. Tells where and why without the error's message, which may hold personal data."""


def plan(firm_id: str, name: str, *arguments: Any, due_at: datetime | None = None) -> Task:
    """Plan a call of the function with this name, now or at `due_at`. Call it inside a transaction."""
    [task] = plan_all([(firm_id, name, list(arguments))], due_at)
    return task


def plan_all(planned: Sequence[tuple[str, str, list[Any]]], due_at: datetime | None = None) -> list[Task]:
    """Plan tasks, each a (firm's id, name, arguments), in one statement. Call it inside a transaction."""
    if not planned:
        return []
    types, moment = task_types(), due_at or now()
    tasks = Task.insert_planned([
        (firm_id, name, types[name].queue if name in types else DEFAULT, arguments, moment)
        for firm_id, name, arguments in planned])
    if entered := [task for task in tasks if task.queued_at]:
        db.after_commit(lambda: task_queues.push(entered))
    return tasks


def perform(task: Task, types: dict[str, TaskType]) -> None:
    """Perform a claimed task, and let the firm's next task enter the queue.

    Raises `TaskFailed`; then the task will be tried again, or has failed for good.
    """
    failure = None
    with _in_log_and_in_progress(task):
        try:
            _call(task, types)
        except Postponed as postponed:
            task.postpone(postponed.until)
            outcome = "postponed"
        except Exception as error:
            failure = error_fields(error)
            _log.error("task failed", extra={"attempts": task.attempts} | failure)
            leave_no_transaction()
            outcome = _retry_or_fail(task, types, failure["error"])
        else:
            task.finish()
            outcome = "done"
        _count(task, types, outcome)
        task_queues.push(Task.enter(task.firm_id, task.queue))
    if failure:
        raise TaskFailed(" < ".join([failure["error"], *reversed(failure["places"])]))


def perform_next(worker_id: str, types: dict[str, TaskType], queues: Sequence[str] = QUEUES) -> bool:
    """Perform the next waiting task of these queues, found in Postgres without RQ. Return whether there was one."""
    id = Task.next_id(queues)
    if id is None and Task.enter_all():
        id = Task.next_id(queues)
    task = Task.claim(id, worker_id) if id else None
    if task is not None:
        with suppress(TaskFailed):
            perform(task, types)
    return id is not None


def sweep() -> None:
    """Let due tasks enter their queues, and put back tasks that Redis or a killed worker lost."""
    task_queues.push(Task.enter_all())
    if stalled := Task.stalled(now() - _LOST_AFTER, _BATCH):
        waiting = task_queues.waiting()
        task_queues.push([task for task in stalled if task.id not in waiting and not _postpone_if_stuck(task)])


def renew_leases(worker_id: str) -> None:
    """Extend the leases of the tasks that this process performs. Call it more often than leases end."""
    if ids := list(_in_progress):
        Task.renew(worker_id, ids)


def _postpone_if_stuck(task: Task) -> bool:
    """Postpone a lost task, as after a failure, if several attempts never ended. Return whether it was postponed."""
    if not task.leased_until or not _DEADLY_AFTER <= task.attempts <= len(DELAYS):
        return False
    is_postponed = task.retry_in(DELAYS[task.attempts - 1], "NeverEnded")
    if is_postponed:
        _log.error("attempts at a task do not end", extra={
            "firm_id": task.firm_id, "task": task.name, "task_id": task.id, "attempts": task.attempts})
        _count(task, task_types(), "retried")
    return is_postponed


def _count(task: Task, types: dict[str, TaskType], outcome: str) -> None:
    occurrences.add(f"tasks:{task.name if task.name in types else 'unknown'}:{outcome}")


def _call(task: Task, types: dict[str, TaskType]) -> None:
    if task.attempts > len(DELAYS) + 1:
        raise NoAttemptLeft
    if task.name not in types:
        raise UnknownTask
    with span(f"task {task.name}", "consumer"):
        types[task.name].function(*task.arguments)


def _retry_or_fail(task: Task, types: dict[str, TaskType], error: str) -> str:
    """Postpone the task, or fail it after the last attempt. Return the outcome, `retried` or `failed`."""
    if task.attempts <= len(DELAYS):
        task.retry_in(DELAYS[task.attempts - 1], error)
        return "retried"
    type = types.get(task.name)
    if type and type.on_final_failure:
        type.on_final_failure(*task.arguments)  # called before `fail`: if it raises, the task is tried again
    task.fail(error)
    return "failed"


@contextmanager
def _in_log_and_in_progress(task: Task) -> Iterator[None]:
    """While the block runs, renew the task's lease and name it in every log line."""
    token = context.set({"firm_id": task.firm_id, "task": task.name, "task_id": task.id})
    _in_progress.add(task.id)
    try:
        yield
    finally:
        _in_progress.discard(task.id)
        context.reset(token)
