"""Describes the differences between two versions of a template in words."""

from typing import NamedTuple

from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in
from intake.core.text_search import folded

ADDED, REMOVED, CHANGED, MOVED = "added", "removed", "changed", "moved"
QUESTION, DOCUMENT, TEMPLATE = "question", "document", "template"

_TEMPLATE = ("name", "case_type", "practice_area", "state", "description", "leave_button", "reminder_rules")
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
    old, new = ({name: content.get(name) for name in _TEMPLATE} for content in (before, after))
    own = _details(old, new, before, after, {}, {}, language)
    found = [Difference(CHANGED, TEMPLATE, after["name"], own)] if own else []
    return found + _differences(QUESTION, before["form"], after["form"], lambda item: item["id"], "label", language) + (
        _differences(DOCUMENT, before["documents"], after["documents"], lambda item: folded(item["name"]), "name",
                     language))


def _differences(what, before, after, key, name, language):
    old, new = ({key(item): item for item in items} for items in (before, after))
    asked, asks = ({question["id"]: question for question in form_in(language, items)} if what == QUESTION else {}
                   for items in (before, after))
    found = [Difference(REMOVED, what, item[name], []) for id, item in old.items() if id not in new]
    stayed = [id for id in new if id in old]
    moved = _moved([id for id in old if id in new], stayed)
    for id, item in new.items():
        if id not in old:
            found.append(Difference(ADDED, what, item[name], []))
        elif details := _details(old[id], item, old[id], item, asked, asks, language):
            found.append(Difference(CHANGED, what, item[name], details))
        elif id in moved:
            found.append(Difference(MOVED, what, item[name], []))
    return found


def _moved(before, after):
    """Return the items that now come after a different item, if the order differs."""
    leaders = dict(zip(before[1:], before, strict=False))
    return {each for each, leader in zip(after[1:], after, strict=False) if leaders.get(each) != leader} if (
        before != after) else set()


def _details(old, new, old_item, new_item, old_questions, new_questions, language):
    details = [(name, None, _words(old, name, old_questions, language), _words(new, name, new_questions, language))
               for name in dict.fromkeys([*old, *new])
               if name not in _OMITTED and (old.get(name) or None) != (new.get(name) or None)]
    translations = [item.get("translations") or {} for item in (old_item, new_item)]
    for code in dict.fromkeys([*translations[0], *translations[1]]):
        was, now = (each.get(code) or {} for each in translations)
        details += [(name, code, _words(was, name, {}, language), _words(now, name, {}, language))
                    for name in dict.fromkeys([*was, *now]) if was.get(name) != now.get(name)]
    return details


def _words(item, name, questions, language):
    """Return a value as a text, a number or a boolean, and fields as they are."""
    value = item.get(name)
    if name == "shown_if" and value:
        leader = questions[value["question"]]
        return f"{leader['label']}: {type_of(leader).format_condition(value['equals'], leader, language)}"
    return ", ".join(value) if isinstance(value, list) and name != "fields" else value
