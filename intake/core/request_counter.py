"""Counting what happens with every request, without a write for every request.

A process counts in memory and hands over what it counted every two seconds. A process that is killed loses what it
counted since; while whoever keeps the counts is away, they wait here.
"""

import logging
import threading
from collections import Counter

from .db import db

EVERY_SECONDS = 2
_log = logging.getLogger(__name__)


class RequestCounter:
    """Counts by key, handed over to `keep` as `{key: count}`."""

    def __init__(self, keep):
        self._keep = keep
        self._counts = Counter()
        self._counting, self._handing_over = threading.Lock(), threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tally", daemon=True)

    def add(self, key):
        """It happened once more."""
        with self._counting:
            self._counts[key] += 1

    def hand_over(self):
        """Everything that this process counted is kept. Raises what `keep` raises, and then nothing is lost."""
        with self._handing_over:
            with self._counting:
                counts, self._counts = self._counts, Counter()
            try:
                if counts:
                    self._keep(counts)
            except BaseException:
                with self._counting:
                    self._counts.update(counts)
                raise

    def start(self):
        """From now on counts are handed over by themselves. For a process that serves, after it was forked."""
        self._thread.start()

    def stop(self):
        """What was counted is handed over, if it can be."""
        self._stopping.set()
        self._try()

    def _run(self):
        while not self._stopping.wait(EVERY_SECONDS):
            self._try()

    def _try(self):
        try:
            self.hand_over()
        except Exception as error:
            _log.warning("counts wait to be kept", extra={"error": type(error).__name__})
        finally:
            db.close()
