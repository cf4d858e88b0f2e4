"""An e-mail address; and a telephone number, an American one in any notation, kept in E.164."""

import re

from marshmallow import ValidationError

from intake.core import fields
from intake.web.formatting import format_phone

from .question_type import NO_TEXT, InvalidAnswer, QuestionType, as_text

_NO_EMAIL = "Please enter an e-mail address, such as name@example.com."
_NO_PHONE = "Please enter a telephone number with its area code, such as (518) 555-0142."
_MARKS = re.compile(r"[\s().\-/]+")


class Email(QuestionType):
    name = "email"
    problems = (_NO_EMAIL,)

    def parse(self, typed, question):
        try:
            return fields.EmailAddress().deserialize(typed)
        except ValidationError:
            raise InvalidAnswer(_NO_EMAIL) from None


class Phone(QuestionType):
    name = "phone"
    problems = (NO_TEXT, _NO_PHONE)

    def parse(self, typed, question):
        digits = _MARKS.sub("", as_text(typed))
        if re.fullmatch(r"1?[2-9][0-9]{9}", digits):
            digits = f"+1{digits[-10:]}"
        try:
            return fields.Phone().deserialize(digits)
        except ValidationError:
            raise InvalidAnswer(_NO_PHONE) from None

    def format(self, answer, question, language):
        return [format_phone(answer)]
