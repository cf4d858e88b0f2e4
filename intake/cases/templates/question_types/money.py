"""An amount in dollars, which may be written "$1,200.50", kept as a JSON number with at most two decimals."""

from babel.numbers import format_currency

from .number import parse_number
from .question_type import InvalidAnswer, QuestionType

_NO_AMOUNT = "Please enter an amount in dollars, such as 1200 or 1200.50."
_LARGE = "This is more than ten million dollars. Is it right?"
_DOUBTED = 10_000_000


class Money(QuestionType):
    name = "money"

    def parse(self, typed, question):
        amount = parse_number(typed)
        if amount is None or amount < 0 or amount != round(amount, 2):
            raise InvalidAnswer(_NO_AMOUNT)
        return amount

    def doubt(self, answer, question):
        return _LARGE if answer > _DOUBTED else None

    def format(self, answer, question, language):
        return [format_currency(answer, "USD", locale="en_US")]

    def fulfils(self, answer, wanted):
        return answer == wanted
