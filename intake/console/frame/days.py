"""Days in the addresses of filtered lists and in forms, such as `2026-11-22`, in the firm's time zone."""

import re
from datetime import date, datetime, time, timedelta

from intake.core.clock import iso
from intake.core.local_time import moment_at, to_local

_MOMENT = "%Y-%m-%dT%H:%M"
_DAY = re.compile(r"(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}")


def day_in(text):
    """Return the date; None for any other text, and for dates out of range."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def day_typed(text):
    """Return the text if it is a date of a century in question, else nothing: where a person types 26, browsers send
    the year 0026.
    """
    return text if day_in(text) else ""


def begin_of(text, zone):
    """Return the beginning of the day in the time zone."""
    return moment_at(day_in(text), time(), zone)


def end_of(text, zone):
    """Return the beginning of the next day in the time zone."""
    return moment_at(day_in(text) + timedelta(days=1), time(), zone)


def moment_typed(text, zone):
    """Return the value of a date and time field, in the time zone, as the API takes it; any other text as it is."""
    try:
        moment = datetime.strptime(text, _MOMENT)  # noqa: DTZ007 (of the zone)
        return iso(moment_at(moment.date(), moment.time(), zone))
    except (ValueError, OverflowError):
        return text


def moment_for_field(moment, zone):
    """Return the value that a date and time field has for the time, in the time zone."""
    return to_local(moment, zone).strftime(_MOMENT)
