"""When people are left in peace (decisions.md 7)."""

from datetime import time, timedelta

from intake.core.local_time import moment_at, to_local

MORNING, EVENING = time(8), time(20)


def is_quiet(moment, zone):
    """Whether it is between 20:00 and 8:00 in the time zone."""
    return not MORNING <= to_local(moment, zone).time() < EVENING


def next_morning(moment, zone):
    """The next moment after the quiet hours in which this one lies, in UTC."""
    here = to_local(moment, zone)
    day = here.date() + timedelta(days=1) if here.time() >= EVENING else here.date()
    return moment_at(day, MORNING, zone)
