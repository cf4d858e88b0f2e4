"""The end of listening: closing a socket would reset the connections that clients opened in that moment."""

import ctypes
import os
import socket
import struct
from contextlib import suppress

HANDSHAKE_SECONDS = 0.25
"""How long clients may take to finish a connection that they have begun."""

_SO_ATTACH_FILTER = 26  # Linux' asm-generic/socket.h; Python has no name for it
_INSTRUCTION = struct.Struct("HBBI")
_DROP_SYN = b"".join(_INSTRUCTION.pack(*instruction) for instruction in (
    (0x30, 0, 0, 13),          # load the flags of the TCP header
    (0x54, 0, 0, 0x12),        # keep SYN and ACK of them
    (0x15, 0, 1, 0x02),        # if SYN stands alone,
    (0x06, 0, 0, 0),           # drop the packet,
    (0x06, 0, 0, 0xFFFFFFFF),  # else take it whole
))


def is_open_in_parent(listener):
    """Whether the parent process still has the socket, so that connections will be taken after this process ends."""
    own, descriptors = os.fstat(listener.fileno()).st_ino, f"/proc/{os.getppid()}/fd"
    try:
        names = os.listdir(descriptors)
    except OSError:  # no Linux, or not our parent any more
        return True
    for name in names:
        with suppress(OSError):  # closed meanwhile
            if os.stat(f"{descriptors}/{name}").st_ino == own:
                return True
    return False


def ignore_new_connections(listener):
    """Let the socket, in all processes that have it, ignore new connections from now on.

    Clients try again after a second, and are refused by then. Where the system cannot do it, nothing changes.
    """
    instructions = ctypes.create_string_buffer(_DROP_SYN)
    program = struct.pack("HP", len(_DROP_SYN) // _INSTRUCTION.size, ctypes.addressof(instructions))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)
