"""The time, in one form: UTC with milliseconds."""

from datetime import UTC, datetime


def now():
    """This moment in UTC, to the millisecond, which is as precisely as it is stored and shown."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def iso(moment):
    """A moment as the interface writes it: `2026-11-20T14:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
