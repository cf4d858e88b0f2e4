"""Keeps the table of tasks small and its times right."""

from intake.core.clock import now
from intake.core.purging import purge

from .models import Task
from .states import DELAYS, KEPT_FOR


def purge_finished_tasks() -> None:
    """Delete finished tasks that were planned more than 30 days ago."""
    purge(Task, Task.created_at, now() - KEPT_FOR, Task.finished())


def recall_postponed_tasks() -> None:
    """Correct the due times of tasks that a fast clock postponed: none waits longer from now than it was meant to."""
    moment = now()
    Task.recall(moment, moment + 2 * max(DELAYS))
