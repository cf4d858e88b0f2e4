"""The address that the web server is to listen on: what keeps it from doing so, for a sentence before it starts."""

import errno
import socket
import time

_PAUSE_SECONDS = 0.2


def problems_of_address(host, port):
    """Return the settings because of which no server can listen there, each with the reason.

    An address in use is not among them: see `is_taken`.
    """
    error = _error_of_binding(host, port)
    if isinstance(error, PermissionError):
        return {"PORT": ["This account may not listen on it; ports from 1024 on are for everybody."]}
    if error and error.errno != errno.EADDRINUSE:
        return {"HOST": ["Is no address of this machine. 0.0.0.0 stands for all of its addresses, :: for those of "
                         "IPv6 too."]}
    return {}


def is_taken(host, port, seconds=5):
    """Whether another program listens there, and still does after the seconds that a server needs to be replaced."""
    ends = time.monotonic() + seconds
    while (error := _error_of_binding(host, port)) and error.errno == errno.EADDRINUSE:
        if time.monotonic() > ends:
            return True
        time.sleep(_PAUSE_SECONDS)
    return False


def _error_of_binding(host, port):
    """Return the `OSError` with which the system refuses the address; None if it gives it."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        return error
    return None
