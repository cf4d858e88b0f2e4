"""Clients that send almost nothing and hold as many connections as they get.

    with SlowClients(port, 500) as slow:
        …
        slow.seconds_open      # of each connection until the server closed it; those that are still open are missing
"""

import selectors
import socket
import threading
import time
from contextlib import suppress
from itertools import cycle

EVERY_SECONDS = 10
_HEAD = b"POST /api/v1/matters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
KINDS = {
    "nothing": b"",
    "headers": b"GET /p/any/documents HTTP/1.1\r\nHost: x\r\nX-Header: ",
    "a body": _HEAD + b"Content-Length: 1000\r\n\r\n{",
    "a large body": _HEAD + b"Content-Length: 1000000\r\n\r\n" + b" " * 100_000,
    "chunks": _HEAD + b"Transfer-Encoding: chunked\r\n\r\nfff\r\n{",
}
"""The part that each kind sends at once; it sends the rest as one byte every `EVERY_SECONDS`."""


class SlowClients:
    """This many connections to a port of this machine, of all kinds in turn, until the block ends."""

    def __init__(self, port, count, kinds=tuple(KINDS)):
        self._address, self._count, self._kinds = ("127.0.0.1", port), count, kinds
        self._selector = selectors.DefaultSelector()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.seconds_open = []

    def __enter__(self):
        for kind, _ in zip(cycle(self._kinds), range(self._count), strict=False):
            connection = socket.create_connection(self._address, timeout=10)
            connection.sendall(KINDS[kind])
            self._selector.register(connection, selectors.EVENT_READ, (kind, time.monotonic()))
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()

    def _run(self):
        due = time.monotonic() + EVERY_SECONDS
        while not self._ended.is_set():
            for key, _ in self._selector.select(timeout=0.1):
                self._read(key)
            if time.monotonic() >= due:
                due += EVERY_SECONDS
                for key in list(self._selector.get_map().values()):
                    self._send_a_byte(key)

    def _send_a_byte(self, key):
        with suppress(OSError):
            if key.data[0] != "nothing":
                key.fileobj.send(b"1")

    def _read(self, key):
        with suppress(OSError):
            if key.fileobj.recv(4096):
                return
        self._selector.unregister(key.fileobj)
        key.fileobj.close()
        self.seconds_open.append(time.monotonic() - key.data[1])
