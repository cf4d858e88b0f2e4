"""Times in one form: UTC with milliseconds.

In a sandbox the clock can be ahead of the machine's (`moved_clock.py`). Code that depends on this machine's clock or on
others' uses `machine_now`: leases, log lines, signatures for others.
"""

from datetime import UTC, datetime, timedelta

_ahead = timedelta()


def now() -> datetime:
    """Return the current time in UTC, cut to the milliseconds that are stored and shown."""
    return machine_now() + _ahead if _ahead else machine_now()


def machine_now() -> datetime:
    """Return the machine's time, whether the clock was moved or not."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def ahead() -> timedelta:
    """Return how far ahead of the machine's the clock of this process is."""
    return _ahead


def set_ahead(by: timedelta) -> None:
    """Set how far ahead of the machine's the clock of this process is."""
    global _ahead
    _ahead = by


def iso(moment: datetime) -> str:
    """Format a time as the API does: `2026-11-20T14:00:00.000Z`."""
    in_utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)  # true of nearly all times
    return in_utc.isoformat(timespec="milliseconds")[:-6] + "Z"
