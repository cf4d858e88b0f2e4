"""What must hold of a form as a whole, beyond what each question says by itself."""

import re
import unicodedata

from intake.core.text_search import folded

from .answers import Unfit, read
from .questions import ADDRESS

_NO_KEY = re.compile(r"[^a-z0-9]+")


def identified(form):
    """The form, each question with an id: where none was given, one is made from the label."""
    taken = {question["id"] for question in form if "id" in question}
    return [question if "id" in question else {"id": _free(question["label"], taken), **question} for question in form]


def settled(form):
    """The form, its conditions' values as answers are kept; and the problems of its questions by their number.

    Ids are unique, and a condition is about an earlier question and a value that its answer can have.
    """
    earlier, problems, questions = {}, {}, []
    for number, question in enumerate(form):
        if question["id"] in earlier:
            problems[number] = {"id": ["Another question has this id."]}
        condition = question["shown_if"]
        if condition:
            try:
                question = question | {"shown_if": _condition(condition, earlier)}
            except _Impossible as impossible:
                problems[number] = problems.get(number, {}) | {"shown_if": impossible.args[0]}
        earlier.setdefault(question["id"], question)
        questions.append(question)
    return questions, problems


def repeated_names(documents):
    """The problems of items whose name another one before has, by their number."""
    seen, problems = set(), {}
    for number, item in enumerate(documents):
        if folded(item["name"]) in seen:
            problems[number] = {"name": ["Another document has this name."]}
        seen.add(folded(item["name"]))
    return problems


class _Impossible(Exception):
    """A condition that nothing can fulfil; says why, by its field."""


def _condition(condition, earlier):
    about, wanted = earlier.get(condition["question"]), condition["equals"]
    if about is None:
        raise _Impossible({"question": ["Must be the id of an earlier question."]})
    if about["type"] == ADDRESS:
        raise _Impossible({"question": ["Must not be an address: it equals no single value."]})
    try:
        answer = None if isinstance(wanted, list | dict) else read(about, wanted)
    except Unfit:
        answer = None
    if answer is None:
        raise _Impossible({"equals": ["Must be an answer that the other question can have."]})
    return condition | {"equals": answer[0] if isinstance(answer, list) else answer}


def _free(label, taken):
    """A key made from the label that no question has yet, from now on taken."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    stem = _NO_KEY.sub("_", plain).strip("_")[:40].strip("_")
    stem = stem if stem[:1].isalpha() else f"question_{stem}".rstrip("_")
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}_{number}", number + 1
    taken.add(key)
    return key
