"""A month as a table of weeks."""

from calendar import SUNDAY, Calendar
from datetime import date, timedelta

from babel.dates import format_date, get_day_names

_FIRST, _LAST = date(1970, 1, 1), date(2199, 12, 1)


class Month:
    """The month of a day: `weeks` of seven dates each, from Sunday."""

    def __init__(self, day, language):
        self.first, self._language = day.replace(day=1), language
        self.weeks = Calendar(SUNDAY).monthdatescalendar(day.year, day.month)
        self.last = self.following_day - timedelta(days=1)

    @classmethod
    def parse(cls, text, language):
        """Return the month in an address, such as `2027-03`; None if it is invalid or out of range."""
        try:
            first = date.fromisoformat(f"{text}-01")
        except ValueError:
            return None
        return cls(first, language) if _FIRST <= first <= _LAST else None

    def __str__(self):
        return f"{self.first:%Y-%m}"

    def __contains__(self, day):
        return self.first <= day <= self.last

    @property
    def name(self):
        """The month's name: March 2027."""
        return format_date(self.first, "LLLL y", locale=self._language)

    @property
    def day_names(self):
        """The days of the week from Sunday, each in full and abbreviated."""
        wide, short = (get_day_names(width, "stand-alone", self._language) for width in ("wide", "abbreviated"))
        return [(wide[day], short[day]) for day in (6, 0, 1, 2, 3, 4, 5)]

    @property
    def following_day(self):
        """The first day of the next month."""
        return (self.first + timedelta(days=31)).replace(day=1)

    @property
    def before(self):
        """The address of the previous month."""
        return f"{self.first - timedelta(days=1):%Y-%m}"

    @property
    def after(self):
        """The address of the next month."""
        return f"{self.following_day:%Y-%m}"
