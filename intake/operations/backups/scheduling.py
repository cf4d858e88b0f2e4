"""When a backup is due, whether one is late, and the thread of the worker that makes them.

A thread of its own, because a first backup may take hours: no job waits for it, and no limit of jobs ends it.
"""

import logging
import threading
from datetime import timedelta

from intake.core.clock import now
from intake.core.db import db
from intake.core.logging import error_fields
from intake.gateways.backup_target import backup_target

from .creating import create
from .errors import BackupRunning, BackupStopped
from .models import BackupRun

_SECONDS = 20
_PAUSE = timedelta(minutes=15)
"""How long after the beginning of an attempt the next one begins, if it did not succeed."""

_DEFAULT_HOURS = 24
_log = logging.getLogger(__name__)


def is_due(settings):
    """Whether the worker should begin a backup now."""
    if not settings.backup_target or not settings.backup_hours:
        return False
    complete, latest, _ = BackupRun.state()
    return ((complete is None or now() - complete >= timedelta(hours=settings.backup_hours))
            and (latest is None or now() - latest >= _PAUSE or latest == complete))


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


class BackupThread(threading.Thread):
    """Makes a backup when one is due, from `start` until `stop`; a stopped one is continued by the next worker."""

    def __init__(self, app):
        super().__init__(name="backups", daemon=True)
        self._app = app
        self._stopping = threading.Event()

    def stop(self):
        self._stopping.set()

    def run(self):
        with self._app.app_context():
            while True:
                self._try()
                if self._stopping.wait(_SECONDS):
                    break
            db.close()

    def _try(self):
        parts = self._app.extensions
        try:
            if is_due(parts["settings"]):
                create(parts["settings"], parts["storage"], backup_target(parts["settings"]), self._stopping.is_set)
        except (BackupRunning, BackupStopped):
            pass
        except Exception as error:
            _log.error("backup failed", extra=error_fields(error))
            db.dispose()
