"""A date from 1900 to 2199, kept as YYYY-MM-DD."""

import datetime

from marshmallow import ValidationError

from intake.core import fields
from intake.web.formatting import format_date

from .question_type import InvalidAnswer, QuestionType

_NO_DATE = "Please enter a date that exists, with the year in four digits."
_YEARS = range(1900, 2200)


class Date(QuestionType):
    name = "date"
    problems = (_NO_DATE,)

    def parse(self, typed, question):
        try:
            day = fields.Date().deserialize(typed)
        except ValidationError:
            raise InvalidAnswer(_NO_DATE) from None
        if day.year not in _YEARS:
            raise InvalidAnswer(_NO_DATE)
        return day.isoformat()

    def format(self, answer, question, language):
        return [format_date(datetime.date.fromisoformat(answer), language)]
