"""A pool of idle connections."""

import select
from collections import OrderedDict
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

        A socket that is readable before a request is sent has been closed or violates the protocol. Old connections are
        given up so that a changed DNS record takes effect.
        """
        if monotonic() - self._opened > _MAX_AGE_SECONDS:
            return False
        readable = select.poll()
        readable.register(self.sock, select.POLLIN)
        return not readable.poll(0)

    def close(self) -> None:
        self.sock.close()


class ConnectionPool:
    """Idle connections by origin: at most `per_origin` of each, and a limited number in all. Thread-safe."""

    def __init__(self, per_origin: int) -> None:
        self._per_origin = per_origin
        self._idle: OrderedDict[Hashable, list[Connection]] = OrderedDict()
        """By origin. The least recently used come first, among origins and among the connections of each."""
        self._size = 0
        self._closed = False
        self._lock = Lock()

    def acquire(self, origin: Hashable) -> Connection | None:
        """Take a reusable connection to the origin out of the pool and return it; None if there is none."""
        while connection := self._pop(origin):
            if connection.is_reusable():
                return connection
            connection.close()
        return None

    def release(self, origin: Hashable, connection: Connection) -> None:
        """Put a connection into the pool; if that makes too many, close the least recently used one."""
        with self._lock:
            same = self._idle.setdefault(origin, [])
            same.append(connection)
            self._idle.move_to_end(origin)
            self._size += 1
            surplus = None
            if self._closed or len(same) > self._per_origin:
                surplus = self._take(origin, 0)
            elif self._size > _MAX_IDLE:
                surplus = self._take(next(iter(self._idle)), 0)
        if surplus:
            surplus.close()

    def close(self) -> None:
        """Close every idle connection, and from now on those that are released."""
        with self._lock:
            self._closed = True
            idle = [connection for same in self._idle.values() for connection in same]
            self._idle.clear()
            self._size = 0
        for connection in idle:
            connection.close()

    def _pop(self, origin: Hashable) -> Connection | None:
        """Take out the most recently used connection to the origin."""
        with self._lock:
            return self._take(origin, -1) if origin in self._idle else None

    def _take(self, origin: Hashable, place: int) -> Connection:
        same = self._idle[origin]
        connection = same.pop(place)
        if not same:
            del self._idle[origin]
        self._size -= 1
        return connection
