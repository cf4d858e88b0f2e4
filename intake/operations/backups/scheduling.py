"""When a backup is due, whether one is late, and the thread of the worker that makes them.

A thread of its own, because a first backup may take hours: no job waits for it, and no limit of jobs ends it.
"""

from contextlib import suppress
from datetime import timedelta

from intake.core.clock import now
from intake.core.clock_difference import is_clock_right
from intake.core.repeating_thread import RepeatingThread
from intake.gateways.backup_target import backup_target

from .creating import create
from .errors import BackupRunning, BackupStopped
from .models import BackupRun

_PAUSE = timedelta(minutes=15)
"""How long after the beginning of an attempt the next one begins, if it did not succeed."""

_DEFAULT_HOURS = 24


def is_due(settings):
    """Whether the worker should begin a backup now; never while its clock is wrong."""
    if not settings.backup_target or not settings.backup_hours:
        return False
    complete, latest, _ = BackupRun.state()
    return ((complete is None or now() - complete >= timedelta(hours=settings.backup_hours))
            and (latest is None or now() - latest >= _PAUSE or latest == complete) and is_clock_right())


def problem(settings):
    """Return a sentence if the last attempt failed, or if the latest backup is too old; None if all is well."""
    complete, _, error = BackupRun.state()
    if error:
        return f"The last backup failed: {error}"
    if complete is None:
        return "There is no backup yet. Make one with `flask backup create`, or let the worker run."
    if now() - complete > 2 * timedelta(hours=settings.backup_hours or _DEFAULT_HOURS):
        return f"The last backup is of {complete:%Y-%m-%d %H:%M} UTC. Try `flask backup create`."
    return None


class BackupThread(RepeatingThread):
    """Makes a backup when one is due; one that `stop` interrupts is continued by the next worker."""

    seconds = 20
    failure = "backup failed"

    def step(self):
        settings = self.app.extensions["settings"]
        with suppress(BackupRunning, BackupStopped):
            if is_due(settings):
                create(settings, self.app.extensions["storage"], backup_target(settings), self.stopping.is_set)
