"""Ends the wait for a Postgres that does not answer.

Postgres itself ends statements that take too long (`connection.py`). While it hangs, with its disk or its machine, it
cannot, and libpq waits without a limit: every thread would wait for as long as that lasts. See docs/decisions/0018.
"""

import os
import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from weakref import WeakSet, ref

from psycopg2 import InterfaceError, OperationalError
from psycopg2.extensions import connection as Connection

SECONDS = 20.0
"""How long an answer may take: longer than Postgres' own limit of a statement."""

_CHECK_SECONDS = 1.0
_NOT_WAITING, _GIVEN_UP = 0.0, -1.0

_lock = threading.Lock()
_answers: WeakSet["Answer"] = WeakSet()
_watch: threading.Thread | None = None


class Answer:
    """A context in which an answer of this connection is awaited; there is one at a time.

    Raises `OperationalError` if there is none in time, and the connection cannot be used any more. What was sent may
    have been done all the same, so it is not sent again.
    """

    __slots__ = ("__weakref__", "_connection", "ends")

    def __init__(self, connection: Connection) -> None:
        self._connection, self.ends = ref(connection), _NOT_WAITING
        with _lock:
            _answers.add(self)

    def __enter__(self) -> None:
        self.ends = time.monotonic() + SECONDS
        if _watch is None:
            with _lock:
                _ensure_watch()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        ends, self.ends = self.ends, _NOT_WAITING
        if error is not None and ends == _GIVEN_UP:
            raise OperationalError(f"Postgres has not answered for {SECONDS:.0f} s.") from error

    def give_up(self) -> None:
        """Shut down the connection that a thread is waiting for."""
        connection, self.ends = self._connection(), _GIVEN_UP
        with suppress(OSError, InterfaceError):  # it has already ended
            if connection is not None:
                with socket.socket(fileno=os.dup(connection.fileno())) as copy:
                    copy.shutdown(socket.SHUT_RDWR)


def _ensure_watch() -> None:
    global _watch
    if _watch is None:
        watch = threading.Thread(target=_give_up_in_time, name="answer-timeout", daemon=True)
        with suppress(RuntimeError):  # the system has no thread left; the next statement tries again
            watch.start()
            _watch = watch


def _give_up_in_time() -> None:
    while True:
        time.sleep(_CHECK_SECONDS)
        now = time.monotonic()
        with _lock:
            for each in _answers:
                if _NOT_WAITING < each.ends <= now:
                    each.give_up()


def _reset() -> None:
    """Forget the answers of the process that was forked: this one has no thread but one, and its own connections."""
    global _lock, _watch
    _lock, _watch = threading.Lock(), None
    _answers.clear()


os.register_at_fork(after_in_child=_reset)
