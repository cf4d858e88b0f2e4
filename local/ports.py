"""Finds and reserves free ports."""

import random
import socket
from contextlib import ExitStack, contextmanager

# Below the range of ports for outgoing connections: a client that keeps trying to connect to a stopped service could
# otherwise be given the service's own port, and the service could not start again.
CHOICE = range(15000, 32000)


@contextmanager
def reserved(count):
    """Yield `count` free ports, which no other copy of this program gets until the block ends."""
    with ExitStack() as claims:
        found: list[int] = []
        while len(found) < count:
            port = random.choice(CHOICE)
            # Holding the unused UDP port of the same number marks the port as reserved.
            claim = claims.enter_context(socket.socket(type=socket.SOCK_DGRAM))
            if _bind(claim, port) and is_free(port):
                found.append(port)
        yield found


def is_free(port):
    """Whether a server could listen on this port now."""
    with socket.socket() as probe:
        # as servers do: connections of a former server in TIME_WAIT do not count
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return _bind(probe, port)


def answers(port, ask=b"", expected=b""):
    """Whether a server on this port replies to `ask` with data that contains `expected`."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(ask)
            return expected in connection.recv(4096)
    except OSError:
        return False


def _bind(probe, port):
    try:
        probe.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True
