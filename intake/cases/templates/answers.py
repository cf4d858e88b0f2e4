"""Checking the answers to an intake form.

They come as JSON or as a browser sends them; `question_types` has what each type takes and how its answer is kept. A
blank text is no answer.
"""

from typing import Any

from .question_types import type_of
from .question_types.question_type import MISSING, InvalidAnswer
from .questions import is_shown


def check_answers(form, answers, partial=False):
    """Return the clean answers by question id, and a sentence for each answer that is missing or invalid.

    Questions that are not asked, because of earlier answers, are neither required nor kept; nor are answers to unknown
    questions. A `partial` form may lack answers that are required, and keeps the valid entries of an invalid list.
    """
    clean: dict[str, Any] = {}
    problems: dict[str, str] = {}
    earlier: dict[str, dict] = {}
    for question in form:
        if is_shown(question, clean, earlier):
            try:
                answer = parse_answer(question, answers.get(question["id"]))
            except InvalidAnswer as invalid:
                problems[question["id"]] = str(invalid)
                if partial and invalid.valid is not None:
                    clean[question["id"]] = invalid.valid
            else:
                if answer is not None:
                    clean[question["id"]] = answer
                elif question.get("required") and not partial:
                    problems[question["id"]] = MISSING
        earlier[question["id"]] = question
    return clean, problems


def parse_answer(question, typed):
    """Return the answer as it is kept, None if there is none. Raises `InvalidAnswer`."""
    return type_of(question).read(typed, question)


def problem_of(question, typed):
    """Return why a typed answer cannot be kept, as a sentence, None if it can."""
    try:
        parse_answer(question, typed)
    except InvalidAnswer as invalid:
        return str(invalid)
    return None


def explain(questions, answers, problems):
    """Return the messages about invalid answers as errors of the API have them, given `problems` by question id."""
    by_id = {question["id"]: question for question in questions}
    return {id: type_of(by_id[id]).explain(problem, answers[id], by_id[id]) if id in by_id else [problem]
            for id, problem in problems.items()}


def find_doubts(form, clean):
    """Return a sentence by question id for each clean answer that is possible but unlikely."""
    found = {question["id"]: type_of(question).doubt(clean[question["id"]], question)
             for question in form if question["id"] in clean}
    return {id: doubt for id, doubt in found.items() if doubt}
