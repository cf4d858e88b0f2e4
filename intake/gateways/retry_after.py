"""The Retry-After header (RFC 9110)."""

from contextlib import suppress

from werkzeug.http import parse_date

from intake.core.clock import now


def parse_retry_after(header: str) -> int | None:
    """Return the seconds to wait from a number of seconds or a date; None if the header is neither."""
    if header.isascii() and header.isdigit():
        return int(header.lstrip("0")[:9] or 0)  # a number of a thousand digits is merely large
    with suppress(OverflowError):
        date = parse_date(header)
        return max(0, round((date - now()).total_seconds())) if date else None
    return None
