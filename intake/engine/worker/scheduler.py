"""Finds the lines of the schedule that are due, and runs each once, however many workers there are."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from flask import current_app

from intake.core.clock import now
from intake.core.clock_difference import ahead_of_database, is_clock_right
from intake.core.counters import occurrences, set_to_now
from intake.core.db import db, leave_no_transaction
from intake.core.logging import error_fields
from intake.core.spans import span
from intake.engine.tasks.actions import TaskFailed
from intake.engine.tasks.queues import task_queues

SUCCESS, FAILURES = "schedule_success:", "schedule_failures:"
"""Prefixes of the names of each line's totals: when it last succeeded, and how often it failed."""

_LATEST = 2
"""A line due later than this many intervals from now got its time from a wrong clock, and is due now.

It is more than one interval because the clocks of two workers differ a little.
"""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recurring:
    """A function that runs at an interval."""

    every: timedelta
    function: Callable[[], object]


def schedule() -> dict[str, Recurring]:
    """Return the running application's schedule."""
    return current_app.extensions["schedule"]


def due() -> list[str]:
    """Return the names of the lines that are due; none while the clock is wrong."""
    if not _may_run():
        return []
    moment, next_runs = now(), dict(db.execute_sql("SELECT name, due_at FROM schedule").fetchall())
    return [name for name, line in schedule().items()
            if name not in next_runs or not moment < next_runs[name] <= moment + _LATEST * line.every]


def push_due() -> None:
    """Put the lines that are due into the queue."""
    for name in due():
        task_queues.push_scheduled(name, schedule()[name].function)


def run(name: str) -> None:
    """Run a line of the schedule, if it is still due and no other worker took it. Raises `TaskFailed`."""
    line = schedule().get(name)
    if line is None or not _may_run() or not _take(name, line):
        return
    try:
        with span(f"schedule {name}", "consumer"):
            line.function()
        set_to_now(f"{SUCCESS}{name}")
    except Exception as error:
        fields = error_fields(error)
        occurrences.add(f"{FAILURES}{name}")
        _log.error("scheduled job failed", extra={"line": name} | fields)
        leave_no_transaction()
        raise TaskFailed(fields["error"]) from None


def _may_run() -> bool:
    if is_clock_right():
        return True
    _log.error("scheduled work waits, the clock is wrong", extra={
        "seconds_ahead": round(ahead_of_database().total_seconds())})
    return False


def _take(name: str, line: Recurring) -> bool:
    moment = now()
    moved = db.execute_sql(
        "INSERT INTO schedule (name, due_at) VALUES (%(name)s, %(next)s) "
        "ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at "
        "WHERE schedule.due_at <= %(now)s OR schedule.due_at > %(latest)s RETURNING name",
        {"name": name, "next": moment + line.every, "now": moment, "latest": moment + _LATEST * line.every})
    return moved.fetchone() is not None
