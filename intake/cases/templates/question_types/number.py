"""A number, which may be written "$1,200.50", kept as a JSON number."""

import re

from .question_type import InvalidAnswer, QuestionType

_NO_NUMBER = "Please enter a number, such as 1200 or 1200.50."
_NUMBER = re.compile(r"(-?)\$? ?([0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(\.[0-9]{1,6})?")
_LARGEST = 10**15


class Number(QuestionType):
    name = "number"
    problems = (_NO_NUMBER,)

    def parse(self, typed, question):
        number = typed
        if isinstance(typed, str) and (parts := _NUMBER.fullmatch(typed)):
            sign, whole, decimals = parts.groups(default="")
            whole = sign + whole.replace(",", "")
            number = float(whole + decimals) if decimals else int(whole)
        if not isinstance(number, int | float) or isinstance(number, bool) or not -_LARGEST < number < _LARGEST:
            raise InvalidAnswer(_NO_NUMBER)
        return number

    def fulfils(self, answer, wanted):
        return answer == wanted
