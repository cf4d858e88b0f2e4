"""An e-mail address; and a telephone number in any notation, an American one without its prefix, kept in E.164."""

import phonenumbers
from marshmallow import ValidationError

from intake.core import fields
from intake.core.plain_text import as_keyed
from intake.web.formatting import format_phone

from .question_type import InvalidAnswer, QuestionType, as_text

_NO_EMAIL = "Please enter an e-mail address, such as name@example.com."
_NO_PHONE = "Please enter a telephone number with its area code, such as (518) 555-0142."
_NO_EXTENSION = "Please enter the number without an extension."
_NOT_IN_USE = "This does not look like a telephone number in use. Is it right?"
_REGION = "US"
"""The country of a number without a country code."""
_MEXICO = 52
"""The country code whose mobile numbers were preceded by a 1 until 2019; messengers still show it."""


class Email(QuestionType):
    name = "email"

    def parse(self, typed, question):
        try:
            return fields.EmailAddress().deserialize(typed)
        except ValidationError:
            raise InvalidAnswer(_NO_EMAIL) from None


class Phone(QuestionType):
    name = "phone"

    def parse(self, typed, question):
        try:
            number = phonenumbers.parse(as_keyed(as_text(typed)), _REGION)
        except phonenumbers.NumberParseException:
            raise InvalidAnswer(_NO_PHONE) from None
        own = number.national_number or 0
        if number.country_code == _MEXICO and own // 10**10 == 1:
            number.national_number = own - 10**10
        if phonenumbers.is_possible_number_with_reason(number) != phonenumbers.ValidationResult.IS_POSSIBLE:
            raise InvalidAnswer(_NO_PHONE)
        if number.extension:
            raise InvalidAnswer(_NO_EXTENSION)
        return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)

    def doubt(self, answer, question):
        return None if phonenumbers.is_valid_number(phonenumbers.parse(answer)) else _NOT_IN_USE

    def format(self, answer, question, language):
        return [format_phone(answer)]

    def for_field(self, typed):
        return format_phone(super().for_field(typed))
