"""When a firm is alerted of a deadline: at 9:00 in its time zone, seven days and one day before."""

from datetime import time, timedelta

from intake.core.local_time import moment_at, to_local

DAYS = EARLY, LATE = 7, 1
_HOUR = time(9)


def alert_due(due_date, dated_at, zone, moment):
    """Return the number of days, 7 or 1, of the alert that is due at the moment; None if none is.

    An alert that the worker missed stays due until the next one, the last one until the end of the deadline's day. An
    alert whose day had passed when the date was set, at `dated_at`, is not due: the firm knew the date.
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
    """Return the number of days until the date in the time zone."""
    return (due_date - to_local(moment, zone).date()).days
