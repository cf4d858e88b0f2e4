"""Lets the worker of a sandbox follow its clock, and begin at once with what a move makes due."""

import logging
import threading

from flask import Flask

from intake.core.db import db
from intake.core.logging import error_fields
from intake.core.moved_clock import follow
from intake.engine.tasks.actions import sweep

from . import scheduler

_SECONDS = 0.2
_log = logging.getLogger(__name__)


class ClockFollower:
    """Looks where the clock is, in a thread of its own until `stop`. A `Companion` of the worker."""

    def __init__(self, app: Flask):
        self._app = app
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()

    def join(self, seconds: float) -> None:
        """Return when it has stopped, at the latest after so many seconds."""
        self._thread.join(seconds)

    def _run(self) -> None:
        with self._app.app_context():
            while True:
                try:
                    if follow():
                        scheduler.push_due()
                        sweep()
                except Exception as error:
                    _log.error("clock could not be followed", extra=error_fields(error))
                    db.dispose()
                if self._stopping.wait(_SECONDS):
                    db.close()
                    return
