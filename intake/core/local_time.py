"""Local times of a firm's time zone, daylight saving included."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, reset_tzpath

from .clock import now

reset_tzpath(())  # the rules are those of the package `tzdata`: a system may have some that are years old


def to_local(moment: datetime, zone: str) -> datetime:
    """Convert a time to this time zone."""
    return moment.astimezone(ZoneInfo(zone))


def today_in(zone: str) -> date:
    """Return today's date in this time zone."""
    return to_local(now(), zone).date()


def last_whole_day(moment: datetime, zone: str) -> date:
    """Return the last day in the time zone that is over by the moment: something that ends then is open through that
    day.

    On the day of the moment and after it, that day is returned: a past day is never called the last one.
    """
    ends = to_local(moment, zone).date()
    return max(ends - timedelta(days=1), min(ends, today_in(zone)))


def latest_day(moment: datetime) -> date:
    """Return the date at the moment in the time zone whose clocks are farthest ahead."""
    return (moment + timedelta(hours=14)).date()


def moment_at(day: date, time: time, zone: str) -> datetime:
    """Return the UTC time of this local time and day in the time zone.

    A local time that daylight saving skips is read with the offset before the change; of one that occurs twice the
    first is meant.
    """
    return datetime.combine(day, time, ZoneInfo(zone)).astimezone(UTC)
