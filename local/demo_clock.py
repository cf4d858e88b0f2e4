"""The dates of the demo firm's records."""

from datetime import timedelta

from intake.core.clock import now


def days_ago(days):
    """Return the time that many days ago."""
    return now() - timedelta(days=days)


def day_in(days):
    """Return the day that many days from today; negative numbers count back."""
    return (now() + timedelta(days=days)).date()
