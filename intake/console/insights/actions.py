"""Reads the insights of a period."""

from datetime import date, time, timedelta
from typing import Any, NamedTuple

from intake.accounts.audit.states import PERSON
from intake.console.matters.activity.actions import own_id, sees_colleagues
from intake.core.local_time import moment_at
from intake.core.replica import reading_replica
from intake.messaging.communications.states import CHANNELS, STATUSES

from . import models
from .states import AGES, EARLIEST, FIRST_PERIOD, LONGEST

_DAY = timedelta(days=1)


class Period(NamedTuple):
    """A period of days in the firm's time zone, both included."""

    first: date
    last: date

    @property
    def days(self):
        """The number of its days."""
        return (self.last - self.first).days + 1


def period_of(firm, first=None, last=None):
    """Return the period of these days, by default the usual one up to today; a period that is too long is shortened."""
    today = firm.today
    last = max(min(last or today, today), EARLIEST)
    first = max(first or last - _DAY * (FIRST_PERIOD - 1), last - _DAY * (LONGEST - 1), EARLIEST)
    return Period(min(first, last), last)


def read_insights(caller, firm, period, practice_area=None):
    """Return the figures as `InsightsOut` shows them, in three statements."""
    values = _values(caller, firm, period, practice_area)
    midnights = [moment_at(period.first + _DAY * number, time(), firm.timezone) for number in range(period.days)]
    with reading_replica():
        steps, counts = _funnel(values), models.counts(values)
        reviewed = models.reviews(values, period.first, midnights)
    return {
        "period": period._asdict(),
        "funnel": steps,
        "open_requests": [{"from_days": first, "to_days": last, "required": counts.requests.get((group, True), 0),
                           "optional": counts.requests.get((group, False), 0)}
                          for group, (first, last) in enumerate(AGES)],
        "reviews": _reviews(caller, reviewed),
        "messages": [{"channel": channel, "status": status, "messages": counts.messages.get((channel, status), 0)}
                     for channel in CHANNELS for status in STATUSES],
    }


def read_funnel(caller, firm, first, last, practice_area):
    """Return the funnel of all days from `first` to `last`, by default the earliest and today.

    It is for reports, which may take long: it is not limited to the days that a page can show at once.
    """
    today = firm.today
    first, last = max(first or EARLIEST, EARLIEST), min(last or today, today)
    if first > last:  # entirely in the future, or before any link was sent
        first = last = EARLIEST
    with reading_replica():
        return _funnel(_values(caller, firm, Period(first, last), practice_area))


def _funnel(values):
    return [{"step": step, "links": count, "median_days": None if median is None else round(median / _DAY, 1)}
            for step, count, median in models.funnel(values)]


def _values(caller, firm, period, practice_area):
    start, end = (moment_at(day, time(), firm.timezone) for day in (period.first, period.last + _DAY))
    return models.parameters(caller, start, end, firm.timezone, firm.today,
                             practice_area or None)


def _reviews(caller, rows):
    """Return the rows of reviews; callers who may not see the firm's people get their colleagues as one, unnamed."""
    sees_names, own = sees_colleagues(caller), own_id(caller)
    found: dict[Any, Any] = {}
    for day, *reviewer, approved, rejected in rows:
        actor = tuple(reviewer) if sees_names or reviewer[1] == own else (PERSON, None, None, None)
        row = found.setdefault((day, actor), {
            "day": day, "reviewer": dict(zip(("type", "id", "name", "email"), actor, strict=True)), "approved": 0,
            "rejected": 0})
        row["approved"] += approved
        row["rejected"] += rejected
    return list(found.values())
