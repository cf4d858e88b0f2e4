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
        self._idle: dict[Hashable, list[Connection]] = {}
        """By origin, least recently used first; so are the connections of each."""
        self._count = 0
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
            idle = self._idle[origin] = self._idle.pop(origin, [])
            idle.append(connection)
            self._count += 1
            surplus = self._surplus(origin)
        if surplus:
            surplus.close()

    def close(self) -> None:
        """Close every idle connection, and from now on those that are released."""
        with self._lock:
            self._closed = True
            idle = [self._remove(origin, 0) for origin in list(self._idle) for _ in list(self._idle[origin])]
        for connection in idle:
            connection.close()

    def _pop(self, origin: Hashable) -> Connection | None:
        with self._lock:
            return self._remove(origin, -1) if origin in self._idle else None

    def _surplus(self, origin: Hashable) -> Connection | None:
        if self._closed or len(self._idle[origin]) > self._per_origin:
            return self._remove(origin, 0)
        if self._count > _MAX_IDLE:
            return self._remove(next(iter(self._idle)), 0)
        return None

    def _remove(self, origin: Hashable, place: int) -> Connection:
        connection = self._idle[origin].pop(place)
        self._count -= 1
        if not self._idle[origin]:
            del self._idle[origin]
        return connection
