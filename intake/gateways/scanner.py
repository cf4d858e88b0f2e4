"""Virus scanning by ClamAV's daemon, which gets the bytes over a socket (clamd(8), INSTREAM).

A file is clean only if clamd heard all of it and then said so in exactly the words it has for that. Whatever else
happens is something else: infected, not scanned, or nobody there to scan it.
"""

import re
import socket
import struct
import time
from contextlib import contextmanager
from dataclasses import dataclass
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from urllib.parse import urlsplit

from flask import current_app
from werkzeug.local import LocalProxy

PORT = 3310
_LONGEST_ANSWER = 4096
_FOUND = re.compile(r"stream: ([^\0]+) FOUND")
_BEYOND_LIMITS = ("Heuristics.Limits.Exceeded", "INSTREAM size limit exceeded")


class ScannerUnavailable(Exception):
    """Nobody scanned the file, and somebody may do so later."""


@dataclass(frozen=True)
class Clean:
    """The scanner saw the whole file and found nothing."""


@dataclass(frozen=True)
class Infected:
    """The scanner found something, and this is its name."""

    signature: str


@dataclass(frozen=True)
class NotScanned:
    """The scanner will never see the whole file, and this is why."""

    reason: str


@dataclass(frozen=True)
class Patience:
    """How many seconds to wait for a connection, for clamd to take more bytes, and for what it says in the end.

    By its default settings clamd itself gives up after 120 seconds of scanning.
    """

    connect: float = 5
    send: float = 30
    answer: float = 180


class Scanner:
    """The clamd at `url`, `tcp://host:port` or `unix:///path`, for files of at most `max_mb`.

    Without a `url` nothing gets scanned.
    """

    def __init__(self, url, max_mb, patience=Patience()):
        self.url, self.max_mb, self._patience = url, max_mb, patience

    @property
    def is_configured(self):
        return self.url is not None

    def scan(self, chunks):
        """What clamd says of the bytes: `Clean`, `Infected` or `NotScanned`.

        It may leave chunks untouched. Raises `ScannerUnavailable`.
        """
        if not self.is_configured:
            return NotScanned("no scanner is configured")
        size = 0
        with self._talk(self._patience.answer) as talk:
            talk.say(b"zINSTREAM\0")
            for chunk in filter(None, chunks):  # an empty one would mean the end
                size += len(chunk)
                if size > self.max_mb * 1024 * 1024:
                    return NotScanned(f"larger than {self.max_mb} MB")
                if not talk.say(_frame(chunk)):
                    break
            else:
                talk.say(_frame(b""))
            return _verdict(talk.answer(), talk.was_heard)

    def ping(self):
        """Returns when clamd answers. Raises `ScannerUnavailable`."""
        answer = self._ask(b"zPING\0")
        if answer != "PONG":
            raise ScannerUnavailable(f"clamd answered a ping with {answer!r}")

    def version(self):
        """What clamd says it is, with the age of its signatures. Raises `ScannerUnavailable`."""
        return self._ask(b"zVERSION\0")

    def _ask(self, command):
        with self._talk(self._patience.connect) as talk:
            talk.say(command)
            return talk.answer()

    @contextmanager
    def _talk(self, answer_seconds):
        try:
            connection = _connected(urlsplit(self.url), self._patience.connect)
        except OSError as error:
            raise ScannerUnavailable(f"nobody listens at {self.url}") from error
        with connection, DefaultSelector() as selector:
            yield _Talk(connection, selector, self._patience.send, answer_seconds)


scanner = LocalProxy(lambda: current_app.extensions["scanner"])
"""The running application's `Scanner`."""


class _Talk:
    """One connection: we speak, clamd answers once and hangs up, and it may do so while we still speak."""

    def __init__(self, connection, selector, send_seconds, answer_seconds):
        self._connection, self._selector = connection, selector
        self._send_seconds, self._answer_seconds = send_seconds, answer_seconds
        self.was_heard = True
        connection.setblocking(False)
        selector.register(connection, EVENT_READ)

    def say(self, data):
        """Whether clamd took all of it and has not answered yet; if not, `was_heard` turns false."""
        left = memoryview(data)
        while left and self.was_heard:
            ready = self._wait_for(EVENT_READ | EVENT_WRITE, self._send_seconds)
            if ready & EVENT_READ:
                self.was_heard = False
            elif ready & EVENT_WRITE:
                left = left[self._send(left):]
            else:
                raise ScannerUnavailable("clamd takes no more bytes")
        return self.was_heard

    def answer(self):
        """What clamd says. Raises `ScannerUnavailable` unless it finishes in time."""
        deadline = time.monotonic() + self._answer_seconds
        heard = b""
        while not heard.endswith(b"\0"):
            if not self._wait_for(EVENT_READ, deadline - time.monotonic()):
                raise ScannerUnavailable("clamd does not answer")
            more = self._receive()
            if not more or len(heard) > _LONGEST_ANSWER:
                raise ScannerUnavailable(f"clamd hung up after saying {heard[:80]!r}")
            heard += more
        return heard[:-1].decode(errors="replace")

    def _wait_for(self, events, seconds):
        """Which of the events came to pass within so many seconds."""
        self._selector.modify(self._connection, events)
        return sum(ready for _, ready in self._selector.select(max(0, seconds)))

    def _send(self, data):
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0
        except OSError:  # it hung up; what it said before can still be read
            self.was_heard = False
            return 0

    def _receive(self):
        try:
            return self._connection.recv(_LONGEST_ANSWER)
        except OSError:
            return b""


def _connected(address, seconds):
    if address.scheme == "tcp":
        return socket.create_connection((address.hostname, address.port or PORT), timeout=seconds)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(seconds)
        connection.connect(address.path)
    except OSError:
        connection.close()
        raise
    return connection


def _frame(data):
    return struct.pack(">I", len(data)) + data


def _verdict(answer, heard_all):
    if answer == "stream: OK" and heard_all:
        return Clean()
    found = _FOUND.fullmatch(answer)
    name = found[1] if found else answer
    if name.startswith(_BEYOND_LIMITS):
        return NotScanned(f"beyond the scanner's limits ({name})")
    if found:
        return Infected(name)
    raise ScannerUnavailable(f"clamd answered {answer[:80]!r}")
