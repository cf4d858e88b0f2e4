"""The hours of the night at which no reminder is sent."""

from datetime import time, timedelta

from intake.core.local_time import moment_at, to_local

MORNING, EVENING = time(8), time(20)


def is_quiet(moment, zone):
    """Whether it is between 20:00 and 8:00 in the time zone."""
    return not MORNING <= to_local(moment, zone).time() < EVENING


def next_morning(moment, zone):
    """Return the end of the quiet hours that include the moment, in UTC."""
    here = to_local(moment, zone)
    day = here.date() + timedelta(days=1) if here.time() >= EVENING else here.date()
    return moment_at(day, MORNING, zone)
