"""`/matters/<id>/answers`: the client's answers, their changes, and correcting them."""

from itertools import groupby

from flask import Blueprint, abort, request

from intake.accounts.audit.recording import record_read
from intake.accounts.audit.states import CLIENT
from intake.accounts.permissions.roles import COLLEAGUES, INTAKE
from intake.accounts.users.names import name_in
from intake.cases.intake_forms.actions import correct
from intake.cases.intake_forms.answers_pdf import answers_response
from intake.cases.intake_forms.models import AnswerView, IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.templates.answers import problem_of
from intake.cases.templates.question_types import shown_answer, type_of
from intake.cases.templates.question_types.entry_list import ADD, REMOVE
from intake.cases.templates.questions import form_in, shown
from intake.console.frame.console_page import console_page
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.matters.head import matter_page, return_to
from intake.core.db import db
from intake.core.errors import Invalid
from intake.web.forms import typed

from .models import fetch_answers

answers_tab = Blueprint("answers_tab", __name__)

FIELD = "answer"
WRONG = {"reason": "Write why, in at most 1,000 characters."}


@answers_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the questions that were asked, by section, with their answers; changes since the last visit are marked.

    With `?all=` and a question's id, all changes of its answer are shown.
    """
    whole = request.args.get("all", "")
    form, seen_at = fetch_answers(desk.caller, matter_id, whole if whole.isprintable() else None), None
    if form and form.is_begun:
        record_read("intake_form.viewed", form, matter_id=matter_id)
        seen_at = AnswerView.record_look(form, desk.user.id)
    return matter_page(desk, matter_id, "matter_answers.html", form=form, seen_at=seen_at,
                       sections=_sections(desk, form, seen_at) if form else [])


@answers_tab.get("/answers.pdf")
@console_page("matters:read")
def pdf(desk, matter_id):
    """Download the answers as a PDF in the language of the page."""
    matter = Matter.fetch(desk.caller, matter_id)
    form = IntakeForm.of_matter(matter).first()
    if form is None or not form.is_begun:
        abort(404)
    record_read("intake_form.downloaded", form, matter_id=matter_id)
    return answers_response(desk.firm, matter, form, desk.language)


@answers_tab.get("/<question_id>")
@console_page(INTAKE)
def edit(desk, matter_id, question_id):
    """Show the answer in its field for correction."""
    form = _submitted(desk, matter_id)
    record_read("intake_form.viewed", form, matter_id=matter_id)
    return _correction(desk, matter_id, form, question_id, form.answers.get(question_id))


@answers_tab.post("/<question_id>")
@console_page(INTAKE)
def save(desk, matter_id, question_id):
    """Correct the answer, with a reason, unless somebody else did meanwhile; then show the present one."""
    form = _submitted(desk, matter_id)
    question = _question(form, question_id, desk.language)
    answer, reason = type_of(question).from_fields(FIELD, request.form, question), typed("reason", 1000).strip()
    if {f"{FIELD}.{ADD}", f"{FIELD}.{REMOVE}"} & request.form.keys():
        return _correction(desk, matter_id, form, question_id, answer, {}, reason, is_sent=True)
    wrong = {} if reason and len(reason) <= 1000 else {"reason": WRONG["reason"]}
    try:
        with db.atomic():
            fetch_to_save(Matter, desk.caller, matter_id)
            form = _submitted(desk, matter_id)
            if not wrong and not is_outdated(form.answers.get(question_id)):
                correct(desk.caller, matter_id, {question_id: answer}, reason)
                return return_to("answers_tab.show", matter_id, done="corrected", anchor=f"q.{question_id}")
    except Invalid:
        wrong["answer"] = problem_of(question, answer)
    return _correction(desk, matter_id, form, question_id, answer, wrong, reason, 422 if wrong else 409)


def _submitted(desk, matter_id):
    """Return the submitted form. Raises `NotFound` for any other."""
    form = IntakeForm.of_client(desk.caller, matter_id).first()
    if form is None or form.answers is None:
        abort(404)
    return form


def _question(form, question_id, language):
    found = next((each for each in form_in(language, form.questions) if each["id"] == question_id), None)
    return found or abort(404)


def _correction(desk, matter_id, form, question_id, answer, wrong=None, reason="", status=200, is_sent=False):
    question, current = _question(form, question_id, desk.language), form.answers.get(question_id)
    return matter_page(desk, matter_id, "matter_correction.html", status, question=question, wrong=wrong or {},
                       version=kept_version(wrong or is_sent, current),
                       now=_lines(question, current, desk.language) if status == 409 else None,
                       reason=reason, questions={}, doubts={}, type_of=type_of, autocomplete=lambda *_: None,
                       field_name=lambda id: FIELD + id.removeprefix(question_id),
                       typed=lambda question: shown_answer(question, {question_id: answer}),
                       is_extended=lambda _question: f"{FIELD}.{ADD}" in request.form)


def _sections(desk, form, seen_at):
    """Return (section's title, questions) pairs as the page shows them."""
    answers = form.current_answers
    asked = form_in(desk.language, shown(form.questions, answers))
    return [(title, [_shown(desk, form, question, answers, seen_at) for question in questions])
            for title, questions in groupby(asked, key=lambda question: question.get("section"))]


def _shown(desk, form, question, answers, seen_at):
    changes = [{"lines": _lines(question, change["before"], desk.language), "at": change["at"],
                "number": change["number"], "by": _name(desk, change), "reason": change["reason"]}
               for change in form.changed if change["question_id"] == question["id"]]
    return {"id": question["id"], "label": question["label"], "changes": changes,
            "lines": _lines(question, answers.get(question["id"]), desk.language),
            "more": changes[0]["number"] - len(changes) if changes else 0,
            "is_new": bool(seen_at and changes and changes[0]["at"] > seen_at)}


def _lines(question, answer, language):
    return [] if answer is None else type_of(question).format(answer, question, language)


def _name(desk, change):
    """Return the author of a change: the client, a person, whose name only some may see, or the firm."""
    if change["actor_type"] == CLIENT:
        return desk.translate("The client")
    if change["email"] and desk.may(COLLEAGUES):
        return name_in(change)
    return desk.translate("The firm")
