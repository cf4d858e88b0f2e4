"""Tracks how much of a body is still to arrive. gunicorn's parser reads the content, unless the body is truncated."""

import h11

MAX_CHUNKS = 10_000  # reading so many takes a tenth of a second
_HEAD = b"POST / HTTP/1.1\r\nHost: any\r\nTransfer-Encoding: chunked\r\n\r\n"


class SizedBody:
    """A body whose length was announced; `content` is what arrived last."""

    def __init__(self, length):
        self.length = self._missing = length
        self.content = b""

    def feed(self, data):
        """Take note of what arrived; return whether that is all."""
        self.content = data
        self._missing -= len(data)
        return self._missing <= 0

    def exceeds(self, limit):
        """Whether the body is longer than `limit` bytes."""
        return self.length > limit


class ChunkedBody:
    """A body of chunks; `length` is what they hold so far, `content` what those hold that arrived last."""

    def __init__(self):
        self.length = self.chunks = self._arrived = 0
        self._framing = h11.Connection(h11.SERVER)
        self._framing.receive_data(_HEAD)
        self._framing.next_event()

    def feed(self, data):
        """Take note of what arrived; return whether that is all. Raises `h11.RemoteProtocolError`."""
        self.content = b""
        if not data:
            return False
        self._arrived += len(data)
        self._framing.receive_data(data)
        pieces = []
        while isinstance(event := self._framing.next_event(), h11.Data):
            pieces.append(event.data)
            self.chunks += event.chunk_start
        self.content = b"".join(pieces)
        self.length += len(self.content)
        return isinstance(event, h11.EndOfMessage)

    def exceeds(self, limit):
        """Whether the body is longer than `limit` bytes, or is sent in too many or too wordy chunks."""
        return self.length > limit or self._arrived > 2 * limit or self.chunks > MAX_CHUNKS
