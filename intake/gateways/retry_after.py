"""How long a server asks to be left alone (RFC 9110, "Retry-After")."""

from contextlib import suppress

from werkzeug.http import parse_date

from intake.core.clock import now


def seconds(header):
    """Retry-After, a number of seconds or a date, in seconds from now; None if it says neither."""
    if header.isascii() and header.isdigit():
        return int(header.lstrip("0")[:9] or 0)  # a number of a thousand digits is merely large
    with suppress(OverflowError):
        date = parse_date(header)
        return max(0, round((date - now()).total_seconds())) if date else None
    return None
