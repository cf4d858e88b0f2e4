"""A thread that repeats a step, whatever the step raises."""

import logging
import threading
from collections.abc import Callable

from flask import Flask

from .db import db
from .logging import error_fields


class RepeatingThread(threading.Thread):
    """Calls `step` at an interval of `seconds`, from `start` until `stop`, in the context of the application.

    An exception that it raises is logged as `failure`, and the next call has a new connection to the database.
    """

    seconds: float
    failure: str

    def __init__(self, app: Flask):
        super().__init__(name=type(self).__name__, daemon=True)
        self.app = app
        self.stopping = threading.Event()

    def stop(self) -> None:
        self.stopping.set()

    def step(self) -> None:
        raise NotImplementedError

    def last_step(self) -> None:
        """Called once at the end."""

    def run(self) -> None:
        with self.app.app_context():
            self._try(self.step)
            while not self.stopping.wait(self.seconds):
                self._try(self.step)
            self._try(self.last_step)
            db.close()

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception as error:
            logging.getLogger(type(self).__module__).error(self.failure, extra=error_fields(error))
            db.dispose()
