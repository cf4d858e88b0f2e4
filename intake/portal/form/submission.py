"""The data that a page of the form sends: the answers as typed, and marks of their original values."""

import json
import re

from intake.cases.intake_forms.merging import mark_of, marks_of
from intake.cases.templates.question_types import type_of
from intake.core.errors import PayloadTooLarge

from .sections import field_name

MARKS = "marks"
PAGE, SAVE = "page", "save"
"""The fields with which the script tells its pages and their saves apart."""
SURE = "sure."
"""The prefix of fields that confirm that an unlikely answer is right."""
_PAGE, _NUMBER = re.compile("[0-9]{1,20}"), re.compile("[0-9]{1,9}")
_MAX_MARKS = 64 * 1024
_LONGEST = 20_000
"""Characters of an answer that is saved, valid or not."""


def sent_answers(questions, fields):
    """Return the answers by question id, as they were typed; only those of fields that the browser sent.

    Raises `PayloadTooLarge`, so that no part of an answer is kept for the whole.
    """
    found = {question["id"]: type_of(question).from_fields(field_name(question["id"]), fields, question)
             for question in questions}
    sent = {id: answer for id, answer in found.items() if answer is not None}
    if any(map(_is_too_long, sent.values())):
        raise PayloadTooLarge(f"An answer has more than {_LONGEST:,} characters.")
    return sent


def _is_too_long(answer):
    if isinstance(answer, dict | list):
        return any(map(_is_too_long, answer.values() if isinstance(answer, dict) else answer))
    return answer is not None and len(answer) > _LONGEST


def unconfirmed(doubts, clean, fields):
    """Return the doubts, each as `(doubt, mark of the answer)`, with which the page has not yet been sent."""
    marked = {id: (doubt, mark_of(clean[id])) for id, doubt in doubts.items()}
    return {id: (doubt, mark) for id, (doubt, mark) in marked.items() if fields.get(SURE + id) != mark}


def sent_marks(fields):
    """Return the marks that the page was made with; none if they are malformed."""
    text = fields.get(MARKS, "")
    try:
        marks = json.loads(text) if len(text) <= _MAX_MARKS else None
    except (ValueError, RecursionError):
        return {}
    return {id: mark for id, mark in marks.items() if isinstance(mark, str)} if isinstance(marks, dict) else {}


def sent_save(fields):
    """Return `(page, number)` of a save by the page's script; None for a form that a browser sends."""
    page, number = fields.get(PAGE, ""), fields.get(SAVE, "")
    return (page, int(number)) if _PAGE.fullmatch(page) and _NUMBER.fullmatch(number) else None


def dump_marks(questions, answers):
    """Return the marks of the answers to these questions, for the page to send back."""
    return json.dumps(marks_of({question["id"]: answers.get(question["id"]) for question in questions}))
