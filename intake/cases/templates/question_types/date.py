"""A date from 1900 to 2199, kept as YYYY-MM-DD. `when` of the question says on which side of today it has to be.

Pages ask for it in three fields (date_parts.py), and for a future date in a single one, with the browser's calendar. A
single field in YYYY-MM-DD is accepted for every date.
"""

import datetime

from marshmallow import ValidationError

from intake.core import fields
from intake.core.clock import now
from intake.core.plain_text import as_keyed
from intake.web.formatting import date_order, format_date

from .date_parts import FIRST_YEAR, LAST_YEAR, PARTS, parts_sent, read_date
from .question_type import InvalidAnswer, QuestionType, sent_text

PAST, FUTURE, BIRTH = "past", "future", "birth"
WHEN = (PAST, FUTURE, BIRTH)
"""The values of `when`: a past date, a future date, and the client's date of birth."""

BIRTH_DATES = ("birth_date", "date_of_birth")
"""The ids that questions about a date of birth usually have: without `when`, they ask for a past date."""

_NO_DATE = "Please enter a date that exists, with the year in four digits."
_NOT_YET = "Please enter a date that is not in the future."
_LONG_AGO = "This is more than a hundred years ago. Is it right?"
_OVER = "This date has passed. Is it right?"
_FAR = "This is more than ten years ahead. Is it right?"
_YOUNG = "Somebody born on this date is younger than 14. Is it right?"

_FIRST, _LAST = datetime.date(FIRST_YEAR, 1, 1), datetime.date(LAST_YEAR, 12, 31)
_FIRST_ZONE, _LAST_ZONE = datetime.timedelta(hours=14), datetime.timedelta(hours=-12)
_EXAMPLE = {"month": "4", "day": "28", "year": "1980"}


class Date(QuestionType):
    name = "date"

    def bounds(self, question):
        """Return the first and the last date that can be chosen, in any time zone that the client may be in."""
        return _FIRST, _today(_FIRST_ZONE) if _when(question) in (PAST, BIRTH) else _LAST

    def has_calendar(self, question):
        """Whether the date is asked for with the browser's calendar, which suits near dates only."""
        return _when(question) == FUTURE

    def parse(self, typed, question):
        try:
            day = _day_in(typed)
        except ValidationError:
            raise InvalidAnswer(_NO_DATE) from None
        first, last = self.bounds(question)
        if not first <= day <= _LAST:
            raise InvalidAnswer(_NO_DATE)
        if day > last:
            raise InvalidAnswer(_NOT_YET, ("year",) if day.year > last.year else PARTS)
        return day.isoformat()

    def doubt(self, answer, question):
        """A date that should be in the future is only doubted once it has passed: a saved answer stays valid.

        Nothing is doubted that is right in some time zone.
        """
        when, day = _when(question), datetime.date.fromisoformat(answer)
        earliest, latest = _today(_LAST_ZONE), _today(_FIRST_ZONE)
        if when in (PAST, BIRTH) and _years_after(day, 100) < _years_after(earliest, 0):
            return _LONG_AGO
        if when == BIRTH and _years_after(day, 14) > _years_after(latest, 0):
            return _YOUNG
        if when == FUTURE and day < earliest:
            return _OVER
        if when == FUTURE and _years_after(day, -10) > _years_after(latest, 0):
            return _FAR
        return None

    def format(self, answer, question, language):
        return [format_date(datetime.date.fromisoformat(answer), language)]

    def from_fields(self, name, fields, question):
        """Return a date of the calendar as YYYY-MM-DD, else its parts as they were typed."""
        if name in fields:
            return sent_text(fields[name])
        texts = parts_sent(name, fields)
        try:
            return texts and read_date(texts).isoformat()
        except InvalidAnswer:
            return texts if any(text.strip() for text in texts.values()) else ""

    def for_field(self, typed):
        """Return the texts of the three fields, by their names, and `whole`, that of a single one."""
        if isinstance(typed, dict):
            return {part: typed.get(part, "") for part in PARTS}
        try:
            day = fields.Date().deserialize(typed.strip() if isinstance(typed, str) else typed)
        except ValidationError:
            return {"month": super().for_field(typed), "whole": super().for_field(typed)}
        return {part: str(getattr(day, part)) for part in PARTS} | {"whole": typed}

    def wrong_parts(self, shown, question, language):
        try:
            self.parse(shown, question)
        except InvalidAnswer as invalid:
            return [part for part in self.order(language)
                    if part in invalid.parts and not self.has_calendar(question)]
        return []

    def order(self, language):
        """Return the names of the three parts in the order in which a page in this language has them."""
        return date_order(language)

    def example(self, language):
        """Return a date as it is typed in the three fields."""
        return " ".join(_EXAMPLE[part] for part in self.order(language))


def _when(question):
    is_birth_date = question.get("id") in BIRTH_DATES  # examples in previews have no id
    return question.get("when") or (PAST if is_birth_date else None)


def _day_in(typed):
    """Return the date that is typed in three parts, or as a text. Raises `ValidationError`, `InvalidAnswer`."""
    if isinstance(typed, dict):
        return read_date(_parts_in(typed))
    return fields.Date().deserialize(as_keyed(typed).strip() if isinstance(typed, str) else typed)


def _parts_in(typed):
    """Return the texts of the three parts. Raises `ValidationError` for anything else."""
    texts = {part: typed.get(part, "") for part in PARTS}
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValidationError(_NO_DATE)
    return texts


def _today(offset):
    return (now() + offset).date()


def _years_after(day, years):
    """Return the same day in another year as (year, month, day): one of February 29 may be no date."""
    return day.year + years, day.month, day.day
