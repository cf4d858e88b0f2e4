"""The worker's clock: it lives, keeps what it has, and rings for what is due."""

import logging
import threading

from intake.core.clock import now
from intake.core.db import db
from intake.core.logging import error_fields
from intake.engine.queue import alarm
from intake.engine.tasks.actions import keep_what_is_in_hand
from intake.engine.tasks.models import Task

from . import scheduler as agenda
from .errands import WORKER_ID

_TICK_SECONDS = 5
_log = logging.getLogger(__name__)


class Heartbeat:
    """Ticks every five seconds in a thread of its own, until `stop`."""

    def __init__(self, app):
        self._app = app
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self):
        self._thread.start()

    def stop(self):
        self._stopping.set()

    def _run(self):
        with self._app.app_context():
            while True:
                try:
                    beat()
                except Exception as error:
                    _log.error("the clock stumbled and ticks on", extra=error_fields(error))
                    db.dispose()
                if self._stopping.wait(_TICK_SECONDS):
                    return


def beat():
    """This worker was seen, keeps the task it performs, and is rung for if a task or a line of the schedule is due."""
    _say_alive()
    keep_what_is_in_hand(WORKER_ID)
    if Task.any_waiting() or agenda.due():
        alarm.ring_for_tasks()


def _say_alive():
    moment = now()
    db.execute_sql(
        "INSERT INTO workers (id, started_at, seen_at) VALUES (%s, %s, %s) "
        "ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at", (WORKER_ID, moment, moment))
    db.execute_sql("DELETE FROM workers WHERE seen_at < now() - interval '1 hour'")
