"""Days in the addresses of filtered lists, such as `2026-11-22`, in the firm's time zone."""

import re
from datetime import date, time, timedelta

from intake.core.local_time import moment_at

_DAY = re.compile(r"(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}")


def day_in(text):
    """Return the date; None for any other text, and for dates out of range."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def begin_of(text, zone):
    """Return the beginning of the day in the time zone."""
    return moment_at(day_in(text), time(), zone)


def end_of(text, zone):
    """Return the beginning of the next day in the time zone."""
    return moment_at(day_in(text) + timedelta(days=1), time(), zone)
