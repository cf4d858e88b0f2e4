"""The types of questions, a module for each type or for two that are much alike.

A further type takes a module here, a line in `QUESTION_TYPES`, and a macro of its name in
`intake/portal/templates/question_types.html`; its sentences are translated in `intake/web/translations/`.
"""

from .address import Address
from .choice import Choice, Choices
from .contact import Email, Phone
from .date import Date
from .entry_list import EntryList
from .money import Money
from .number import Number
from .question_type import QuestionType
from .text import LongText, Text
from .yes_no import YesNo

QUESTION_TYPES: dict[str, QuestionType] = {question_type.name: question_type for question_type in (
    Text(), LongText(), Choice(), Choices(), Date(), Number(), Money(), YesNo(), Email(), Phone(), Address(),
    EntryList())}
"""Every type by its name."""


def type_of(question):
    """Return the `QuestionType` of a question of a form."""
    return QUESTION_TYPES[question["type"]]


def shown_answer(question, answers):
    """Return a typed answer, given by question id, as the field shows it; a field of an entry has it itself."""
    return question["shown"] if "shown" in question else type_of(question).for_field(answers.get(question["id"]))
