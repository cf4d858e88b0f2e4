"""A date from 1900 to 2199, kept as YYYY-MM-DD. `when` of the question says on which side of today it has to be."""

import datetime

from marshmallow import ValidationError

from intake.core import fields
from intake.core.clock import now
from intake.web.formatting import format_date

from .question_type import InvalidAnswer, QuestionType

PAST, FUTURE, BIRTH = "past", "future", "birth"
WHEN = (PAST, FUTURE, BIRTH)
"""The values of `when`: a past date, a future date, and the client's date of birth."""

_NO_DATE = "Please enter a date that exists, with the year in four digits."
_NOT_YET = "Please enter a date that is not in the future."
_LONG_AGO = "This is more than a hundred years ago. Is it right?"
_OVER = "This date has passed. Is it right?"
_FAR = "This is more than ten years ahead. Is it right?"
_YOUNG = "Somebody born on this date is younger than 14. Is it right?"

_FIRST, _LAST = datetime.date(1900, 1, 1), datetime.date(2199, 12, 31)
_FIRST_ZONE, _LAST_ZONE = datetime.timedelta(hours=14), datetime.timedelta(hours=-12)
_YEAR = datetime.timedelta(days=365.25)


class Date(QuestionType):
    name = "date"
    problems = (_NO_DATE, _NOT_YET)
    doubts = (_LONG_AGO, _OVER, _FAR, _YOUNG)

    def bounds(self, question):
        """Return the first and the last date that can be chosen, in any time zone that the client may be in."""
        return _FIRST, _today(_FIRST_ZONE) if question.get("when") in (PAST, BIRTH) else _LAST

    def parse(self, typed, question):
        try:
            day = fields.Date().deserialize(typed)
        except ValidationError:
            raise InvalidAnswer(_NO_DATE) from None
        first, last = self.bounds(question)
        if not first <= day <= _LAST:
            raise InvalidAnswer(_NO_DATE)
        if day > last:
            raise InvalidAnswer(_NOT_YET)
        return day.isoformat()

    def doubt(self, answer, question):
        """A date that should be in the future is only doubted once it has passed: a saved answer stays valid."""
        when, age = question.get("when"), _today(_LAST_ZONE) - datetime.date.fromisoformat(answer)
        if when in (PAST, BIRTH) and age > 100 * _YEAR:
            return _LONG_AGO
        if when == BIRTH and age < 14 * _YEAR:
            return _YOUNG
        if when == FUTURE and (age > datetime.timedelta() or age < -10 * _YEAR):
            return _OVER if age > datetime.timedelta() else _FAR
        return None

    def format(self, answer, question, language):
        return [format_date(datetime.date.fromisoformat(answer), language)]


def _today(offset):
    return (now() + offset).date()
