"""`/p/<token>/form`: the form in parts, saved as one goes, and handed in after a last look (decisions.md 7)."""

from flask import Blueprint, redirect, request

from intake.cases.intake_forms.actions import save
from intake.cases.templates.answers import MISSING, checked
from intake.cases.templates.questions import is_shown
from intake.core.clock import iso
from intake.core.http import json_response
from intake.portal.links.completion import submit_form
from intake.portal.session.link_closed import wants_json, with_readable_errors
from intake.portal.session.visit import portal_page
from intake.web import csrf
from intake.web.forms import NOT_OURS

from . import submission as filled_in
from .formatting import format_answer, format_condition
from .known_answers import autocomplete, known_of
from .sections import asked, field_of, place_of

answering = Blueprint("answering", __name__)
answering.after_request(with_readable_errors)

LATER = "later"
"""The button with which one goes on although something on the page is wrong or missing."""


@answering.get("/<token>/form")
@portal_page
def resume(visit):
    """On to the first part in which something is missing; to the last look if nothing is."""
    form = visit.progress.form
    if form is None or visit.progress.is_final:
        return _on(visit, "/form/review" if form else visit.progress.next_place)
    _, problems = checked(form.questions, form.draft)
    unfinished = (section for section in asked(form, visit.language) if problems.keys() & set(section.ids))
    section = next(unfinished, None)
    return _on(visit, f"/form/{section.number}" if section else "/form/review")


@answering.get("/<token>/form/<int:number>")
@portal_page
def part(visit, number):
    """One part of the form."""
    section = _section(visit, number)
    return _page(visit, section, visit.progress.form) if section else _on(visit, "/form")


@answering.post("/<token>/form/<int:number>")
@portal_page
def answer_part(visit, number):
    """What stands in the part is kept, in whatever state; a browser goes on to the next part if all of it will do."""
    section = _section(visit, number)
    if section is None:
        return _refused(410, "gone", "This is not asked any more.") if wants_json() else _on(visit, "/form")
    given = filled_in.sent(section.questions, request.form)
    if not csrf.is_genuine():
        return _unrecognised(visit, section, given)
    form = save(visit.progress.form, given, filled_in.sent_marks(request.form))
    if wants_json():
        marks = filled_in.written_marks(section.questions, form.draft | given)
        return json_response({"saved_at": iso(form.saved_at) if form.saved_at else None, filled_in.MARKS: marks})
    _, problems = checked(form.questions, form.draft)
    wrong = {id: problem for id, problem in problems.items() if id in section.ids}
    if wrong and LATER not in request.form:
        return _page(visit, section, form, wrong, 422, given)
    return _on(visit, _after(section, asked(form, visit.language)))


@answering.get("/<token>/form/review")
@portal_page
def review(visit):
    """All answers at a glance, and the button that hands them in."""
    return _review(visit) if visit.progress.form else _on(visit, visit.progress.next_place)


@answering.post("/<token>/form/review")
@portal_page
def submit(visit):
    """The form is handed in, unless something in it is missing or wrong."""
    if visit.progress.form is None:
        return _on(visit, visit.progress.next_place)
    if not csrf.is_genuine():
        return _review(visit, 400, notice=NOT_OURS)
    problems = submit_form(visit.link, visit.progress.form)
    if problems:
        return _review(visit, 422, problems)
    return _on(visit, "/documents" if visit.progress.documents else "/done")


def _section(visit, number):
    """The part of the form with this number, None if it is not asked, or cannot be changed any more."""
    if visit.progress.form is None or visit.progress.is_final:
        return None
    return next((each for each in asked(visit.progress.form, visit.language) if each.number == number), None)


def _after(section, sections):
    later = (each.number for each in sections if each.number > section.number)
    number = next(later, None)
    return f"/form/{number}" if number else "/form/review"


def _page(visit, section, form, wrong=None, status=200, shown=None, notice=None):
    answers = known_of(visit.client) | form.draft | (shown or {})
    return _protected(
        visit, "portal_form.html", status, section=section, sections=asked(form, visit.language), wrong=wrong or {},
        notice=notice, questions={question["id"]: question for question in section.questions},
        marks=filled_in.written_marks(section.questions, form.draft), field_of=field_of, autocomplete=autocomplete,
        typed=lambda question: filled_in.typed(question, answers.get(question["id"])),
        answer_sent=filled_in.condition_sent,
        condition_said=lambda question, wanted: format_condition(question, wanted, visit.language))


def _review(visit, status=200, problems=None, notice=None):
    form = visit.progress.form
    sections = asked(form, visit.language)
    clean, missing = checked(form.questions, form.draft)
    return _protected(
        visit, "portal_review.html", status, form=form, sections=sections, answers=clean, missing=missing,
        unanswered=MISSING, problems=problems or {}, notice=notice, is_shown=is_shown,
        said=lambda question, answer: format_answer(question, answer, visit.language),
        place=lambda question: visit.path(place_of(question, sections)))


def _protected(visit, template, status, **values):
    cookie = csrf.cookie()
    return csrf.protected(
        visit.page(template, status, step="answers", csrf=csrf.signature(cookie), **values), cookie)


def _refused(status, code, message):
    """What a script that cannot save is told."""
    return json_response({"error": {"code": code, "message": message, "details": {}}}, status)


def _unrecognised(visit, section, given):
    if wants_json():
        return _refused(400, "invalid_request", NOT_OURS)
    return _page(visit, section, visit.progress.form, status=400, shown=given, notice=NOT_OURS)


def _on(visit, place):
    return redirect(visit.path(place), 303)
