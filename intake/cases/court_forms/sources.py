"""Where the value of a form's field comes from: the language of a mapping (docs/court-forms.md).

    client.full_name            a record of the matter; `RECORDS` has them all
    matter.custom_fields.court  a custom field
    answers.home_address.city   an answer of the client, or a part of an address
    answers.children[2]         the second line of an answer, or the second of several choices, or of a list's entries
    answers.children[2].name    a field of that entry
    answers.has_children=yes    for a box: whether this is the answer
    today                       the date in the firm's time zone
    text:Superior Court         always the same
"""

import re
from dataclasses import dataclass

from intake.cases.intake_forms.known_answers import OWN_ADDRESSES
from intake.cases.templates.question_types.address import ADDRESS_PARTS
from intake.cases.templates.question_types.date import BIRTH_DATES

MAX_SOURCE = 500
INVALID = "Must be a record such as client.full_name, an answer such as answers.birth_date, today or text:…"

TODAY, LITERAL = "today", "text:"
CUSTOM = "matter.custom_fields."

RECORDS: dict[str, tuple[str, str, str] | None] = {
    "client.full_name": ("full_name", "text", "Your full legal name"),
    "client.first_name": ("first_name", "text", "Your first name"),
    "client.last_name": ("last_name", "text", "Your last name"),
    "client.email": ("email", "email", "Your e-mail address"),
    "client.phone": ("phone", "phone", "The best telephone number for you"),
    "client.date_of_birth": ("birth_date", "date", "Your date of birth"),
    "client.address": ("home_address", "address", "Where you live"),
    **{f"client.address.{part}": ("home_address", "address", "Where you live") for part in ADDRESS_PARTS},
    **dict.fromkeys((
        "matter.title", "matter.case_number", "matter.description", "firm.name", "firm.email", "firm.phone",
        "firm.address", *(f"firm.address.{part}" for part in ("line1", "suite", "city", "state", "zip")),
        "attorney.full_name", "attorney.first_name", "attorney.last_name", "attorney.email")),
}
"""Every record, with the id, type and label of the question that asks the client for it, or None."""

SAME_ANSWERS = {"birth_date": BIRTH_DATES, "home_address": OWN_ADDRESSES}
"""Questions that are about the same, by the first of their ids."""

_KEY = "[A-Za-z][A-Za-z0-9_-]{0,63}"
_ANSWER = re.compile(rf"answers\.({_KEY})(?:\.(line1|line2|city|state|zip)|\[([1-9][0-9]?)\](?:\.({_KEY}))?)?"
                     r"(?:\s*=\s*(\S.*))?")
_CUSTOM = re.compile(r"matter\.custom_fields\.\S.{0,99}")


@dataclass(frozen=True)
class AnswerSource:
    """An answer, a part of it, its line, choice or entry of this number from 1, a field of that, or whether it is the
    wanted one.
    """

    question_id: str
    part: str | None
    number: int | None
    field: str | None
    wanted: str | None


def parse_answer_source(source):
    """Return the `AnswerSource`, None if the source is not an answer."""
    found = _ANSWER.fullmatch(source)
    return AnswerSource(found[1], found[2], int(found[3]) if found[3] else None, *found.group(4, 5)) if found else None


def is_source(text):
    """Whether a text is a source."""
    return (text in RECORDS or text == TODAY or text.startswith(LITERAL) or _CUSTOM.fullmatch(text) is not None
            or parse_answer_source(text) is not None)
