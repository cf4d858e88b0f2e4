"""Keeping the table of tasks small, and its times right."""

from intake.core.clock import now
from intake.core.purging import purge

from .models import Task
from .states import DELAYS, KEPT_FOR


def purge_finished_tasks() -> None:
    """Delete finished tasks that were planned more than 30 days ago."""
    purge(Task, Task.created_at, now() - KEPT_FOR, Task.finished())


def recall_postponed_tasks() -> None:
    """Let tasks be due that a clock which was ahead has postponed: by as much as they were meant to wait, at most."""
    moment = now()
    Task.recall(moment, moment + 2 * max(DELAYS))
