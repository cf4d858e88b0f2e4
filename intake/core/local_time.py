"""What the clock on a firm's wall says, daylight saving included."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def local(moment, zone):
    """The moment as people in this time zone tell it."""
    return moment.astimezone(ZoneInfo(zone))


def moment_at(day, time, zone):
    """The moment at which it is this time of this day in the time zone, in UTC.

    An hour that is skipped in spring counts from before the leap; of one that comes twice in autumn it is the first.
    """
    return datetime.combine(day, time, ZoneInfo(zone)).astimezone(UTC)
