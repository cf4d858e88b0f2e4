"""The questions of an intake form: which of them are asked, and in which language.

A form is a list of questions as `QuestionIn` of question_schemas.py gives them, each a dictionary:

    {"id": "children_names", "type": "long_text", "label": "Your children", "help": None, "section": "Children",
     "required": True, "options": [], "shown_if": {"question": "has_children", "equals": True},
     "translations": {"es": {"label": "Sus hijos", "section": "Hijos"}}}

A list has `entry_label`, `min_entries`, `max_entries` and `fields` as well; a field is such a question without `help`,
`section` and `shown_if`.
"""

from typing import Any

from intake.core.translations import texts_in, translations_of

from .question_types import type_of

MAX_QUESTIONS = 200
MAX_OPTIONS = 100


def is_shown(question, answers, earlier):
    """Whether the question is asked, given the clean answers to the `earlier` questions, which are by their ids.

    An answer that is not there, because its own question is not asked either, fulfils no condition.
    """
    condition = question.get("shown_if")
    if not condition:
        return True
    answer = answers.get(condition["question"])
    return answer is not None and type_of(earlier[condition["question"]]).fulfils(answer, condition["equals"])


def shown(form, answers):
    """Return the questions that are asked, given clean answers."""
    by_id = {question["id"]: question for question in form}
    return [question for question in form if is_shown(question, answers, by_id)]


def form_in(language, form):
    """Return the form as a page shows it: its texts in the language where they are translated, else as written.

    `options` become {value, label}: the value is the answer, which is the same in every language. `translations` are
    left out.
    """
    return [_question_in(language, question) for question in form]


def _question_in(language, question):
    given: dict[str, Any] = {name: value for name, value in question.items() if name != "translations"}
    shown: dict[str, Any] = texts_in(language, given, translations_of(question))
    options = question.get("options") or []
    labels = shown.get("options") or options
    if "fields" in question:
        shown = shown | {"fields": [_question_in(language, field) for field in question["fields"]]}
    return shown | {
        "options": [{"value": value, "label": label} for value, label in zip(options, labels, strict=True)]}
