"""The answers of a client as texts, in a language of the pages."""

from itertools import groupby

from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in, shown


def answers_by_section(form, language):
    """Return the title of each section, None without one, and its questions as (label, lines of the answer).

    Only questions that are asked, given the answers. A question without an answer has no lines; a form without answers
    has no questions.
    """
    answers = form.current_answers
    asked = form_in(language, shown(form.questions, answers)) if form.is_begun else []
    return [(title, [(question["label"], _lines(question, answers, language)) for question in questions])
            for title, questions in groupby(asked, key=lambda question: question.get("section"))]


def _lines(question, answers, language):
    answer = answers.get(question["id"])
    return [] if answer is None else type_of(question).format(answer, question, language)
