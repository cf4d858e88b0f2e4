"""Pauses calls of a server after its failures have cost callers much time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

LOST_SECONDS = 15.0
"""A pause begins when consecutive failed calls have taken this long together."""


class Pause:
    """The pauses of one server, for all threads of this process. A call that raises one of `failures` has failed.

    Without pauses, each of hundreds of messages would hold a worker thread until it times out, and scans, syncs and the
    schedule would wait behind them.
    """

    def __init__(self, failures: type[Exception] | tuple[type[Exception], ...], paused: Callable[[], Exception],
                 seconds: float = 30) -> None:
        self._failures, self._paused, self._seconds = failures, paused, seconds
        self._lost, self._until = 0.0, 0.0

    @contextmanager
    def around(self) -> Iterator[bool]:
        """Let the block call the server, and tell it whether the last call failed.

        Raises `paused()` during a pause; after it, one caller tries the server.
        """
        began = monotonic()
        if began < self._until:
            raise self._paused()
        if self._lost >= LOST_SECONDS:
            self._until = began + self._seconds
        lost = 0.0
        try:
            yield self._lost > 0
        except self._failures:
            lost = self._lost + monotonic() - began
            raise
        finally:
            self._lost = lost
            self._until = monotonic() + self._seconds if lost >= LOST_SECONDS else 0.0
