"""The worker process's duties every second, independent of its main thread."""

from itertools import cycle

from flask import Flask, current_app

from intake.core.crypto import key_check
from intake.core.db import db
from intake.core.repeating_thread import RepeatingThread
from intake.engine.tasks.actions import renew_leases, sweep

from . import scheduler

_BEATS = 5
"""The interval, in seconds, at which the worker is recorded as alive and its leases are renewed."""


class Heartbeat(RepeatingThread):
    """Puts due tasks into their queues, and shows that the worker is alive."""

    seconds = 1
    failure = "heartbeat failed"

    def __init__(self, app: Flask, worker_id: str):
        super().__init__(app)
        self._worker_id = worker_id
        self._is_beat = cycle([True] + [False] * (_BEATS - 1))

    def step(self) -> None:
        if next(self._is_beat):
            beat(self._worker_id)
        sweep()


def beat(worker_id: str) -> None:
    """Record the worker as alive, renew its leases, and queue the lines of the schedule that are due.

    The recorded time is that of Postgres, which readers compare it with: the clock of this machine may be wrong.
    """
    db.execute_sql("INSERT INTO workers (id, started_at, seen_at, secret_key_check) VALUES (%s, now(), now(), %s) "
                   "ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at",
                   (worker_id, key_check(current_app.config["SECRET_KEY"])))
    # Kept as long as links last, so that `flask doctor` can tell that a link was sent with another key.
    db.execute_sql("DELETE FROM workers "
                   "WHERE seen_at NOT BETWEEN now() - interval '90 days' AND now() + interval '1 minute'")
    renew_leases(worker_id)
    scheduler.push_due()
