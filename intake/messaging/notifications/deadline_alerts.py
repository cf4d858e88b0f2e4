"""When a firm is alerted of a deadline: at 9:00 of its own clock, seven days and one day before (decisions.md 10)."""

from datetime import time, timedelta

from intake.core.local_time import moment_at, to_local

DAYS = EARLY, LATE = 7, 1
_HOUR = time(9)


def alert_due(due_date, dated_at, zone, moment):
    """Which alert, 7 or 1, is to have been given at the moment for a day that was set at `dated_at`; None if none is.

    What could not be given in time, because the worker was away, is made up for until the next alert, the last one
    until the day is over. Who sets a day knows it: an alert whose own day had passed by then is not given any more.
    """
    ends = {EARLY: moment_at(due_date - timedelta(days=LATE), _HOUR, zone),
            LATE: moment_at(due_date + timedelta(days=1), time(0), zone)}
    for days in DAYS:
        begins = moment_at(due_date - timedelta(days=days), _HOUR, zone)
        next_day = moment_at(due_date - timedelta(days=days - 1), _HOUR, zone)
        if begins <= moment < ends[days] and (dated_at <= begins or moment < next_day):
            return days
    return None


def days_left(due_date, zone, moment):
    """How many days are left until the date, by the firm's calendar."""
    return (due_date - to_local(moment, zone).date()).days
