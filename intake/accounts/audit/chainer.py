"""The thread of the worker that chains the entries of the audit log."""

import logging
import threading
import time
from collections.abc import Callable

from flask import Flask

from intake.core.db import db
from intake.core.logging import error_fields

from .chain import chain_all

_SECONDS = 1
_LAST_SECONDS = 0.5
"""How long it goes on chaining when it stops; what is left is chained by the next worker."""

_log = logging.getLogger(__name__)


class Chainer(threading.Thread):
    """Chains new entries of all firms every second, from `start` until `stop`, and once more then."""

    def __init__(self, app: Flask):
        super().__init__(name="audit-chainer", daemon=True)
        self._app = app
        self._stopping = threading.Event()

    def stop(self) -> None:
        self._stopping.set()

    def run(self) -> None:
        with self._app.app_context():
            while not self._stopping.wait(_SECONDS):
                self._try_to_chain(self._stopping.is_set)
            ends = time.monotonic() + _LAST_SECONDS
            self._try_to_chain(lambda: time.monotonic() > ends)
            db.close()

    def _try_to_chain(self, is_over: Callable[[], bool]) -> None:
        try:
            chain_all(is_over)
        except Exception as error:
            _log.error("audit log not chained", extra=error_fields(error))
            db.dispose()
