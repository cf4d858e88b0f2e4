"""A load generator: some connections, each of which sends its next request as soon as it has its answer.

One thread and bare sockets, because whatever it spends is taken from the server it measures: about 20 µs a request,
the same for every server.
"""

import json
import re
import selectors
import socket
import time
from dataclasses import dataclass
from statistics import mean, quantiles

_LENGTH = re.compile(rb"\r\nContent-Length: (\d+)", re.IGNORECASE)
_WARM_UP_SECONDS = 0.3  # connections get opened and caches filled, and nothing is counted


@dataclass
class Load:
    """What came of a run: answers a second, and how many ms each of them took."""

    rate: float
    times: list

    @property
    def p50(self):
        return self._percentiles[49]

    @property
    def p99(self):
        return self._percentiles[98]

    @property
    def _percentiles(self):
        return quantiles(self.times, n=100, method="inclusive")


def joined(loads):
    """Several runs as if they had been one."""
    return Load(mean(each.rate for each in loads), [time for each in loads for time in each.times])


def get(path, key=None):
    """A request for this path, with this API key."""
    return _request("GET", path, key)


def post(path, key, body):
    """A request that sends `body` as JSON to this path, with this API key."""
    return _request("POST", path, key, json.dumps(body).encode())


def run(port, requests, *, connections=8, seconds=2.0):
    """Send what the iterator `requests` gives for so many seconds. Raises `RuntimeError` for any answer but success."""
    with selectors.DefaultSelector() as selector:
        lines = [_Line(port) for _ in range(connections)]
        for line in lines:
            selector.register(line.socket, selectors.EVENT_READ, line)
            line.ask(next(requests))
        _exchange(selector, requests, _WARM_UP_SECONDS)
        began = time.perf_counter()
        times = _exchange(selector, requests, seconds)
        took = time.perf_counter() - began
        for line in lines:
            line.socket.close()
    return Load(len(times) / took, times)


class _Line:
    """One connection, with one request on its way."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request):
        self.answer, self.asked = b"", time.perf_counter()
        self.socket.sendall(request)

    def is_answered(self):
        """Take what has arrived, and say whether that is all."""
        arrived = self.socket.recv(65536)
        self.answer += arrived
        head, end, body = self.answer.partition(b"\r\n\r\n")
        if not arrived or (end and not head.startswith(b"HTTP/1.1 2")):
            raise RuntimeError(f"The server answered: {self.answer[:2000].decode(errors='replace') or 'nothing'}")
        return bool(end) and len(body) >= int(_LENGTH.search(head)[1])


def _exchange(selector, requests, seconds):
    """Ask and take answers for so long; the ms that each answer took."""
    times, now = [], time.perf_counter()
    end = now + seconds
    while now < end:
        for event, _ in selector.select(timeout=30):
            line = event.data
            if line.is_answered():
                now = time.perf_counter()
                times.append((now - line.asked) * 1000)
                line.ask(next(requests))
    return times


def _request(method, path, key, body=b""):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if key:
        lines.append(f"X-Api-Key: {key}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
