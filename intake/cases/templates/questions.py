"""The questions of an intake form: their types and limits, which of them are asked, and in which language.

A form is a list of questions as `QuestionIn` of schemas.py gives them, each a dictionary:

    {"id": "children_names", "type": "long_text", "label": "Your children", "help": None, "section": "Children",
     "required": True, "options": [], "shown_if": {"question": "has_children", "equals": True},
     "translations": {"es": {"label": "Sus hijos", "section": "Hijos"}}}
"""

from intake.core.text_search import folded
from intake.core.translations import texts_in

TYPES = (TEXT, LONG_TEXT, CHOICE, CHOICES, DATE, NUMBER, YES_NO, EMAIL, PHONE, ADDRESS) = (
    "text", "long_text", "choice", "choices", "date", "number", "yes_no", "email", "phone", "address",
)  # fmt: skip
WITH_OPTIONS = (CHOICE, CHOICES)

MAX_QUESTIONS = 200
MAX_OPTIONS = 100
ADDRESS_PARTS = ("line1", "line2", "city", "state", "zip")
"""What the answer to an address question is made of; each is text and may be left out."""


def is_shown(question, answers):
    """Whether the question is asked, given the clean answers to those before it.

    An answer that is not there, because its own question is not asked either, fulfils no condition. Of several choices
    one has to be the wanted one.
    """
    condition = question.get("shown_if")
    if not condition:
        return True
    answer = answers.get(condition["question"])
    return any(_same(each, condition["equals"]) for each in (answer if isinstance(answer, list) else [answer]))


def shown(form, answers):
    """The questions that are asked, given clean answers."""
    return [question for question in form if is_shown(question, answers)]


def form_in(language, form):
    """The form as a page shows it: its texts in the language where they are translated, else as they were given.

    `options` become {value, label}: the value is what is answered, the same in every language. What is not to be shown
    (`translations`) is gone.
    """
    return [_question_in(language, question) for question in form]


def _question_in(language, question):
    given = {name: value for name, value in question.items() if name != "translations"}
    shown = texts_in(language, given, question.get("translations") or {})
    options = question.get("options") or []
    labels = shown.get("options") or options
    return shown | {"options": [{"value": value, "label": label}
                                for value, label in zip(options, labels, strict=True)]}


def _same(answer, wanted):
    if isinstance(answer, str) and isinstance(wanted, str):
        return folded(answer) == folded(wanted)
    return isinstance(answer, bool) == isinstance(wanted, bool) and answer == wanted
