"""One request and its answer over a connected socket: within one time limit and one size.

h11 reads and writes HTTP/1.1; the waiting is ours, because what a client library calls a time-out counts anew for every
read, so that a server which drips one byte a second could hold a sender for ever.
"""

import ssl
from dataclasses import dataclass

import h11

_HEAD_LIMIT = 32 * 1024
"""Bytes of headers that an answer may have."""
_MOST_INTERIM = 16
"""Interim answers (1xx) that may come before the real one."""
_PIECE = 16 * 1024

_OURS = frozenset(("host", "content-length", "transfer-encoding", "connection", "accept-encoding", "expect", "upgrade"))
"""Headers that say how the message is sent, and where; callers have no say in them."""


class UnsafeHeader(Exception):
    """A header that would say something else than it seems to."""


class Nonsense(Exception):
    """What the server sent is no answer in HTTP/1.1, or one beyond all measure."""


class Closed(Exception):
    """The server closed the connection within its answer."""


class ClosedBeforeAnswer(Closed):
    """The server closed the connection, and nothing of an answer had arrived."""


@dataclass(frozen=True)
class Answer:
    """How a server answered. Header names are in lower case; repeated ones are joined by commas."""

    status: int
    headers: dict
    body: bytes
    duration_ms: int


def request(target, headers, body, user_agent):
    """The bytes that POST the body, bytes too, to the target. Raises `UnsafeHeader`."""
    return head(target, headers, len(body), user_agent, "POST") + body


def head(target, headers, length, user_agent, method):
    """The bytes that announce a body of this length to the target. Raises `UnsafeHeader`."""
    given = {"user-agent": user_agent} | {name.lower(): value for name, value in headers.items()}
    if _OURS & given.keys():
        raise UnsafeHeader
    ours = {"host": target.authority, "content-length": str(length),
            "accept-encoding": "identity"}  # a compressed body is not expanded, so ask for none
    wire = h11.Connection(h11.CLIENT)
    try:
        return wire.send(h11.Request(method=method, target=target.path, headers=[*ours.items(), *given.items()]))
    except (h11.LocalProtocolError, UnicodeEncodeError) as error:
        raise UnsafeHeader from error


def exchange(sock, message, limit, time_limit):
    """The server's `Answer` to the message, its body cut off at `limit` bytes, and whether the socket can serve again.

    The message is given as bytes or as pieces of them, which are asked for as they can be sent. Raises
    `TimeoutError`, `Closed`, `Nonsense` or another `OSError`. A socket that cannot serve again is to be closed.
    """
    _send(sock, [message] if isinstance(message, bytes) else message, time_limit)
    reading = _Reading(sock, time_limit)
    response = reading.response()
    body, whole = reading.body(limit)
    headers = _joined(response.headers)
    # With a length beside the chunks, somebody between here and there may see another end.
    clear = not {"content-length", "transfer-encoding"} <= headers.keys()
    return Answer(response.status_code, headers, body, time_limit.spent_ms()), whole and clear and reading.can_go_on()


def _joined(headers):
    joined = {}
    for name, value in headers:
        name, value = name.decode("latin-1"), value.decode("latin-1")
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined


def _send(sock, pieces, time_limit):
    """Everything is sent; or the server listens no longer, and its answer, if any, tells why."""
    for piece in pieces:
        unsent = memoryview(piece)
        try:
            while unsent:
                sock.settimeout(time_limit.left())
                unsent = unsent[sock.send(unsent):]
        except (ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError):
            return


class _Reading:
    """The answer as it comes, event by event; every wait ends when the time is over."""

    def __init__(self, sock, time_limit):
        self._sock, self._time_limit = sock, time_limit
        self._untouched = True
        self._wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=_HEAD_LIMIT)
        # What was sent is known to h11 only by its kind: a POST whose body is over.
        self._wire.send(h11.Request(method="POST", target="/", headers=[("host", "-"), ("content-length", "0")]))
        self._wire.send(h11.EndOfMessage())

    def response(self):
        """The real answer's head, past the interim ones."""
        for _ in range(_MOST_INTERIM + 1):
            event = self._next()
            if isinstance(event, h11.Response):
                return event
        raise Nonsense("The server sent too many interim answers.")

    def body(self, limit):
        """The first `limit` bytes, and whether that is the whole body. Nothing is read once there are enough."""
        body = bytearray()
        while isinstance(event := self._next(), h11.Data):
            body += event.data
            if len(body) >= limit:
                return bytes(body[:limit]), False
        return bytes(body), True

    def can_go_on(self):
        """Whether both sides mean to keep the connection, and nothing came that was not asked for."""
        wire = self._wire
        return wire.our_state is wire.their_state is h11.DONE and not wire.trailing_data[0]

    def _next(self):
        try:
            while (event := self._wire.next_event()) is h11.NEED_DATA:
                self._wire.receive_data(self._received())
        except h11.RemoteProtocolError as error:
            if self._wire.trailing_data[1]:  # the end came too soon
                raise (ClosedBeforeAnswer if self._untouched else Closed) from error
            raise Nonsense("The answer is not HTTP/1.1.") from error
        if isinstance(event, h11.ConnectionClosed):
            raise ClosedBeforeAnswer if self._untouched else Closed
        return event

    def _received(self):
        self._sock.settimeout(self._time_limit.left())
        try:
            data = self._sock.recv(_PIECE)
        except (ConnectionError, ssl.SSLEOFError):
            data = b""
        self._untouched = self._untouched and not data
        return data
