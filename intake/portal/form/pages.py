"""`/p/<token>/form`: the form in parts, saved while the client fills it in, reviewed and submitted (docs/portal.md)."""

from flask import Blueprint, redirect, request

from intake.cases.intake_forms.actions import save
from intake.cases.templates.answers import MISSING, check_answers, find_doubts
from intake.cases.templates.question_types.entry_list import ADD, REMOVE
from intake.core.clock import iso
from intake.core.http import json_response
from intake.portal.links.completion import submit_form
from intake.portal.session.link_closed import wants_json, with_readable_errors
from intake.portal.session.portal_session import portal_page
from intake.web import csrf
from intake.web.forms import NOT_OURS

from .sections import field_name
from .showing import MORE, sections_of, show_part, show_review
from .submission import MARKS, dump_marks, sent_answers, sent_marks, sent_save, unconfirmed

answering = Blueprint("answering", __name__)
answering.after_request(with_readable_errors)

LATER = "later"
"""The name of the button that continues although something on the page is invalid or missing."""


@answering.get("/<token>/form")
@portal_page
def resume(session):
    """Redirect to the first part with missing or invalid answers, or an open optional one before it; else to review.
    """
    form = session.progress.form
    if form is None or session.progress.is_final:
        return _redirect(session, "/form/review" if form else session.progress.next_place)
    typed = form.typed_by(session.client)
    _, problems = check_answers(form.questions, typed)
    sections = sections_of(session, form)
    came_to = max((section.number for section in sections if form.draft.keys() & set(section.ids)), default=0)

    def is_to_do(section):
        is_known = form.submitted_at or section.number <= came_to or typed.keys() >= set(section.ids)
        return not is_known or problems.keys() & set(section.ids)

    number = next((section.number for section in sections if is_to_do(section)), "review")
    return _redirect(session, f"/form/{number}")


@answering.get("/<token>/form/<int:number>")
@portal_page
def part(session, number):
    """Show one part of the form."""
    section = _section(session, number)
    return show_part(session, section, session.progress.form) if section else _redirect(session, "/form")


@answering.post("/<token>/form/<int:number>")
@portal_page
def answer_part(session, number):
    """Save the page's answers, valid or not; redirect a browser to the next part if all are valid."""
    section = _section(session, number)
    if section is None or _has_others(session.progress.form):
        return _not_asked(session)
    typed = sent_answers(session.progress.form.questions, request.form)  # also if they are in another part by now
    if not csrf.is_from_our_page():
        if wants_json():
            return _refused(400, "invalid_request", NOT_OURS)
        return show_part(session, section, session.progress.form, status=400, typed=typed, notice=NOT_OURS)
    form = _save(session, typed)
    if wants_json():
        marks = dump_marks(section.questions, form.draft | typed)
        return json_response({"saved_at": iso(form.saved_at) if form.saved_at else None, MARKS: marks})
    if place := _rearranged(section, typed):
        return _redirect(session, f"/form/{number}{place}")
    clean, problems = check_answers(form.questions, form.typed_by(session.client))
    wrong = {id: problem for id, problem in problems.items() if id in section.ids}
    doubts = unconfirmed(find_doubts(section.questions, clean), clean, request.form)
    if (wrong or doubts) and LATER not in request.form:
        return show_part(session, section, form, wrong, 422, typed, doubts=doubts)
    later = (each.number for each in sections_of(session, form) if each.number > number)
    return _redirect(session, f"/form/{next(later, 'review')}")


@answering.get("/<token>/form/review")
@portal_page
def review(session):
    """Show all answers, and the button that submits them."""
    return show_review(session) if session.progress.form else _redirect(session, session.progress.next_place)


@answering.post("/<token>/form/review")
@portal_page
def submit(session):
    """Submit the form, unless something in it is missing or invalid."""
    if session.progress.form is None:
        return _redirect(session, session.progress.next_place)
    if not csrf.is_from_our_page():
        return show_review(session, 400, notice=NOT_OURS)
    problems = submit_form(session.link, session.progress.form)
    if problems:
        return show_review(session, 422, problems)
    progress = session.progress
    return _redirect(session, "/documents" if progress.documents_to_send or progress.takes_more else "/done")


def _section(session, number):
    """Return the part with this number, None if it is not asked or cannot be changed any more."""
    form = session.progress.form
    if form is None or session.progress.is_final:
        return None
    return next((each for each in sections_of(session, form) if each.number == number), None)


def _not_asked(session):
    """Return the response to answers of a part that is not asked or cannot be changed any more."""
    if wants_json():
        return _refused(410, "gone", "This is not asked any more.")
    return session.not_taken_page(410) if _would_lose(session) else _redirect(session, "/form")


def _save(session, typed):
    """Save the typed answers, and return the form. Answers that another page has changed meanwhile stay."""
    form = session.progress.form
    _, problems = check_answers(form.questions, form.typed_by(session.client))
    # A required answer that was emptied on another page is taken from this one, even if unchanged.
    marks = {id: mark for id, mark in sent_marks(request.form).items() if problems.get(id) != MISSING}
    return save(form, typed, marks, sent_save(request.form))


def _rearranged(section, typed):
    """Return where the page continues after a button that adds or removes an entry, None if none was pressed."""
    for question in section.questions:
        name = field_name(question["id"])
        if f"{name}.{ADD}" in request.form:
            return f"?{MORE}={question['id']}#{name}.{len(typed.get(question['id'], ()))}"
        if f"{name}.{REMOVE}" in request.form:
            return f"#{name}"
    return None


def _would_lose(session):
    """Whether the request has answers that are not saved."""
    form = session.progress.form
    known = form.typed_by(session.client) if form else {}
    sent = sent_answers(form.questions, request.form) if form else {}
    return _has_others(form) or any(answer != known.get(id) for id, answer in sent.items())


def _has_others(form):
    """Whether the request has answers to questions that are not in the form, because the firm changed it meanwhile."""
    known = {field_name(question["id"]) for question in form.questions} if form else ()
    return any(text.strip() and name.startswith(field_name("")) and ".".join(name.split(".", 2)[:2]) not in known
               for name, text in request.form.items())


def _refused(status, code, message):
    """Return the error for a script that cannot save."""
    return json_response({"error": {"code": code, "message": message, "details": {}}}, status)


def _redirect(session, place):
    return redirect(session.path(place), 303)
