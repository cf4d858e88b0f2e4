"""An incoming request, which a thread gets when it is complete."""

from io import BytesIO
from typing import Any

import h11
from gunicorn.http.body import Body, ChunkedReader, LengthReader
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders, UnsupportedTransferCoding
from gunicorn.http.parser import RequestParser

from intake.core.http import MAX_BODY_BYTES

from .bodies import ChunkedBody, SizedBody
from .refusals import NoRoom
from .spool import Spool

MAX_HEAD = 64 * 1024
MAX_BODY = MAX_BODY_BYTES + 1  # as in the application, which recognizes by the last byte that the body is too long
CUT = "/api/v1/communications/mail/inbound"
"""Paths for which only the beginning of a longer body counts: that of a mail has its text. The rest is read and
discarded, because mail services give up on refused mails.
"""
MAX_CUT = 64 * 1024 * 1024
_PIECE = 64 * 1024
_END_OF_HEAD = b"\r\n\r\n"


class IncomingRequest(RequestParser):
    """gunicorn's parser for one request, over the bytes that the loop feeds to it."""

    def __init__(self, cfg, client):
        self._spool = Spool()
        super().__init__(cfg, self._spool, client)
        self.arrived = 0
        self._head = bytearray()
        self._body: Any = None
        self._room: int | None = None  # for the part that is kept of a truncated body
        self._failure: Exception | None = None

    def feed(self, data):
        """Take the bytes that arrived; return whether a thread can take over. Errors are raised there."""
        self.arrived += len(data)
        try:
            return self._feed_head(data) if self.mesg is None else self._feed_body(data)
        except OSError:
            self._failure = NoRoom()
            return True

    def wants_to_continue(self):
        """Whether the client waits for a `100 Continue` before it sends the body; true once."""
        waits = self.mesg is not None and self.mesg._expected_100_continue
        if waits:
            self.mesg._expected_100_continue = False
        return waits

    def take_rest(self):
        """Return the bytes that arrived after the request's end."""
        return self.unreader.take_buffered() + b"".join(iter(lambda: self._spool.recv(_PIECE), b""))

    def __next__(self):
        if self._failure:
            raise self._failure
        if isinstance(self.mesg.body.reader, ChunkedReader):
            # gunicorn refuses more than the loop does, such as a space after a size, but not before it reads.
            self.mesg.body = Body(BytesIO(self.mesg.body.read()))
        return self.mesg

    def finish_body(self, deadline=None, max_bytes=None):
        """Skip what the application did not read; return whether another request can follow."""
        body = self.mesg.body
        try:
            while not body.failed and body.read(_PIECE):
                pass
        except Exception:
            return False
        return not body.failed

    def _feed_head(self, data):
        searched = max(0, len(self._head) - len(_END_OF_HEAD))
        self._head += data
        end = self._head.find(_END_OF_HEAD, searched)
        if end < 0:
            if len(self._head) > MAX_HEAD:
                self._failure = LimitRequestHeaders("limit request headers size")
            return self._failure is not None
        rest = bytes(self._head[end + len(_END_OF_HEAD):])
        self._spool.write(self._head[:end + len(_END_OF_HEAD)])
        self._head.clear()
        try:
            self.mesg = self.mesg_class(self.cfg, self.unreader, self.source_addr)
            _check_transfer_codings(self.mesg.headers)
        except Exception as error:
            self._failure = error
            return True
        reader = self.mesg.body.reader
        is_sized = isinstance(reader, LengthReader)
        self._body = SizedBody(reader.length) if is_sized else ChunkedBody()
        if self.mesg.path == CUT and not (is_sized and reader.length <= MAX_BODY_BYTES):
            self._room = MAX_BODY_BYTES
        return self._feed_body(rest)

    def _feed_body(self, data):
        room = self._room
        try:
            complete = self._body.feed(data)
        except h11.RemoteProtocolError as error:
            self._failure = InvalidChunkSize(str(error).encode())
            return True
        kept = data if room is None else self._body.content[:room]
        self._spool.write(kept)
        if room is not None:
            self._room = room - len(kept)
            if complete:
                self._set_body(MAX_BODY_BYTES - self._room, MAX_BODY_BYTES - self._room)
        if self._body.exceeds(MAX_BODY if room is None else MAX_CUT):
            # Left unread: the application sees by its length that it is too long.
            self._set_body(max(self._body.length, MAX_BODY + 1), 0)
            complete = True
        if complete:
            self.mesg._expected_100_continue = False
        return complete

    def _set_body(self, announced, length):
        """Set the body's length, whatever was announced, and let nothing follow it on the connection."""
        self.mesg.headers = [(name, value) for name, value in self.mesg.headers
                             if name not in ("CONTENT-LENGTH", "TRANSFER-ENCODING")]
        self.mesg.headers.append(("CONTENT-LENGTH", str(announced)))
        self.mesg.body = Body(LengthReader(self.unreader, length))
        self.mesg.force_close()


def _check_transfer_codings(headers):
    """Raise `UnsupportedTransferCoding` for all but chunked: gunicorn accepts gzip too, and leaves it compressed."""
    for name, value in headers:
        if name == "TRANSFER-ENCODING" and value.strip().lower() != "chunked":
            raise UnsupportedTransferCoding(value)
