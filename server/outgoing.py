"""An outgoing answer, for which no thread waits."""

import select
import socket
import time

from .spool import Spool

MAX_UNSENT = 4 * 1024 * 1024
THREAD_WAITS_SECONDS = 5
_PIECE = 64 * 1024


class BufferedSocket(socket.socket):
    """A client's socket. Bytes that the client does not take at once are kept, and sent by the loop with `flush`."""

    def __init__(self, accepted):
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        super().setblocking(False)
        self.unsent = Spool()
        self.rest = None  # of the answer; see turns.py

    def close(self):
        """Close the socket, and the rest of an answer that would have been written to it."""
        if self.rest:
            self.rest.close()
        super().close()

    def setblocking(self, flag):
        """Ignore that gunicorn's threads want to wait for the client."""

    def sendall(self, data, flags=0):
        """Send or keep the bytes. If more than `MAX_UNSENT` bytes would wait, they have to be sent in time."""
        view = memoryview(data)
        if not self.unsent:
            view = view[self._send(view):]
        if view:
            self.unsent.write(view)
        if len(self.unsent) > MAX_UNSENT:
            self._wait_for_client()

    def is_closed_by_client(self):
        """Whether the client has closed its side, so that it reads no answer."""
        try:
            return not self.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def flush(self):
        """Send as much as the client takes now; return whether that is all."""
        while piece := self.unsent.peek(_PIECE):
            sent = self._send(memoryview(piece))
            self.unsent.skip(sent)
            if sent < len(piece):
                return False
        return True

    def _wait_for_client(self):
        poll, deadline = select.poll(), time.monotonic() + THREAD_WAITS_SECONDS
        poll.register(self, select.POLLOUT)
        while len(self.unsent) > MAX_UNSENT:
            if not poll.poll(max(0, deadline - time.monotonic()) * 1000):
                raise ConnectionResetError
            self.flush()

    def _send(self, view):
        sent = 0
        try:
            while sent < len(view):
                sent += self.send(view[sent:])
        except BlockingIOError:
            pass
        return sent
