"""The pages of the form: a part of it, and the review of all answers."""

from flask import request

from intake.cases.templates.answers import MISSING, check_answers
from intake.cases.templates.question_types import shown_answer, type_of
from intake.cases.templates.questions import shown

from .autocomplete import autocomplete
from .sections import field_name, ids_asked, place_of, sections_to_ask
from .submission import SURE, dump_marks

MORE = "more"
"""The parameter with the id of a list that is shown with an empty entry after the others."""


def sections_of(session, form):
    """Return the sections of the form that its client is asked; see `sections_to_ask`."""
    return sections_to_ask(form, ids_asked(form, form.typed_by(session.client)), session.language)


def show_part(session, section, form, wrong=None, status=200, typed=None, notice=None, doubts=None):
    """Return the page of one part.

    By question id `wrong` has problems, `typed` answers that are not saved, and `doubts` unlikely answers as
    `unconfirmed` returns them.
    """
    known = form.typed_by(session.client)
    answers, saved = known | (typed or {}), ids_asked(form, known)
    return session.form_page(
        "portal_form.html", status, step="answers", section=section,
        sections=sections_to_ask(form, saved, session.language),
        asked=saved if answers == known else ids_asked(form, answers),
        wrong=wrong or {}, doubts=doubts or {}, sure=SURE, notice=notice,
        questions={question["id"]: question for question in section.questions},
        marks=dump_marks(section.questions, known), field_name=field_name, autocomplete=autocomplete, type_of=type_of,
        typed=lambda question: shown_answer(question, answers),
        is_extended=lambda question: session.is_preview or request.args.get(MORE) == question["id"])


def show_review(session, status=200, problems=None, notice=None):
    """Return the page with all answers; `problems` are those of an attempt to submit them, by question id."""
    form = session.progress.form
    sections = sections_of(session, form)
    clean, missing = check_answers(form.questions, form.typed_by(session.client))
    return session.form_page(
        "portal_review.html", status, step="answers", form=form, sections=sections, answers=clean, missing=missing,
        unanswered=MISSING, problems=problems or {}, notice=notice, type_of=type_of,
        asked={question["id"] for question in shown(form.questions, clean)},
        place=lambda question: session.path(place_of(question, sections)))
