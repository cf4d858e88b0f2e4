"""An e-mail address."""

from marshmallow import ValidationError

from intake.core import fields

from .question_type import InvalidAnswer, QuestionType

_NO_EMAIL = "Please enter an e-mail address, such as name@example.com."


class Email(QuestionType):
    name = "email"
    problems = (_NO_EMAIL,)

    def parse(self, typed, question):
        try:
            return fields.EmailAddress().deserialize(typed)
        except ValidationError:
            raise InvalidAnswer(_NO_EMAIL) from None
