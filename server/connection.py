"""A client's connection and its time limits."""

import time

from gunicorn.workers.gthread import TConn

from .incoming import IncomingRequest
from .outgoing import BufferedSocket

PATIENCE_SECONDS = 10
BYTES_PER_SECOND = 4096
LINGER_SECONDS = 2
RECEIVE = 64 * 1024
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Connection(TConn):
    """One client. The loop waits for it until `deadline`, in seconds of the monotonic clock."""

    def __init__(self, cfg, accepted, client, server):
        super().__init__(cfg, BufferedSocket(accepted), client, server)
        self.initialized = self.data_ready = True  # no thread sets up a parser or waits for data
        self.parser = IncomingRequest(cfg, client)
        self.keeps_alive = False
        self.deadline = time.monotonic() + PATIENCE_SECONDS

    @property
    def is_idle(self):
        """Whether nothing of a request has arrived."""
        return not self.parser.arrived

    def receive(self):
        """Read what has arrived; return whether a request is complete. Raises `OSError`, `EOFError` at the end."""
        data = self.sock.recv(RECEIVE)
        if not data:
            raise EOFError
        return self._feed(data)

    def begin_next_request(self):
        """Expect another request; return whether it is complete already."""
        rest = self.parser.take_rest()
        self.parser = IncomingRequest(self.cfg, self.client)
        self.deadline = time.monotonic() + self.cfg.keepalive
        return bool(rest) and self._feed(rest)

    def begin_sending(self):
        """Give the client time to take the rest of the answer."""
        self.deadline = time.monotonic() + PATIENCE_SECONDS

    def send(self):
        """Send as much as the client takes; return whether that is all. Raises `OSError`."""
        waiting = len(self.sock.unsent)
        done = self.sock.flush()
        self._extend_deadline(waiting - len(self.sock.unsent))
        return done

    def discard(self):
        """Discard data that the client still sends; return whether it has closed its side. Raises `OSError`."""
        return not self.sock.recv(RECEIVE)

    def _feed(self, data):
        complete = self.parser.feed(data)
        if self.parser.wants_to_continue():
            self.sock.sendall(_CONTINUE)
        self._extend_deadline(len(data))
        return complete

    def _extend_deadline(self, count):
        """Give the client time for as many bytes as it just sent or took, at most `PATIENCE_SECONDS` from now."""
        self.deadline = min(self.deadline + count / BYTES_PER_SECOND, time.monotonic() + PATIENCE_SECONDS)
