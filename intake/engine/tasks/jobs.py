"""Keeping the table of tasks small."""

from intake.core.clock import now

from .models import Task
from .states import KEPT_FOR

_BATCH = 1000


def purge_finished_tasks() -> None:
    """Delete tasks that finished more than 30 days ago, in small batches, so that nothing waits for a lock."""
    old = Task.finished_before(now() - KEPT_FOR).limit(_BATCH)
    while Task.delete().where(Task.id.in_(old)).execute() == _BATCH:
        pass
