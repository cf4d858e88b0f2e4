"""Times in one form: UTC with milliseconds."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the current time in UTC, cut to the milliseconds that are stored and shown."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def iso(moment: datetime) -> str:
    """Format a time as the API does: `2026-11-20T14:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
