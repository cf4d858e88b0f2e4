"""The columns of reports: their names in CSV files, their titles in PDFs, and the formatting of values."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, NamedTuple

from babel.numbers import format_decimal

from intake.core.clock import iso
from intake.core.languages import locale_of_numbers
from intake.core.local_time import to_local
from intake.web.formatting import format_short_date
from intake.web.translation import translator

from .names import VALUES


class Words:
    """Formats values for a PDF in a language and a time zone."""

    def __init__(self, language, time_zone):
        self.language, self.time_zone, self.translate = language, time_zone, translator(language)

    def text(self, value):
        """Return a text or a number unchanged."""
        return "" if value is None else str(value)

    def choice(self, value):
        """Return one of our own values as a name: `family_law` is Family law."""
        return self.translate(VALUES[value]) if value in VALUES else value or ""

    def flag(self, value):
        """Return Yes or No."""
        return self.translate("Yes" if value else "No")

    def number(self, value):
        """Return a number as it is written in the United States."""
        return "" if value is None else format_decimal(value, locale=locale_of_numbers(self.language))

    def day(self, value):
        """Return a date, or the day of a time."""
        there = to_local(value, self.time_zone).date() if isinstance(value, datetime) else value
        return format_short_date(there, self.language) if there else ""


class ReportColumn(NamedTuple):
    """A column of a report. A column without a title is only in CSV files."""

    name: str
    value: Any
    """The selected database columns."""
    title: str | None = None
    share: float = 1.0
    written: Callable[[Words, Any], str] = Words.text
    right: bool = False


def as_cell(value):
    """Return a value for a CSV file: times in UTC, `true` and `false`."""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "true" if value else "false"
    return value
