"""Keeps in memory what is written too often, or cannot be written now, and saves it together every two seconds.

A process that is killed loses what came in since the last save. While saving fails, everything stays in memory.
"""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Mapping

from .db import db
from .logging import error_fields

EVERY_SECONDS = 2
_log = logging.getLogger(__name__)


class WriteBuffer:
    """Counts what is added to it; `save` is called with what is new, `{key: count}`."""

    def __init__(self, save: Callable[[Mapping], object]) -> None:
        self._save = save
        self._counts: Counter[Hashable] = Counter()
        self._counting, self._flushing = threading.Lock(), threading.Lock()
        self._stopping = threading.Event()

    def add(self, key: Hashable) -> None:
        """Add one to the key's count."""
        with self._counting:
            self._counts[key] += 1

    def flush(self) -> None:
        """Save everything that this process has added. Raises what `save` raises, and keeps the counts then."""
        with self._flushing:
            with self._counting:
                counts, self._counts = self._counts, Counter()
            try:
                if counts:
                    self._save(counts)
            except BaseException:
                with self._counting:
                    self._counts.update(counts)
                raise

    def start(self) -> None:
        """Start saving in the background. Call it in a serving process, after it was forked."""
        threading.Thread(target=self._run, name="write-buffer", daemon=True).start()

    def stop(self) -> None:
        """Stop saving in the background, and save once more if possible."""
        self._stopping.set()
        self._try_flush()

    def join(self, seconds: float) -> None:
        """Return: `stop` has saved everything."""

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            self._try_flush()

    def _try_flush(self) -> None:
        try:
            self.flush()
        except Exception as error:
            _log.warning("buffered writes not saved", extra=error_fields(error))
        finally:
            db.close()
