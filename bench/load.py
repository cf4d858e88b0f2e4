"""A load generator: connections that each send the next request when the answer to the last has arrived.

It uses one thread and plain sockets, because it competes with the server for the processor: it takes about 20 µs per
request, the same for every server.
"""

import json
import re
import selectors
import socket
import time
from dataclasses import dataclass
from itertools import count
from statistics import mean, quantiles

_LENGTH = re.compile(rb"\r\nContent-Length: (\d+)", re.IGNORECASE)
_WARM_UP_SECONDS = 0.3  # opens connections and fills caches, and is not counted
_number = count(1)


@dataclass
class Load:
    """The result of a run: answers per second, and the time of each in ms."""

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
    """Return the combined result of several runs."""
    return Load(mean(each.rate for each in loads), [time for each in loads for time in each.times])


def get(path, key=None, token=None, session=None):
    """Return a GET request for this path with this API key or access token, or with the cookie of this session."""
    return _request("GET", path, key, token=token, session=session)


def post(path, key, body):
    """Return a POST request that sends `body` as JSON to this path with this API key."""
    return _request("POST", path, key, json.dumps(body).encode())


def new_matter(key):
    """Return a request that creates a matter with a title that no other has."""
    return post("/api/v1/matters", key, {"title": f"Opened {next(_number)}", "practice_area": "business"})


def run(port, requests, *, connections=8, seconds=2.0):
    """Send the requests of an iterator for this many seconds. Raises `RuntimeError` for any answer but success."""
    with selectors.DefaultSelector() as selector:
        links = [_Connection(port) for _ in range(connections)]
        for link in links:
            selector.register(link.socket, selectors.EVENT_READ, link)
            link.ask(next(requests))
        _exchange(selector, requests, _WARM_UP_SECONDS)
        began = time.perf_counter()
        times = _exchange(selector, requests, seconds)
        took = time.perf_counter() - began
        for link in links:
            link.socket.close()
    return Load(len(times) / took, times)


class _Connection:
    """A connection with one request under way."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request):
        self.answer, self.asked = b"", time.perf_counter()
        self.socket.sendall(request)

    def is_answered(self):
        """Read what has arrived, and return whether the answer is complete."""
        arrived = self.socket.recv(65536)
        self.answer += arrived
        head, end, body = self.answer.partition(b"\r\n\r\n")
        if not arrived or (end and not head.startswith(b"HTTP/1.1 2")):
            raise RuntimeError(f"The server answered: {self.answer[:2000].decode(errors='replace') or 'nothing'}")
        return bool(end) and len(body) >= int(_LENGTH.search(head)[1])


def _exchange(selector, requests, seconds):
    """Send requests and read answers for this long; return the time of each answer in ms."""
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


def _request(method, path, key, body=b"", token=None, session=None):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if key:
        lines.append(f"X-Api-Key: {key}")
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if session:
        lines.append(f"Cookie: intake_session={session}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
