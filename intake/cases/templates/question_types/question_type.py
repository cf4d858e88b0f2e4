"""The base class of question types, with defaults that suit most of them."""

from marshmallow import ValidationError

from intake.core.plain_text import UNSTORABLE, is_blank
from intake.core.text_search import folded

MISSING = "Please answer this question."
NOT_STORABLE = "This contains characters that cannot be stored."
NO_TEXT = "Please answer with text."


class InvalidAnswer(Exception):
    """An answer that cannot be kept; its text is the sentence that the page shows.

    `parts` names those of its parts that are wrong, if each has a field; `valid` is what can be kept of it, or None.
    """

    def __init__(self, problem, parts=(), valid=None):
        super().__init__(problem)
        self.parts, self.valid = parts, valid


class QuestionType:
    """A type of question: its options, how its answer is read, kept, compared and shown.

    A *typed* answer is what a page sent or a client of the API gave, as it came; a *clean* one is what `parse` returns.
    Questions are dictionaries as in `questions.py`; those that a page shows are of `form_in`, in the page's language.
    """

    name: str
    """The value of `type` in a question, and the name of the macro in `question_types.html` that shows its fields."""

    condition_problem: str | None = None
    """Why no other question may depend on the answer, None if one may."""

    def read(self, typed, question):
        """Return the clean answer, None if there is none. Raises `InvalidAnswer`. A blank text is no answer."""
        if isinstance(typed, str):
            typed = stripped(typed)
        return None if typed is None or typed in ("", []) else self.parse(typed, question)

    def check_options(self, options):
        """Raise `ValidationError` unless a question of this type may have these options; most types have none."""
        if options:
            raise ValidationError(f"{self.name} has no options.", "options")

    def parse(self, typed, question):
        """Return the clean answer, JSON, or None if there is nothing in it. Raises `InvalidAnswer`.

        What is typed is neither None, nor empty, nor a blank text. A clean answer is parsed to itself.
        """
        raise NotImplementedError

    def explain(self, problem, typed, question):
        """Return the messages about an invalid answer, as errors of the API have them below the answer's name."""
        return [problem]

    def doubt(self, answer, question):
        """Return a sentence that queries a clean answer that is possible but unlikely, else None."""
        return

    def format(self, answer, question, language):
        """Return a clean answer as the lines shown in the final review."""
        return [str(answer)]

    def from_fields(self, name, fields, question):
        """Return the typed answer from the fields that a page sent, None if the question's field is not among them."""
        return sent_text(fields[name]) if name in fields else None

    def for_field(self, typed):
        """Return a typed answer as the field shows it again."""
        return "" if typed is None or isinstance(typed, list | dict) else str(typed)

    def wrong_parts(self, shown, question, language):
        """Return the names of the parts to mark, in the page's order; `shown` is what `for_field` returned."""
        return []

    def wrong_fields(self, shown, question, problem, language):
        """Return (name below the question's, label, problem) of each field that a page names in its list of errors."""
        return [(next((f".{part}" for part in self.wrong_parts(shown, question, language)), ""),
                 question["label"], problem)]

    def condition_value(self, answer):
        """Return the single value that a condition wants, given as a clean answer."""
        return answer

    def fulfils(self, answer, wanted):
        """Whether a clean answer fulfils a condition."""
        return folded(answer) == folded(wanted)

    def format_condition(self, wanted, question, language):
        """Return the answer that a condition wants as one line."""
        return ", ".join(self.format(wanted, question, language))

    def condition_for_field(self, wanted):
        """Return the answer that a condition wants as the question's own field sends it."""
        return str(wanted)


def stripped(text):
    """Return the text without blanks around it, "" if nothing in it is visible. Raises `InvalidAnswer`."""
    if UNSTORABLE.search(text):
        raise InvalidAnswer(NOT_STORABLE)
    return "" if is_blank(text) else text.strip()


def as_text(typed):
    """Return the typed value if it is text. Raises `InvalidAnswer`."""
    if not isinstance(typed, str):
        raise InvalidAnswer(NO_TEXT)
    return typed


def sent_text(text):
    """Return a field's text, its line ends as `\\n` and without characters that the database refuses."""
    return UNSTORABLE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
