"""Checks of a form as a whole, beyond those of each question by itself."""

import re
import unicodedata

from intake.core.plain_text import one_line
from intake.core.text_search import folded

from .answers import parse_answer
from .question_types import type_of
from .question_types.question_type import InvalidAnswer

_NO_KEY = re.compile(r"[^a-z0-9]+")


def with_ids(form):
    """Return the form, each question with an id: where none was given, one is made from the label."""
    taken = {question["id"] for question in form if "id" in question}
    return [question if "id" in question else {"id": _new_id(question["label"], taken), **question}
            for question in form]


def check_conditions(form):
    """Return the form, its conditions' values as clean answers, and the problems of its questions by their number.

    Ids must be unique, and a condition must be about an earlier question and a value that its answer can have.
    """
    earlier: dict[str, dict] = {}
    problems: dict[int, dict] = {}
    questions: list[dict] = []
    for number, question in enumerate(form):
        if question["id"] in earlier:
            problems[number] = {"id": ["Another question has this id."]}
        condition = question["shown_if"]
        if condition:
            try:
                question = question | {"shown_if": _clean_condition(condition, earlier)}
            except _ImpossibleCondition as impossible:
                problems[number] = problems.get(number, {}) | {"shown_if": impossible.args[0]}
        earlier.setdefault(question["id"], question)
        questions.append(question)
    return questions, problems


def repeated_names(documents):
    """Return the problems of documents whose name an earlier one has, by their number."""
    seen, problems = set(), {}
    for number, item in enumerate(documents):
        if folded(item["name"]) in seen:
            problems[number] = {"name": ["Another document has this name."]}
        seen.add(folded(item["name"]))
    return problems


class _ImpossibleCondition(Exception):
    """A condition that no answer can fulfil; its argument is the problem, by the condition's field."""


def _clean_condition(condition, earlier):
    about, wanted = earlier.get(condition["question"]), condition["equals"]
    if about is None:
        raise _ImpossibleCondition({"question": ["Must be the id of an earlier question."]})
    if problem := type_of(about).condition_problem:
        raise _ImpossibleCondition({"question": [problem]})
    if about["options"] and isinstance(wanted, str):
        wanted = one_line(wanted)  # as the options are
    try:
        answer = None if isinstance(wanted, list | dict) else parse_answer(about, wanted)
    except InvalidAnswer:
        answer = None
    if answer is None:
        raise _ImpossibleCondition({"equals": ["Must be an answer that the other question can have."]})
    return condition | {"equals": type_of(about).condition_value(answer)}


def _new_id(label, taken):
    """Return a key made from the label that is not in `taken`, and add it there."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    stem = _NO_KEY.sub("_", plain).strip("_")[:40].strip("_")
    stem = stem if stem[:1].isalpha() else f"question_{stem}".rstrip("_")
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}_{number}", number + 1
    taken.add(key)
    return key
