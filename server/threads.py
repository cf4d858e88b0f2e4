"""Threads that answer requests: as many as are needed at once, up to a limit."""

from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any


class Threads:
    """At most `most` threads, each of which is kept. Where the system has none left, those that there are go on.

    An executor of Python's would raise there what ends the process, and never start another thread again.
    """

    def __init__(self, most):
        self._most, self._lock = most, Lock()
        self._calls: SimpleQueue[Any] = SimpleQueue()
        self._started = self._unfinished = 0

    def call(self, function):
        """Call the function in a thread, or in the caller's if there is none. What it raises is ignored."""
        with self._lock:
            self._unfinished += 1
            if self._started < min(self._most, self._unfinished):
                with suppress(RuntimeError):  # the system has no thread left
                    Thread(target=self._work, daemon=True).start()
                    self._started += 1
        if self._started:
            self._calls.put(function)
        else:
            self._perform(function)

    def shutdown(self, wait=False):
        """Let the threads end when nothing is left to do."""
        self._calls.put(None)

    def _work(self):
        while function := self._calls.get():
            self._perform(function)
            del function  # with its connection, which may be closed by now
        self._calls.put(None)

    def _perform(self, function):
        with suppress(BaseException):
            function()
        with self._lock:
            self._unfinished -= 1
