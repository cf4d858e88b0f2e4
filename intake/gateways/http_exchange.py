"""Sends one HTTP/1.1 request over a connected socket and reads its response, within a time and a size limit.

h11 reads the protocol; the waiting is done here, because the timeouts of HTTP libraries start again with every read,
so that a server that sends one byte a second could hold a sender for ever.
"""

import re
import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from socket import socket
from typing import Any

import h11
from werkzeug.http import parse_date

from intake.core.clock import machine_now

from .addresses import Target
from .time_limit import TimeLimit

_HEAD_LIMIT = 32 * 1024
"""The maximum size of a response's headers."""
_MAX_INTERIM = 16
"""The maximum number of interim responses (1xx) before the final one."""
_READ_BYTES = 16 * 1024

# The characters of RFC 9110 and 9112. Checked here, because h11's check takes 0.1 ms more.
_WORD = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TARGET = re.compile(r"[!-~]+")
_VALUE = re.compile(r"(?:[!-~]+(?:[ \t]+[!-~]+)*)?")

_RESERVED_HEADERS = frozenset((
    "host", "content-length", "transfer-encoding", "connection", "accept-encoding", "expect", "upgrade"))
"""Headers that control the transfer; callers may not set them."""


# h11 needs to know only the kind of request that was sent: a POST whose body is complete.
_SENT = h11.Request(method="POST", target="/", headers=[("host", "-"), ("content-length", "0")])
_END = h11.EndOfMessage()


class UnsafeHeader(Exception):
    """A header is reserved, or contains characters that headers may not contain."""


class InvalidResponse(Exception):
    """The server sent something that is not HTTP/1.1, or exceeds the limits."""


class ConnectionClosed(Exception):
    """The server closed the connection during its response."""


class ClosedBeforeResponse(ConnectionClosed):
    """The server closed the connection before the first byte of a response."""


@dataclass(frozen=True)
class HttpResponse:
    """A response. Header names are in lower case; repeated headers are joined by commas."""

    status: int
    headers: dict[str, str]
    body: bytes
    duration_ms: int


def encode_head(target: Target, headers: Mapping[str, str], length: int, user_agent: str, method: str) -> bytes:
    """Return the bytes of a request's head, for a body of this length. Raises `UnsafeHeader`."""
    given = {"user-agent": user_agent} | {name.lower(): value for name, value in headers.items()}
    if _RESERVED_HEADERS & given.keys():
        raise UnsafeHeader
    lines = {"host": target.authority, "content-length": str(length),
             "accept-encoding": "identity"} | given  # compressed bodies would not be decompressed
    if not (_WORD.fullmatch(method) and _TARGET.fullmatch(target.path)):
        raise UnsafeHeader
    if not all(_WORD.fullmatch(name) and _VALUE.fullmatch(value) for name, value in lines.items()):
        raise UnsafeHeader
    head = [f"{method} {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items())]
    return ("\r\n".join(head) + "\r\n\r\n").encode()


def send_and_receive(sock: socket, message: bytes | Iterable[bytes], limit: int,
                     time_limit: TimeLimit) -> tuple[HttpResponse, bool]:
    """Return the response, its body cut off at `limit` bytes, and whether the socket can be reused.

    The message is bytes, or an iterable of them that is read as it is sent. Raises `TimeoutError`, `ConnectionClosed`,
    `InvalidResponse` or another `OSError`. A socket that cannot be reused must be closed.
    """
    _send(sock, [message] if isinstance(message, bytes) else message, time_limit)
    reader = _ResponseReader(sock, time_limit)
    response = reader.response()
    body, whole = reader.body(limit)
    headers = _join_headers(response.headers)
    # With both a length and chunks, a proxy in between may see a different end of the body.
    unambiguous = not {"content-length", "transfer-encoding"} <= headers.keys()
    return (HttpResponse(response.status_code, headers, body, time_limit.spent_ms()),
            whole and unambiguous and reader.can_go_on())


def parse_retry_after(header: str) -> int | None:
    """Return the seconds to wait, from a header with seconds or a date (RFC 9110); None if it is neither."""
    if header.isascii() and header.isdigit():
        return int(header.lstrip("0")[:9] or 0)  # a number of a thousand digits is merely large
    with suppress(OverflowError):
        date = parse_date(header)
        return max(0, round((date - machine_now()).total_seconds())) if date else None
    return None


def _join_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    joined: dict[str, str] = {}
    for name, value in ((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers):
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined


def _send(sock: socket, chunks: Iterable[bytes], time_limit: TimeLimit) -> None:
    """Send everything, or stop when the server stops reading: its response, if any, gives the reason."""
    for chunk in chunks:
        unsent = memoryview(chunk)
        try:
            while unsent:
                sock.settimeout(time_limit.left())
                unsent = unsent[sock.send(unsent):]
        except (ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError):
            return


class _ResponseReader:
    """Reads the response event by event; every wait ends with the time limit."""

    def __init__(self, sock: socket, time_limit: TimeLimit) -> None:
        self._sock, self._time_limit = sock, time_limit
        self._nothing_received = True
        self._wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=_HEAD_LIMIT)
        self._wire.send(_SENT)
        self._wire.send(_END)

    def response(self) -> h11.Response:
        """Return the final response's head, skipping interim ones."""
        for _ in range(_MAX_INTERIM + 1):
            event = self._next()
            if isinstance(event, h11.Response):
                return event
        raise InvalidResponse("The server sent too many interim answers.")

    def body(self, limit: int) -> tuple[bytes, bool]:
        """Return the first `limit` bytes, and whether they are the whole body. Reads no more than needed."""
        body = bytearray()
        while isinstance(event := self._next(), h11.Data):
            body += event.data
            if len(body) >= limit:
                return bytes(body[:limit]), False
        return bytes(body), True

    def can_go_on(self) -> bool:
        """Whether both sides keep the connection open, and no bytes came after the response."""
        wire = self._wire
        return wire.our_state is wire.their_state is h11.DONE and not wire.trailing_data[0]

    def _next(self) -> Any:
        try:
            while (event := self._wire.next_event()) is h11.NEED_DATA:
                self._wire.receive_data(self._receive())
        except h11.RemoteProtocolError as error:
            if self._wire.trailing_data[1]:  # the connection was closed too early
                raise (ClosedBeforeResponse if self._nothing_received else ConnectionClosed) from error
            raise InvalidResponse("The answer is not HTTP/1.1.") from error
        if isinstance(event, h11.ConnectionClosed):
            raise ClosedBeforeResponse if self._nothing_received else ConnectionClosed
        return event

    def _receive(self) -> bytes:
        self._sock.settimeout(self._time_limit.left())
        try:
            data = self._sock.recv(_READ_BYTES)
        except (ConnectionError, ssl.SSLEOFError):
            data = b""
        self._nothing_received = self._nothing_received and not data
        return data
