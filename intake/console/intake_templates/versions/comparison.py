"""Describes the differences between two versions of a template in words."""

from typing import NamedTuple

from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in
from intake.core.text_search import folded
from intake.core.translations import translations_of

ADDED, REMOVED, CHANGED, MOVED = "added", "removed", "changed", "moved"
QUESTION, DOCUMENT, TEMPLATE = "question", "document", "template"

_OMITTED = ("id", "translations", "form", "documents")


class Difference(NamedTuple):
    """A question or document that was added, removed, changed or moved, or a change of the template's own texts.

    `details` are (field, language of a translation or None, before, after).
    """

    kind: str
    what: str
    name: str
    details: list


def compare(before, after, language):
    """Return the differences between two contents, the template's own first; values are texts in the language."""
    wordings = _Wording(before, language), _Wording(after, language)
    own = _details(before, after, wordings)
    found = [Difference(CHANGED, TEMPLATE, after["name"], own)] if own else []
    found += _differences(QUESTION, "label", _by_id(before["form"]), _by_id(after["form"]), wordings)
    return found + _differences(DOCUMENT, "name", _by_name(before["documents"]), _by_name(after["documents"]), wordings)


def _differences(what, name, before, after, wordings):
    """Return the differences between items of two versions, each by what identifies it; `name` is the text to show."""
    found = [Difference(REMOVED, what, item[name], []) for key, item in before.items() if key not in after]
    moved = _moved([key for key in before if key in after], [key for key in after if key in before])
    for key, item in after.items():
        if key not in before:
            found.append(Difference(ADDED, what, item[name], []))
        elif details := _details(before[key], item, wordings):
            found.append(Difference(CHANGED, what, item[name], details))
        elif key in moved:
            found.append(Difference(MOVED, what, item[name], []))
    return found


def _by_id(questions):
    return {question["id"]: question for question in questions}


def _by_name(documents):
    return {folded(document["name"]): document for document in documents}


def _moved(before, after):
    """Return the items that now come after a different item, if the order differs."""
    if before == after:
        return set()
    leaders = dict(zip(before[1:], before, strict=False))
    return {each for each, leader in zip(after[1:], after, strict=False) if leaders.get(each) != leader}


def _details(before, after, wordings):
    """Return the `details` of what differs between two versions of an item, or of the template."""
    details = _changes(None, before, after, wordings)
    was, now = translations_of(before), translations_of(after)
    for code in dict.fromkeys([*was, *now]):
        details += _changes(code, was.get(code, {}), now.get(code, {}), wordings)
    return details


def _changes(code, before, after, wordings):
    was, now = wordings
    return [(name, code, was.of(before, name), now.of(after, name)) for name in dict.fromkeys([*before, *after])
            if name not in _OMITTED and (before.get(name) or None) != (after.get(name) or None)]


class _Wording:
    """Words the values of one version of a template."""

    def __init__(self, content, language):
        self._questions = _by_id(form_in(language, content["form"]))
        self._language = language

    def of(self, item, name):
        """Return a value as a text, a number or a boolean, and fields as they are."""
        value = item.get(name)
        if name == "shown_if" and value:
            leader = self._questions[value["question"]]
            return f"{leader['label']}: {type_of(leader).format_condition(value['equals'], leader, self._language)}"
        return ", ".join(value) if isinstance(value, list) and name != "fields" else value
