"""Virus scanning by ClamAV's daemon, which gets the bytes over a socket (clamd(8), INSTREAM).

A file is clean only if clamd received all of it and then answered exactly `stream: OK`. Every other outcome is
`Infected`, `NotScanned` or `ScannerUnavailable`.
"""

import re
import socket
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from urllib.parse import SplitResult, urlsplit

from flask import current_app
from werkzeug.local import LocalProxy

from intake.core.counters import occurrences

from .pause import Pause

PORT = 3310
_MAX_ANSWER_BYTES = 4096
_FOUND = re.compile(r"stream: ([^\0]+) FOUND")
_LIMIT_SIGNATURES = ("Heuristics.Limits.Exceeded", "INSTREAM size limit exceeded")


class ScannerUnavailable(Exception):
    """The file was not scanned; a retry may succeed."""


@dataclass(frozen=True)
class Clean:
    """The scanner read the whole file and found nothing."""


@dataclass(frozen=True)
class Infected:
    """The scanner found the malware of this signature."""

    signature: str


@dataclass(frozen=True)
class NotScanned:
    """The whole file cannot be scanned, for this reason."""

    reason: str


_OUTCOMES: dict[type, str] = {Clean: "clean", Infected: "infected", NotScanned: "skipped"}


@dataclass(frozen=True)
class Timeouts:
    """Seconds to wait for a connection, for clamd to accept more bytes, and for its answer.

    With its default settings, clamd itself gives up after 120 seconds of scanning.
    """

    connect: float = 5
    send: float = 30
    answer: float = 180


class Scanner:
    """The clamd at `url`, `tcp://host:port` or `unix:///path`, for files of at most `max_mb`.

    Without a `url` nothing is scanned.
    """

    def __init__(self, url: str | None, max_mb: int, timeouts: Timeouts = Timeouts()) -> None:
        self.url, self.max_mb, self._timeouts = url, max_mb, timeouts
        self._pause = Pause(ScannerUnavailable, partial(ScannerUnavailable, "clamd is left alone for a while"))

    @property
    def is_configured(self) -> bool:
        return self.url is not None

    def scan(self, chunks: Iterable[bytes], name: str = "") -> Clean | Infected | NotScanned:
        """Scan a file; no more chunks are read once the result is known. Raises `ScannerUnavailable`.

        Only a sandbox's stand-in uses the file's `name`.
        """
        try:
            verdict = self._scan(chunks, name)
        except ScannerUnavailable:
            occurrences.add("scans:unavailable")
            raise
        occurrences.add(f"scans:{_OUTCOMES[type(verdict)]}")
        return verdict

    def _scan(self, chunks: Iterable[bytes], _name: str) -> Clean | Infected | NotScanned:
        if not self.is_configured:
            return NotScanned("no scanner is configured")
        size = 0
        with self._calling() as session:
            session.send(b"zINSTREAM\0")
            for chunk in filter(None, chunks):  # an empty chunk ends the stream
                size += len(chunk)
                if size > self.max_mb * 1024 * 1024:
                    return NotScanned(f"larger than {self.max_mb} MB")
                if not session.send(struct.pack(">I", len(chunk)) + chunk):
                    break
            else:
                session.send(struct.pack(">I", 0))
            return _parse_verdict(session.answer(), session.is_accepting)

    def ping(self) -> None:
        """Raise `ScannerUnavailable` unless clamd answers."""
        answer = self._ask(b"zPING\0")
        if answer != "PONG":
            raise ScannerUnavailable(f"clamd answered a ping with {answer!r}")

    def version(self) -> str:
        """Return clamd's version and the date of its signatures. Raises `ScannerUnavailable`."""
        return self._ask(b"zVERSION\0")

    def _ask(self, command: bytes) -> str:
        with self._session(self._timeouts.connect) as session:
            session.send(command)
            return session.answer()

    @contextmanager
    def _calling(self) -> Iterator["_Session"]:
        with self._pause.around() as has_failed:
            if has_failed:
                self.ping()  # one that hangs would hold this file, and all work behind it, for minutes once more
            with self._session(self._timeouts.answer) as session:
                yield session

    @contextmanager
    def _session(self, answer_seconds: float) -> Iterator["_Session"]:
        try:
            connection = _connect(urlsplit(self.url or ""), self._timeouts.connect)
        except OSError as error:
            raise ScannerUnavailable(f"nothing listens at {self.url}") from error
        with connection, DefaultSelector() as selector:
            yield _Session(connection, selector, self._timeouts.send, answer_seconds)


scanner: Scanner = LocalProxy(lambda: current_app.extensions["scanner"])  # type: ignore[assignment]
"""The running application's `Scanner`."""


class _Session:
    """One connection: clamd answers once and closes it, possibly before everything was sent."""

    def __init__(self, connection: socket.socket, selector: DefaultSelector, send_seconds: float,
                 answer_seconds: float) -> None:
        self._connection, self._selector = connection, selector
        self._send_seconds, self._answer_seconds = send_seconds, answer_seconds
        self.is_accepting = True
        connection.setblocking(False)
        selector.register(connection, EVENT_READ)

    def send(self, data: bytes) -> bool:
        """Send data. Return, and store in `is_accepting`, whether clamd read all of it without answering yet."""
        left = memoryview(data)
        while left and self.is_accepting:
            ready = self._wait_for(EVENT_READ | EVENT_WRITE, self._send_seconds)
            if ready & EVENT_READ:
                self.is_accepting = False
            elif ready & EVENT_WRITE:
                left = left[self._send_some(left):]
            else:
                raise ScannerUnavailable("clamd accepts no more bytes")
        return self.is_accepting

    def answer(self) -> str:
        """Return clamd's answer. Raises `ScannerUnavailable` unless it is complete in time."""
        deadline = time.monotonic() + self._answer_seconds
        received = b""
        while not received.endswith(b"\0"):
            if not self._wait_for(EVENT_READ, deadline - time.monotonic()):
                raise ScannerUnavailable("clamd does not answer")
            more = self._receive()
            if not more or len(received) > _MAX_ANSWER_BYTES:
                raise ScannerUnavailable(f"clamd closed the connection after {received[:80]!r}")
            received += more
        return received[:-1].decode(errors="replace")

    def _wait_for(self, events: int, seconds: float) -> int:
        """Return those of the events that occurred within that many seconds."""
        self._selector.modify(self._connection, events)
        return sum(ready for _, ready in self._selector.select(max(0, seconds)))

    def _send_some(self, data: memoryview) -> int:
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0
        except OSError:  # closed by clamd; an answer it sent before can still be read
            self.is_accepting = False
            return 0

    def _receive(self) -> bytes:
        try:
            return self._connection.recv(_MAX_ANSWER_BYTES)
        except OSError:
            return b""


def _connect(address: SplitResult, seconds: float) -> socket.socket:
    if address.scheme == "tcp":
        return socket.create_connection((address.hostname or "", address.port or PORT), timeout=seconds)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(seconds)
        connection.connect(address.path)
    except OSError:
        connection.close()
        raise
    return connection


def _parse_verdict(answer: str, all_received: bool) -> Clean | Infected | NotScanned:
    if answer == "stream: OK" and all_received:
        return Clean()
    found = _FOUND.fullmatch(answer)
    name = found[1] if found else answer
    if name.startswith(_LIMIT_SIGNATURES):
        return NotScanned(f"beyond the scanner's limits ({name})")
    if found:
        return Infected(name)
    raise ScannerUnavailable(f"clamd answered {answer[:80]!r}")
