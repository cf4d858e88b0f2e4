"""A pool of idle connections."""

import select
from collections.abc import Hashable
from socket import socket
from threading import Lock
from time import monotonic

_MAX_AGE_SECONDS = 60
_MAX_IDLE = 256  # a process may open 1,024 files by default


class Connection:
    """A connected socket and its age."""

    def __init__(self, sock: socket) -> None:
        self.sock = sock
        self._opened = monotonic()

    def is_reusable(self) -> bool:
        """Whether it seems able to take another request.

        A socket that is readable before a request was sent has been closed or violates the protocol. An old connection
        is given up so that a changed DNS record takes effect.
        """
        if monotonic() - self._opened > _MAX_AGE_SECONDS:
            return False
        readable = select.poll()
        readable.register(self.sock, select.POLLIN)
        return not readable.poll(0)

    def close(self) -> None:
        self.sock.close()


class ConnectionPool:
    """Idle connections by origin: at most `per_origin` of each, and a bounded number in all. Thread-safe."""

    def __init__(self, per_origin: int) -> None:
        self._per_origin = per_origin
        self._idle: list[tuple[Hashable, Connection]] = []
        """With their origins, least recently used first."""
        self._closed = False
        self._lock = Lock()

    def acquire(self, origin: Hashable) -> Connection | None:
        """Take a reusable connection to the origin out of the pool; None if there is none."""
        while connection := self._pop(origin):
            if connection.is_reusable():
                return connection
            connection.close()
        return None

    def release(self, origin: Hashable, connection: Connection) -> None:
        """Put a connection into the pool; if that makes too many, close the least recently used one."""
        with self._lock:
            self._idle.append((origin, connection))
            same = [entry for entry in self._idle if entry[0] == origin]
            is_full = self._closed or len(same) > self._per_origin
            surplus = same[0] if is_full else self._idle[0] if len(self._idle) > _MAX_IDLE else None
            if surplus:
                self._idle.remove(surplus)
        if surplus:
            surplus[1].close()

    def close(self) -> None:
        """Close every idle connection, and from now on those that are released."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _pop(self, origin: Hashable) -> Connection | None:
        """Take out the most recently used connection to the origin."""
        with self._lock:
            for entry in reversed(self._idle):
                if entry[0] == origin:
                    self._idle.remove(entry)
                    return entry[1]
        return None
