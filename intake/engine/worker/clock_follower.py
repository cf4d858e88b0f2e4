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


class ClockFollower(threading.Thread):
    """Looks where the clock is, from `start` until `stop`. A `Companion` of the worker."""

    def __init__(self, app: Flask):
        super().__init__(name="clock", daemon=True)
        self._app = app
        self._stopping = threading.Event()

    def stop(self) -> None:
        self._stopping.set()

    def run(self) -> None:
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
