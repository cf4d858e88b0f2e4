"""Local times of a firm's time zone, daylight saving included."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, reset_tzpath

from .clock import now

reset_tzpath(())  # the rules are those of the package `tzdata`: a system may have some that are years old

_NEVER_REPLACED = {"UTC", "GMT", "EST", "MST", "HST"}  # Postgres knows these whatever the system has


@cache
def replaced_zones() -> dict[str, str]:
    """Return the old names of time zones, each with the one that has replaced it: `{"US/Eastern": "America/New_York"}`.

    Postgres knows an old name only if its system does. Debian 13 and Ubuntu 24.04 do not: there these names are in a
    package of their own, tzdata-legacy.
    """
    rules = files("tzdata") / "zoneinfo"
    lines = (rules / "zone.tab").read_text(encoding="utf-8").splitlines()
    places = {line.split("\t")[2] for line in lines if not line.startswith("#")}
    # A link from a place's name is none that was replaced: Europe/Stockholm has the rules of Europe/Berlin.
    lines = (rules / "tzdata.zi").read_text(encoding="utf-8").splitlines()
    links = {link: zone for _, zone, link in (line.split() for line in lines if line.startswith("L "))}
    return {link: zone for link, zone in links.items()
            if link not in places | _NEVER_REPLACED and not link.startswith("Etc/")}


def to_local(moment: datetime, zone: str) -> datetime:
    """Convert a time to this time zone; one that would be before the year 1 or after 9999 there stays in its own."""
    try:
        return moment.astimezone(ZoneInfo(zone))
    except OverflowError:
        return moment


def today_in(zone: str) -> date:
    """Return today's date in this time zone."""
    return to_local(now(), zone).date()


def last_whole_day(moment: datetime, zone: str) -> date:
    """Return the last whole day, in the time zone, on which something that ends at the moment is open.

    From the day of the moment on it is that day itself: a past day is never called the last one.
    """
    ends = to_local(moment, zone).date()
    return max(ends - timedelta(days=1), min(ends, today_in(zone)))


def latest_day(moment: datetime) -> date:
    """Return the date at the moment in the time zone whose clocks are farthest ahead."""
    return (moment + timedelta(hours=14)).date()


def moment_at(day: date, time: time, zone: str) -> datetime:
    """Return the UTC time of this local time and day in the time zone.

    A local time that daylight saving skips is read with the offset before the change; one that occurs twice means its
    first occurrence, with `fold=1` its second.
    """
    return datetime.combine(day, time, ZoneInfo(zone)).astimezone(UTC)
