"""A line of text (at most 500 characters), and several lines (at most 10,000)."""

from intake.core.plain_text import one_line

from .question_type import InvalidAnswer, QuestionType, as_text

TOO_LONG = "Please write at most 500 characters."
_MUCH_TOO_LONG = "Please write at most 10,000 characters."


def parse_line(typed):
    """Return the text as one line of at most 500 characters, None if it is empty. Raises `InvalidAnswer`."""
    return _limited(one_line(as_text(typed)), 500, TOO_LONG)


def _limited(text, most, problem):
    if len(text) > most:
        raise InvalidAnswer(problem)
    return text or None


class Text(QuestionType):
    name = "text"

    def parse(self, typed, question):
        return parse_line(typed)


class LongText(QuestionType):
    name = "long_text"

    def parse(self, typed, question):
        return _limited("\n".join(as_text(typed).splitlines()), 10_000, _MUCH_TOO_LONG)

    def format(self, answer, question, language):
        return answer.splitlines()
