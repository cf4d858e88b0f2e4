"""One of the question's options, and any number of them, kept in the order of the options."""

from marshmallow import ValidationError

from intake.core.text_search import folded

from .question_type import InvalidAnswer, QuestionType, sent_text

_NO_OPTION = "Please choose one of the answers shown."


class Choice(QuestionType):
    name = "choice"

    def check_options(self, options):
        if not options:
            raise ValidationError("Needs options.", "options")
        if len({folded(option) for option in options}) < len(options):
            raise ValidationError("Must differ from each other.", "options")

    def parse(self, typed, question):
        if typed not in _values(question):
            raise InvalidAnswer(_NO_OPTION)
        return typed

    def format(self, answer, question, language):
        return _labels([answer], question)


class Choices(Choice):
    name = "choices"

    def parse(self, typed, question):
        listed = typed if isinstance(typed, list) else [typed]
        chosen = {each for each in listed if isinstance(each, str)}
        if not all(isinstance(each, str) for each in listed) or not chosen <= set(_values(question)):
            raise InvalidAnswer(_NO_OPTION)
        return [option for option in _values(question) if option in chosen]

    def format(self, answer, question, language):
        return _labels(answer, question)

    def from_fields(self, name, fields, question):
        return [sent_text(each) for each in fields.getlist(name) if each] if name in fields else None

    def for_field(self, typed):
        if isinstance(typed, list):
            return typed
        return [typed] if typed else []

    def condition_value(self, answer):
        return answer[0]

    def fulfils(self, answer, wanted):
        return any(super(Choices, self).fulfils(each, wanted) for each in answer)

    def format_condition(self, wanted, question, language):
        return super().format_condition([wanted], question, language)


def _values(question):
    """Return the options as they are kept, of a question as it is kept or as a page shows it."""
    return [option["value"] if isinstance(option, dict) else option for option in question["options"]]


def _labels(answers, question):
    labels = {option["value"]: option["label"] for option in question["options"]}
    return [labels.get(answer, answer) for answer in answers]
