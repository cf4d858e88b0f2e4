"""What the worker does about its own tasks."""

from datetime import timedelta

from intake.core.clock import now

from .models import Task

KEPT_FOR = timedelta(days=30)
_BITE = 1000


def forget_old_tasks():
    """Tasks that came to an end more than 30 days ago are gone; in small bites, so that nothing waits for a lock."""
    old = Task.finished_before(now() - KEPT_FOR).limit(_BITE)
    while Task.delete().where(Task.id.in_(old)).execute() == _BITE:
        pass
