"""Everything that can happen to a task."""

import logging
from contextlib import contextmanager
from datetime import timedelta

from intake.core.clock import now
from intake.core.db import db
from intake.core.logging import context, error_fields

from .models import Task

DELAYS = tuple(timedelta(seconds=seconds) for seconds in (10, 30, 60, 300, *[900] * 96))
"""How long after each failure a task is tried again: soon, then every quarter of an hour for a day. After the last it
has failed for good.
"""

_in_hand: set[str] = set()
"""The ids of what this process performs just now. Nothing else keeps its lease, so that what could not be put back,
because the database was away, comes back by itself.
"""

_log = logging.getLogger(__name__)


class UnknownTask(Exception):
    """No function has the name of the task: it is of another version of Intake, or has been abandoned."""


class NoAttemptLeft(Exception):
    """Every attempt was made, and the last ended without a word: most likely the worker died of it."""


def plan(firm_id, name, *arguments, due_at=None):
    """The worker will call the function of this name in `listeners.py`, at once or when it is due. Belongs into a
    transaction.
    """
    return Task.create(firm_id=firm_id, name=name, arguments=list(arguments), due_at=due_at or now())


def perform_next(worker_id, functions):
    """One waiting task was performed, or will be tried again later. Says whether there was one.

    `functions` maps names to (function, what to call with the same arguments after the last attempt, or None).
    """
    task = Task.claim(worker_id)
    if task is None:
        return False
    with _noted(task):
        try:
            _perform(task, functions)
        except Exception as error:
            _log.error("task failed", extra={"attempts": task.attempts} | error_fields(error))
            _leave_no_transaction()
            _put_back(task, functions, type(error).__name__)
        else:
            task.change(task.still_claimed(), done_at=now(), error=None, leased_until=None)
    return True


def keep_what_is_in_hand(worker_id):
    """No other worker takes over what this process is performing. For its clock, more often than leases end."""
    if ids := list(_in_hand):
        Task.renew(worker_id, ids)


def _perform(task, functions):
    if task.attempts > len(DELAYS) + 1:
        raise NoAttemptLeft
    if task.name not in functions:
        raise UnknownTask
    function, _ = functions[task.name]
    function(*task.arguments)


def _put_back(task, functions, reason):
    if task.attempts <= len(DELAYS):
        task.change(task.still_claimed(), due_at=now() + DELAYS[task.attempts - 1], leased_until=None, error=reason)
        return
    _, after_the_last = functions.get(task.name, (None, None))
    if after_the_last:
        after_the_last(*task.arguments)  # before the task is marked: if this fails, it comes back once more
    task.change(task.still_claimed(), failed_at=now(), leased_until=None, error=reason)


def _leave_no_transaction():
    if db.in_transaction():  # only after a bug; the next task must not inherit it
        db.dispose()


@contextmanager
def _noted(task):
    """Meanwhile the clock keeps the task for us, and every log line says what it is about."""
    token = context.set({"firm_id": task.firm_id, "task": task.name, "task_id": task.id})
    _in_hand.add(task.id)
    try:
        yield
    finally:
        _in_hand.discard(task.id)
        context.reset(token)
