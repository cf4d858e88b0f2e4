"""What both practice-management platforms have in common: an HTTP server that can be watched and made to fail.

    with Clio() as clio:
        clio.fail(429, on="POST /api/v4/matters.json", times=2, retry_after=1)
        clio.on_request = lambda moment, call: …    # "before": nothing is done yet; "after": done, and not answered
"""

import json
import re
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit
from urllib.request import HTTPErrorProcessor, Request, build_opener

from intake.core.db import db

NONSENSE, SILENT, CUT, LOST = "nonsense", "silent", "cut", "lost"
"""Faults beside statuses: what comes is no JSON; nothing ever comes; the line is cut, before anything was done (`CUT`)
or after everything was (`LOST`).
"""

_SILENT_SECONDS = 60


class LineCut(Exception):
    """Raised by a hook: the caller gets no answer."""


@dataclass
class Call:
    """A request that came, and the status it was answered with; None while it was not."""

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
            told = json.loads(self.body)
            return told if isinstance(told, dict) else {}
        return {}

    @property
    def form(self):
        return dict(parse_qsl(self.body.decode("latin-1"), keep_blank_values=True))


@dataclass
class Answer:
    """What goes back; `before_it` is done first, when nothing is locked any more."""

    status: int = 200
    payload: object = None
    headers: dict = field(default_factory=dict)
    before_it: object = None

    @property
    def body(self):
        if isinstance(self.payload, bytes):
            return self.payload
        return b"" if self.payload is None else json.dumps(self.payload).encode()


@dataclass
class Fault:
    """What the next calls meet instead of an honest answer."""

    kind: int | str
    times: int
    on: str
    retry_after: int


def route(method, pattern):
    """The method of a `Platform` answers these calls; groups of the pattern become its arguments."""

    def mark(function):
        function.answers = (method, re.compile(pattern))
        return function

    return mark


class Platform:
    """Listens until the block ends. `calls` holds what came, the oldest first."""

    name = ""

    def __init__(self, port=0):
        self.calls, self.on_request, self.postman, self.instead = [], None, over_http, {}
        """`instead` gives other answers to calls than the honest ones: `{"POST /v1/contacts": {"data": None}}`."""
        self._faults, self.lock, self.ended = [], threading.RLock(), threading.Event()
        functions = [getattr(self, name) for name in dir(type(self)) if callable(getattr(type(self), name))]
        self._routes = [(*function.answers, function) for function in functions if hasattr(function, "answers")]
        self._server = _Server(("127.0.0.1", port), type("Handler", (_Handler,), {"platform": self}))
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()

    def fail(self, kind, times=1, on="", retry_after=1):
        """The next calls meet this fault, a status or one of the words above.

        `on` begins the calls that are meant: "POST" or "POST /api/v4/contacts.json".
        """
        self._faults.append(Fault(kind, times, on, retry_after))

    def heal(self):
        """No fault is left; gives how many were never met."""
        left = sum(fault.times for fault in self._faults)
        self._faults.clear()
        return left

    def made(self, start):
        """The calls so far that begin like this: `made("POST /api/v4/matters.json")`."""
        return [call for call in list(self.calls) if str(call).startswith(start)]

    def refusal(self, status, headers=None):
        """The platform's own words for an error of this status."""
        raise NotImplementedError

    def answer_to(self, call):
        """The answer of the route that fits."""
        for method, pattern, function in self._routes:
            if method == call.method and (found := pattern.fullmatch(call.path)):
                return function(call, *found.groups())
        return self.refusal(404)

    def serve(self, call):
        """The answer to the call, with all that happens on the way. Raises `LineCut`."""
        self.calls.append(call)
        self._tell("before", call)
        fault = self._fault_for(call)
        if fault and fault.kind != LOST:
            answer = self._faulty(fault)
        elif str(call) in self.instead:
            answer = Answer(200, self.instead[str(call)])
        else:
            with self.lock:
                answer = self.answer_to(call)
            if answer.before_it:
                with suppress(OSError):  # nobody listens there
                    answer.before_it()
        call.status = answer.status
        self._tell("after", call)
        if fault and fault.kind == LOST:
            raise LineCut
        return answer

    def _tell(self, moment, call):
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
        if fault.kind == NONSENSE:
            return Answer(200, b"<html>It works!</html>", {"Content-Type": "text/html"})
        if fault.kind in (CUT, SILENT):
            if fault.kind == SILENT:
                self.ended.wait(_SILENT_SECONDS)
            raise LineCut
        return self.refusal(fault.kind, {"Retry-After": str(fault.retry_after)} if fault.kind in (429, 503) else None)


class _Server(ThreadingHTTPServer):
    request_queue_size = 64

    def handle_error(self, *_):
        pass  # whoever asked has hung up, as some tests want


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    platform = None

    def _serve(self):
        if "Transfer-Encoding" in self.headers:  # as S3 and many others refuse it
            self.close_connection = True
            return self._send(Answer(501, b""))
        parts = urlsplit(self.path)
        call = Call(self.command, parts.path, dict(parse_qsl(parts.query, keep_blank_values=True)),
                    {name.lower(): value for name, value in self.headers.items()},
                    self.rfile.read(int(self.headers.get("Content-Length", 0))))
        try:
            self._send(self.platform.serve(call))
        except LineCut:
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


class _TellingEverything(HTTPErrorProcessor):
    def http_response(self, _request, response):
        return response

    https_response = http_response


def over_http(url, headers, body):
    """What the platform sends goes out by HTTP; gives status and headers of the answer. Raises `OSError`."""
    with build_opener(_TellingEverything).open(Request(url, body, headers, method="POST"), timeout=10) as answer:
        return answer.status, answer.headers


def into(app):
    """What the platform sends goes into the application in this process, for tests without a web server."""

    def carry(url, headers, body):
        parts = urlsplit(url)
        with app.app_context():
            try:
                answer = app.test_client().post(f"{parts.path}?{parts.query}", data=body, headers=headers)
            finally:
                db.close()  # the thread is the platform's and ends soon
        return answer.status_code, answer.headers

    return carry
