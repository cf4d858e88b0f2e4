"""Which ports are free."""

import random
import socket
from contextlib import ExitStack, contextmanager

# Below the range from which systems take the ports of outgoing connections: a client that keeps knocking at a stopped
# service can otherwise be given the service's own port, and the service cannot come back.
CHOICE = range(15000, 32000)


@contextmanager
def reserved(count):
    """`count` ports that nobody listens on, and that no other copy of this program is given until the block ends."""
    with ExitStack() as claims:
        found = []
        while len(found) < count:
            port = random.choice(CHOICE)
            # The UDP port of the same number, which nobody needs, is the sign that a port is taken.
            claim = claims.enter_context(socket.socket(type=socket.SOCK_DGRAM))
            if _bind(claim, port) and is_free(port):
                found.append(port)
        yield found


def is_free(port):
    """Whether a server could listen on this port now."""
    with socket.socket() as probe:
        # As servers do: connections that a former server left to die do not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return _bind(probe, port)


def answers(port, ask=b"", expected=b""):
    """Whether a server on this port replies to `ask` with something that contains `expected`."""
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
