"""Connections that wait for their next use."""

import select
from threading import Lock
from time import monotonic

_OLDEST_SECONDS = 60
_MOST = 256  # a process may open 1,024 files unless told otherwise


class Connection:
    """A connected socket and its age."""

    def __init__(self, sock):
        self.sock = sock
        self._opened = monotonic()

    def is_fit(self):
        """Whether it can take another request, as far as one can see from here.

        One that has something to read before it was asked has been closed or speaks out of turn. An old one is given up
        so that an endpoint which moves is followed.
        """
        if monotonic() - self._opened > _OLDEST_SECONDS:
            return False
        readable = select.poll()
        readable.register(self.sock, select.POLLIN)
        return not readable.poll(0)

    def close(self):
        self.sock.close()


class KeptConnections:
    """Idle connections by origin: `per_origin` of each at most, and a bounded number in all. Safe for threads."""

    def __init__(self, per_origin):
        self._per_origin = per_origin
        self._idle = {}
        """A list per origin; the origin that was used last stands last, and so does each one's connection."""
        self._count = 0
        self._closed = False
        self._lock = Lock()

    def take(self, origin):
        """A fit connection to the origin that now belongs to the caller; None if there is none."""
        while connection := self._taken(origin):
            if connection.is_fit():
                return connection
            connection.close()
        return None

    def give(self, origin, connection):
        """The connection is kept for its next use; of too many, the one that was unused for longest is closed."""
        with self._lock:
            idle = self._idle[origin] = self._idle.pop(origin, [])
            idle.append(connection)
            self._count += 1
            surplus = self._surplus(origin)
        if surplus:
            surplus.close()

    def close(self):
        """Nothing is kept any longer."""
        with self._lock:
            self._closed = True
            idle = [self._remove(origin, 0) for origin in list(self._idle) for _ in list(self._idle[origin])]
        for connection in idle:
            connection.close()

    def _taken(self, origin):
        with self._lock:
            return self._remove(origin, -1) if origin in self._idle else None

    def _surplus(self, origin):
        if self._closed or len(self._idle[origin]) > self._per_origin:
            return self._remove(origin, 0)
        if self._count > _MOST:
            return self._remove(next(iter(self._idle)), 0)
        return None

    def _remove(self, origin, place):
        connection = self._idle[origin].pop(place)
        self._count -= 1
        if not self._idle[origin]:
            del self._idle[origin]
        return connection
