"""Keeping the table of tasks small."""

from intake.core.clock import now
from intake.core.purging import purge

from .models import Task
from .states import KEPT_FOR


def purge_finished_tasks() -> None:
    """Delete finished tasks that were planned more than 30 days ago."""
    purge(Task, Task.created_at, now() - KEPT_FOR, Task.finished())
