"""`/matters/<id>/answers`: what the client answered."""

from itertools import groupby

from flask import Blueprint

from intake.cases.intake_forms.models import IntakeForm
from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in, shown
from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page

answers_tab = Blueprint("answers_tab", __name__)


@answers_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the questions that were asked, by section, with their answers."""
    form = IntakeForm.of_client(desk.caller, matter_id).first()
    return matter_page(desk, matter_id, "matter_answers.html", form=form,
                       sections=_sections(form, desk.language) if form else [])


def _sections(form, language):
    """Return pairs of a section's title and its questions, each a pair of a label and the lines of the answer."""
    answers = form.current_answers
    asked = form_in(language, shown(form.questions, answers))
    return [(title, [(question["label"], _lines(question, answers, language)) for question in questions])
            for title, questions in groupby(asked, key=lambda question: question.get("section"))]


def _lines(question, answers, language):
    answer = answers.get(question["id"])
    return [] if answer is None else type_of(question).format(answer, question, language)
