"""What somebody answered in an intake form, and whether it will do.

Answers come as JSON or as a browser sends them: yes_no takes true, "true" and "yes", a number may be written
"1,200.50", several choices may come as one text, a blank text is no answer. Kept are: text, long_text, choice, email:
the text; choices: a list in the order of the options; date: "YYYY-MM-DD"; number: a JSON number; yes_no: true or false;
phone: E.164; address: {line1, line2, city, state, zip}, only those that are there.
"""

import re
from datetime import date

from marshmallow import ValidationError

from intake.core import fields
from intake.core.plain_text import one_line

from .questions import (
    ADDRESS,
    ADDRESS_PARTS,
    CHOICE,
    CHOICES,
    DATE,
    EMAIL,
    LONG_TEXT,
    NUMBER,
    PHONE,
    TEXT,
    YES_NO,
    is_shown,
)

MAX_TEXT, MAX_LONG_TEXT = 500, 10_000

MISSING = "Please answer this question."
TOO_LONG = "Please write at most 500 characters."
MUCH_TOO_LONG = "Please write at most 10,000 characters."
NOT_STORABLE = "This contains characters that cannot be stored."
NO_TEXT = "Please answer with text."
NO_OPTION = "Please choose one of the answers shown."
NO_DATE = "Please enter a date that exists, with the year in four digits."
NO_NUMBER = "Please enter a number, such as 1200 or 1200.50."
NO_YES = "Please answer yes or no."
NO_EMAIL = "Please enter an e-mail address, such as name@example.com."
NO_PHONE = "Please enter a telephone number with its area code, such as (518) 555-0142."
NO_ADDRESS = "Please enter at least the street and the city."
PROBLEMS = (MISSING, TOO_LONG, MUCH_TOO_LONG, NOT_STORABLE, NO_TEXT, NO_OPTION, NO_DATE, NO_NUMBER, NO_YES, NO_EMAIL,
            NO_PHONE, NO_ADDRESS)
"""Every sentence that `checked` may give; the pages translate them."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_VISIBLE = re.compile(fields.NOT_BLANK)
_NUMBER = re.compile(r"(-?)\$? ?([0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(\.[0-9]{1,6})?")
_PHONE_MARKS = re.compile(r"[\s().\-/]+")
_LARGEST = 10**15
_YEARS = range(1900, 2200)


class Unfit(Exception):
    """An answer that will not do; its text is a sentence of `PROBLEMS`."""


def checked(form, answers, partial=False):
    """The clean answers by question id, and a sentence of `PROBLEMS` for each one that will not do.

    Questions that are not asked, because of what was answered before, are neither required nor kept; nor is anything
    that is no question. A `partial` form may lack answers that are required.
    """
    clean, problems = {}, {}
    for question in form:
        if not is_shown(question, clean):
            continue
        try:
            answer = read(question, answers.get(question["id"]))
        except Unfit as unfit:
            problems[question["id"]] = str(unfit)
            continue
        if answer is not None:
            clean[question["id"]] = answer
        elif question.get("required") and not partial:
            problems[question["id"]] = MISSING
    return clean, problems


def read(question, given):
    """The answer as it is kept, None if there is none. Raises `NotSyncable`."""
    if isinstance(given, str):
        given = _storable(given)
    if given is None or given in ("", []):
        return None
    return _READERS[question["type"]](given, question)


def _storable(text):
    if _UNSTORABLE.search(text):
        raise Unfit(NOT_STORABLE)
    return text.strip() if _VISIBLE.search(text) else ""


def _text(given, _question):
    return _written(one_line(_worded(given)), MAX_TEXT, TOO_LONG)


def _long_text(given, _question):
    return _written("\n".join(_worded(given).splitlines()), MAX_LONG_TEXT, MUCH_TOO_LONG)


def _worded(given):
    if not isinstance(given, str):
        raise Unfit(NO_TEXT)
    return given


def _written(text, most, problem):
    if len(text) > most:
        raise Unfit(problem)
    return text or None


def _choice(given, question):
    if given not in question["options"]:
        raise Unfit(NO_OPTION)
    return given


def _choices(given, question):
    chosen = given if isinstance(given, list) else [given]
    if not all(isinstance(each, str) and each in question["options"] for each in chosen):
        raise Unfit(NO_OPTION)
    return [option for option in question["options"] if option in chosen]


def _date(given, _question):
    try:
        day = fields.Date().deserialize(given)
    except ValidationError:
        raise Unfit(NO_DATE) from None
    if day.year not in _YEARS:
        raise Unfit(NO_DATE)
    return date.isoformat(day)


def _number(given, _question):
    if isinstance(given, str) and (parts := _NUMBER.fullmatch(given)):
        sign, whole, decimals = parts.groups(default="")
        given = float(sign + whole.replace(",", "") + decimals) if decimals else int(sign + whole.replace(",", ""))
    if not isinstance(given, int | float) or isinstance(given, bool) or not -_LARGEST < given < _LARGEST:
        raise Unfit(NO_NUMBER)
    return given


def _yes_no(given, _question):
    for answer, words in ((True, ("yes", "true")), (False, ("no", "false"))):
        if given is answer or (isinstance(given, str) and given.lower() in words):
            return answer
    raise Unfit(NO_YES)


def _email(given, _question):
    try:
        return fields.EmailAddress().deserialize(given)
    except ValidationError:
        raise Unfit(NO_EMAIL) from None


def _phone(given, _question):
    digits = _PHONE_MARKS.sub("", _worded(given))
    if re.fullmatch(r"1?[2-9][0-9]{9}", digits):
        digits = f"+1{digits[-10:]}"
    try:
        return fields.Phone().deserialize(digits)
    except ValidationError:
        raise Unfit(NO_PHONE) from None


def _address(given, _question):
    if not isinstance(given, dict):
        raise Unfit(NO_ADDRESS)
    parts = {name: _text(_storable(_worded(given[name])), _question) for name in ADDRESS_PARTS if given.get(name)}
    address = {name: text for name, text in parts.items() if text}
    if address and not {"line1", "city"} <= address.keys():
        raise Unfit(NO_ADDRESS)
    return address or None


_READERS = {
    TEXT: _text, LONG_TEXT: _long_text, CHOICE: _choice, CHOICES: _choices, DATE: _date, NUMBER: _number,
    YES_NO: _yes_no, EMAIL: _email, PHONE: _phone, ADDRESS: _address,
}  # fmt: skip
