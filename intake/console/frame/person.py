"""The name and the addresses of a person, as the forms of clients, leads and parties check them."""

from intake.cases.templates.question_types.contact import Email, Phone
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.core.plain_text import is_blank

TOO_LONG = "This is too long."
MISSING = {"first_name": "Please enter the first name.", "last_name": "Please enter the last name."}


def check_person(texts):
    """Return the person's names, e-mail address and telephone number among the texts, and the errors by field."""
    addresses, wrong = check_addresses(texts)
    names = {name: texts[name] for name in MISSING}
    return names | addresses, {name: missing for name, missing in MISSING.items() if is_blank(texts[name])} | wrong


def check_addresses(texts):
    """Return the e-mail address and the telephone number among the texts, and the errors by field."""
    values, wrong = {}, {}
    for name, question_type in (("email", Email()), ("phone", Phone())):
        try:
            values[name] = question_type.parse(texts[name], {}) if texts[name] else None
        except InvalidAnswer as invalid:
            wrong[name] = invalid.args[0]
    return values, wrong
