"""The HTTP server of the stand-ins for platforms; its requests can be observed and made to fail.

    with Clio() as clio:
        clio.fail(429, on="POST /api/v4/matters.json", times=2, retry_after=1)
        clio.on_request = lambda moment, call: …    # "before" it is processed, "after" that but unanswered
"""

import json
import re
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit
from urllib.request import HTTPErrorProcessor, Request, build_opener

from intake.core.db import db
from tests.stand_ins.http_server import HttpServer

MALFORMED, CUT, LOST = "malformed", "cut", "lost"
"""Faults other than statuses: a body that is not JSON; a connection that is cut before the request is processed (`CUT`)
or afterwards (`LOST`).
"""


class ConnectionCut(Exception):
    """Raised by a hook: the connection is closed without a response."""


@dataclass
class Call:
    """A request, and the status of its response; None before it is sent."""

    method: str
    path: str
    query: dict
    headers: dict
    body: bytes = b""
    status: int | None = None
    at: float = field(default_factory=time.time)

    def __str__(self):
        return f"{self.method} {self.path}"

    @property
    def json(self):
        """The JSON object of the body; empty if there is none."""
        with suppress(ValueError):
            value = json.loads(self.body)
            return value if isinstance(value, dict) else {}
        return {}

    @property
    def form(self):
        return dict(parse_qsl(self.body.decode("latin-1"), keep_blank_values=True))


@dataclass
class Answer:
    """A response; `before_sending` is called first, outside the lock."""

    status: int = 200
    payload: object = None
    headers: dict = field(default_factory=dict)
    before_sending: object = None

    @property
    def body(self):
        if isinstance(self.payload, bytes):
            return self.payload
        return b"" if self.payload is None else json.dumps(self.payload).encode()


@dataclass
class Fault:
    """A fault that the next calls get instead of their response."""

    kind: int | str | Answer
    times: int
    on: str
    retry_after: int


def route(method, pattern):
    """Route these calls to the method of a `PlatformServer`; groups of the pattern become its arguments."""

    def mark(function):
        function.answers = (method, re.compile(pattern))
        return function

    return mark


class PlatformServer(HttpServer):
    """Listens until the block ends. `calls` holds the requests, the oldest first."""

    name = ""

    def __init__(self, port=0):
        self.calls, self.on_request, self.deliver_call, self.instead = [], None, over_http, {}
        """`instead` overrides the responses to calls: `{"POST /v1/contacts": {"data": None}}`."""
        self._faults, self.lock = [], threading.RLock()
        functions = [getattr(self, name) for name in dir(type(self)) if callable(getattr(type(self), name))]
        self._routes = [(*function.answers, function) for function in functions if hasattr(function, "answers")]
        super().__init__(type("Handler", (_Handler,), {"platform": self}), port)

    def fail(self, kind, times=1, on="", retry_after=1):
        """Let the next calls fail with a status, an `Answer`, or one of the faults above.

        `on` is the prefix of the calls: "POST" or "POST /api/v4/contacts.json".
        """
        self._faults.append(Fault(kind, times, on, retry_after))

    def heal(self):
        """Remove all faults; return how many did not occur."""
        left = sum(fault.times for fault in self._faults)
        self._faults.clear()
        return left

    def calls_to(self, start):
        """The calls so far with this prefix: `calls_to("POST /api/v4/matters.json")`."""
        return [call for call in list(self.calls) if str(call).startswith(start)]

    def refusal(self, status, headers=None):
        """The platform's response for an error of this status."""
        raise NotImplementedError

    def answer_to(self, call):
        """Return the answer of the matching route."""
        for method, pattern, function in self._routes:
            if method == call.method and (found := pattern.fullmatch(call.path)):
                return function(call, *found.groups())
        return self.refusal(404)

    def serve(self, call):
        """Return the answer to the call, after hooks and faults. Raises `ConnectionCut`."""
        self.calls.append(call)
        self._notify("before", call)
        fault = self._fault_for(call)
        if fault and fault.kind != LOST:
            answer = self._faulty(fault)
        elif str(call) in self.instead:
            answer = Answer(200, self.instead[str(call)])
        else:
            with self.lock:
                answer = self.answer_to(call)
            if answer.before_sending:
                with suppress(OSError):  # nothing listens there
                    answer.before_sending()
        call.status = answer.status
        self._notify("after", call)
        if fault and fault.kind == LOST:
            raise ConnectionCut
        return answer

    def _notify(self, moment, call):
        if self.on_request:
            self.on_request(moment, call)

    def _fault_for(self, call):
        with self.lock:
            for fault in self._faults:
                if fault.times and str(call).startswith(fault.on):
                    fault.times -= 1
                    return fault
        return None

    def _faulty(self, fault):
        if fault.kind == MALFORMED:
            return Answer(200, b"<html>It works!</html>", {"Content-Type": "text/html"})
        if fault.kind == CUT:
            raise ConnectionCut
        if isinstance(fault.kind, Answer):
            return fault.kind
        return self.refusal(fault.kind, {"Retry-After": str(fault.retry_after)} if fault.kind in (429, 503) else None)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    platform = None

    def _serve(self):
        if "Transfer-Encoding" in self.headers:  # refused as by S3 and many others
            self.close_connection = True
            return self._send(Answer(501, b""))
        parts = urlsplit(self.path)
        call = Call(self.command, parts.path, dict(parse_qsl(parts.query, keep_blank_values=True)),
                    {name.lower(): value for name, value in self.headers.items()},
                    self.rfile.read(int(self.headers.get("Content-Length", 0))))
        try:
            self._send(self.platform.serve(call))
        except ConnectionCut:
            self.close_connection = True
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def _send(self, answer):
        self.send_response(answer.status)
        headers = {"Content-Type": "application/json"} | answer.headers
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_):
        pass


class _NoErrors(HTTPErrorProcessor):
    def http_response(self, _request, response):
        return response

    https_response = http_response


def over_http(url, headers, body):
    """Send a call of the platform over HTTP; return status and headers of the response. Raises `OSError`."""
    with build_opener(_NoErrors).open(Request(url, body, headers, method="POST"), timeout=10) as answer:
        return answer.status, answer.headers


def deliver_to(app):
    """Deliver the platform's calls to the application in this process, for tests without a web server."""

    def deliver(url, headers, body):
        parts = urlsplit(url)
        with app.app_context():
            try:
                answer = app.test_client().post(f"{parts.path}?{parts.query}", data=body, headers=headers)
            finally:
                db.close()  # the thread belongs to the stand-in and ends soon
        return answer.status_code, answer.headers

    return deliver
