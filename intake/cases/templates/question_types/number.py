"""A number, which may be written "$1,200.50" or "1 200.50 USD", kept as a JSON number."""

import re

from intake.core.plain_text import as_keyed

from .question_type import InvalidAnswer, QuestionType

_NO_NUMBER = "Please enter a number in digits, such as 3 or 3.5."
_NUMBER = re.compile(r"([-−–]?)(?:USD?)? ?\$? ?([0-9]{1,15}|[0-9]{1,3}(?:(?:,[0-9]{3}){1,4}|(?: [0-9]{3}){1,4}))"
                     r"(\.[0-9]{1,6})? ?(?:\$|USD)?")
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{2}0")
_LARGEST = 10**15


def parse_number(typed):
    """Return the number that was typed; None if it is not a number, or has more than 15 digits.

    "1.500" is refused: in much of the world it is fifteen hundred, and here it would be kept as 1.5.
    """
    number = typed
    if isinstance(typed, str) and (parts := _NUMBER.fullmatch(as_keyed(typed).strip())):
        sign, whole, decimals = parts.groups(default="")
        if _THOUSANDS.fullmatch(whole + decimals):
            return None
        whole = ("-" if sign else "") + whole.replace(",", "").replace(" ", "")
        number = float(whole + decimals) if decimals else int(whole)
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    return number if is_number and -_LARGEST < number < _LARGEST else None


class Number(QuestionType):
    name = "number"

    def parse(self, typed, question):
        number = parse_number(typed)
        if number is None:
            raise InvalidAnswer(_NO_NUMBER)
        return number

    def fulfils(self, answer, wanted):
        return answer == wanted
