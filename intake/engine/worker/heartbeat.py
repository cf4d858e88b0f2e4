"""What the worker process does every second, whatever its main thread is busy with."""

import logging
import threading
from itertools import count

from flask import Flask

from intake.core.db import db
from intake.core.logging import error_fields
from intake.engine.tasks.actions import renew_leases, sweep

from . import scheduler

_SECONDS = 1
_BEATS = 5
"""Every so many seconds the worker is recorded as alive and its leases are renewed."""

_log = logging.getLogger(__name__)


class Heartbeat(threading.Thread):
    """Sweeps tasks into their queues, and shows that the worker is alive, from `start` until `stop`."""

    def __init__(self, app: Flask, worker_id: str):
        super().__init__(name="heartbeat", daemon=True)
        self._app, self._worker_id = app, worker_id
        self._stopping = threading.Event()

    def stop(self) -> None:
        self._stopping.set()

    def run(self) -> None:
        with self._app.app_context():
            for second in count():
                try:
                    if second % _BEATS == 0:
                        beat(self._worker_id)
                    sweep()
                except Exception as error:
                    _log.error("heartbeat failed", extra=error_fields(error))
                    db.dispose()
                if self._stopping.wait(_SECONDS):
                    return


def beat(worker_id: str) -> None:
    """Record the worker as alive, renew its leases, and queue the lines of the schedule that are due.

    When it was seen is the time of Postgres, by which others judge it: the clock of this machine may be wrong.
    """
    db.execute_sql("INSERT INTO workers (id, started_at, seen_at) VALUES (%s, now(), now()) "
                   "ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at", (worker_id,))
    db.execute_sql("DELETE FROM workers "
                   "WHERE seen_at NOT BETWEEN now() - interval '1 hour' AND now() + interval '1 minute'")
    renew_leases(worker_id)
    scheduler.push_due()
