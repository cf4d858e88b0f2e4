"""A receiver of webhooks that listens on a socket and gives the answers chosen by a test.

    with Receiver() as receiver:
        receiver.answers("/flaky", Answer(500), Answer(200))      # the last one from then on
        receiver.answers("127.0.0.7", NEVER)                      # a host, for every path
        … receiver.url("/flaky") …
        receiver.requests[0].headers["webhook-id"]

It listens on every address of 127.0.0.0/8, each of which counts as a host. Run as a program, it answers a GET with the
arrivals so far, as [webhook-id, host, seconds from event to arrival]:

    python -m tests.stand_ins.receiver PORT DELAY_SECONDS HOSTS_THAT_NEVER_ANSWER
"""

import asyncio
import json
import sys
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime

_DRIP_SECONDS = 0.05
_TLS_GREETING = b"\x16\x03"


@dataclass(frozen=True)
class Answer:
    """The answer to a request. `manner` is answer, drip (one byte after the other), never or close."""

    status: int = 200
    body: bytes = b"ok"
    headers: dict = field(default_factory=dict)
    delay: float = 0
    manner: str = "answer"

    @property
    def bytes(self):
        lines = [f"HTTP/1.1 {self.status} Status", f"Content-Length: {len(self.body)}",
                 *(f"{name}: {value}" for name, value in self.headers.items())]
        return "\r\n".join((*lines, "\r\n")).encode("latin-1") + self.body


NEVER, CLOSE, DRIP = Answer(manner="never"), Answer(manner="close"), Answer(manner="drip", body=b"." * 1000)


@dataclass(frozen=True)
class Request:
    """A request that arrived; `at` is its Unix time. Header names are in lower case."""

    at: float
    host: str
    method: str
    path: str
    headers: dict
    body: bytes

    @property
    def id(self):
        return self.headers["webhook-id"]

    @property
    def event(self):
        return json.loads(self.body)


class Receiver:
    """The receiver, running in a thread until the block ends."""

    def __init__(self, port=0):
        self.requests = []
        self._script = {}
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._open = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="receiver", daemon=True)

    def __enter__(self):
        self._thread.start()
        started = self._loop.create_server(lambda: _Connection(self), "0.0.0.0", self._port, backlog=4096)
        self._server = self._run(started)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def url(self, path="/", host="127.0.0.1"):
        return f"http://{host}:{self.port}{path}"

    def answers(self, place, *answers):
        """Give these answers for a path or a host in this order, and the last one from then on."""
        self._script[place] = list(answers)

    def at(self, path):
        """Return the requests to this path."""
        return [request for request in list(self.requests) if request.path == path]

    def wait(self, path, count=1, seconds=30.0):
        """Wait for this many requests to the path and return them. Raises `AssertionError` after `seconds`."""
        ends = time.monotonic() + seconds
        while len(self.at(path)) < count:
            assert time.monotonic() < ends, f"{len(self.at(path))} instead of {count} requests came to {path}"
            time.sleep(0.005)
        return self.at(path)

    def answer_to(self, request):
        """Return the scripted answer to the request; each but the last is used once."""
        answers = self._script.get(request.path) or self._script.get(request.host) or [Answer()]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def cut(self):
        """Close all connections, also those that never get an answer."""
        self._run(self._cut())

    def _run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(10)

    async def _close(self):
        self._server.close()
        accepting = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*accepting, return_exceptions=True)  # so that all connections are known
        await self._cut()

    async def _cut(self):
        for connection in list(self._open):
            connection.transport.abort()
        await asyncio.sleep(0)  # so that the connections are closed


class _Connection(asyncio.Protocol):
    """One connection."""

    def __init__(self, receiver):
        self._receiver, self._inbox = receiver, b""

    def connection_made(self, transport):
        self.transport = transport
        self._host = transport.get_extra_info("sockname")[0]
        self._receiver._open.add(self)

    def connection_lost(self, _error):
        self._receiver._open.discard(self)

    def data_received(self, data):
        self._inbox += data
        if data.startswith(_TLS_GREETING):
            self.transport.write(Answer(400).bytes)
        while request := self._request():
            if request.method == "GET":
                self.transport.write(Answer(body=self._arrivals()).bytes)
            else:
                self._receiver.requests.append(request)
                self._give(self._receiver.answer_to(request))

    def _request(self):
        """Return the next whole request; None while it is incomplete."""
        head, end, rest = self._inbox.partition(b"\r\n\r\n")
        if not end:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", 0))
        if len(rest) < length:
            return None
        self._inbox = rest[length:]
        method, path, _ = first.split(" ")
        return Request(time.time(), self._host, method, path, headers, rest[:length])

    def _give(self, answer):
        later = asyncio.get_running_loop().call_later
        if answer.manner == "close":
            self.transport.abort()
        elif answer.manner == "drip":
            for number, byte in enumerate(answer.bytes):
                later(number * _DRIP_SECONDS, self.transport.write, bytes([byte]))
        elif answer.manner == "answer":
            later(answer.delay, self.transport.write, answer.bytes)

    def _arrivals(self):
        return json.dumps([[request.id, request.host, request.at - _created_at(request)]
                           for request in self._receiver.requests]).encode()


def _created_at(request):
    return datetime.fromisoformat(request.event["created_at"]).timestamp()


def main(port, delay, dead):
    with Receiver(int(port)) as receiver:
        for number in range(1, 255):
            receiver.answers(f"127.0.0.{number}", NEVER if number <= int(dead) else Answer(delay=float(delay)))
        threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
