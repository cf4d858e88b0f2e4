"""When what the demo firm has is said to have happened."""

from datetime import timedelta

from intake.core.clock import now


def days_ago(days):
    """Return the moment so many days ago."""
    return now() - timedelta(days=days)


def day_in(days):
    """Return the day in so many days, or before as many if they are negative."""
    return (now() + timedelta(days=days)).date()
