"""The outline of a template: its questions and documents, in the order of its pages."""

from dataclasses import dataclass
from itertools import groupby

from intake.cases.documents.states import TEXTS as TEXTS_OF_DOCUMENT
from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in
from intake.cases.templates.states import TEXTS_OF_QUESTION
from intake.core.languages import LANGUAGES

from .languages import document_in, untranslated, written_in


@dataclass(frozen=True)
class Entry:
    """A question or a document, in the reader's language; `place` counts from 1."""

    place: int
    heading: str | None
    """Its section or category, in the template's original language."""
    texts: dict
    condition: tuple | None
    """The earlier question and its answer, as texts, on which this entry depends."""
    lacks: list
    """The languages without a translation of all its texts."""


def question_entries(template, language):
    """Return (section, entries) pairs of the form."""
    shown = {question["id"]: question for question in form_in(language, template.form)}
    entries = [Entry(place, question.get("section"), shown[question["id"]], _condition(question, shown, language),
                     _lacking(template, question, TEXTS_OF_QUESTION))
               for place, question in enumerate(template.form, 1)]
    return _grouped(entries, "section")


def document_entries(template, language):
    """Return (category, entries) pairs of the checklist, in the order of the template."""
    entries = [Entry(place, document.get("category"), document_in(language, document), None,
                     _lacking(template, document, TEXTS_OF_DOCUMENT))
               for place, document in enumerate(template.documents, 1)]
    return _grouped(entries, "category")


def _grouped(entries, heading):
    """Return (heading in the reader's language, entries) pairs of the entries that follow each other under one."""
    groups = [list(group) for _, group in groupby(entries, key=lambda entry: entry.heading)]
    return [(group[0].texts.get(heading), group) for group in groups]


def _condition(question, shown, language):
    condition = question.get("shown_if")
    if not condition:
        return None
    leader = shown[condition["question"]]
    return leader["label"], type_of(leader).format_condition(condition["equals"], leader, language)


def _lacking(template, item, names):
    own = written_in(template.content)
    return [each for code, each in LANGUAGES.items() if code != own and untranslated(item, names, code)]
