"""Network addresses of callers: failed attempts are counted by network."""

from itertools import count

_number = count(1)


def new_address():
    """Return an address in a network of its own."""
    number = next(_number)
    return f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::"
