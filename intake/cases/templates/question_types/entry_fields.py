"""The fields of an entry of a list: which types they may have, and how an entry is checked and shown."""

from typing import Any

from .address import Address
from .choice import Choice
from .contact import Email, Phone
from .date import Date
from .money import Money
from .number import Number
from .question_type import MISSING, InvalidAnswer, QuestionType
from .text import Text
from .yes_no import YesNo

MAX_FIELDS = 8
FIELD_TYPES: dict[str, QuestionType] = {field_type.name: field_type for field_type in (
    Text(), Choice(), Date(), Number(), Money(), YesNo(), Email(), Phone(), Address())}
"""The types that a field may have, by name."""

_NO_FIELD = "There is no such field."


def check_entry(entry, question):
    """Return the clean answers of an entry, {} if nothing is filled in, and the problems, both by field id."""
    clean: dict[str, Any] = {}
    problems = dict.fromkeys(entry.keys() - {field["id"] for field in question["fields"]}, _NO_FIELD)
    for field in question["fields"]:
        try:
            answer = FIELD_TYPES[field["type"]].read(entry.get(field["id"]), field)
        except InvalidAnswer as invalid:
            problems[field["id"]] = str(invalid)
        else:
            if answer is not None:
                clean[field["id"]] = answer
    if clean or problems:
        problems |= {field["id"]: MISSING for field in question["fields"]
                     if field["required"] and field["id"] not in {*clean, *problems}}
    return clean, problems


def find_entry_doubts(entry, question):
    """Return the doubts about an entry's answers, by field id."""
    clean = check_entry(entry, question)[0]
    found = {field["id"]: FIELD_TYPES[field["type"]].doubt(clean[field["id"]], field)
             for field in question["fields"] if field["id"] in clean}
    return {id: doubt for id, doubt in found.items() if doubt}


def texts_of(entry, question, language):
    """Return (field, its answer in one line) for each field with an answer."""
    return [(field, ", ".join(FIELD_TYPES[field["type"]].format(entry[field["id"]], field, language)))
            for field in question["fields"] if field["id"] in entry]


def label_before(field):
    """Return the field's label as it stands before its answer in one line."""
    label = field["label"].rstrip()
    return label if label[-1:] in (":", "?") else f"{label}:"
