"""Everything that can happen to an intake form (docs/behaviour.md, "Intake links and the portal")."""

from intake.accounts.audit.recording import record_act
from intake.cases.clients.models import Client
from intake.cases.holds.checks import refuse_for_matter
from intake.cases.holds.models import block_new_holds
from intake.cases.matters.models import Matter
from intake.cases.templates.answers import check_answers, explain
from intake.cases.templates.models import Template
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.languages import ENGLISH
from intake.core.translations import translations_of

from .merging import changed, is_late, with_latest
from .models import AnswerChange, IntakeForm
from .safe_contact import apply_safe_contact

ASKED = "asked"
"""Marks a question in one client's form that their template does not have."""

FURTHER = {"en": "What is still missing", "es": "Lo que falta todavía"}
"""The section of such questions."""


def ensure_form(matter):
    """Return the form of the matter's client, None if there is none; create or update it from the matter's template.

    Once the client has begun to answer, the questions stay as they were then.
    """
    form = IntakeForm.of_matter(matter).first()
    if form is None or not form.is_begun:
        template = Template.applied_to(matter)
        questions = _with_asked(template.form if template else [], form)
        if questions != (form.questions if form else []):
            IntakeForm.save_questions(matter, template and template.id, questions)
            form = IntakeForm.of_matter(matter).first()
    return form if form and form.questions else None


def ask_further(matter, questions):
    """Ask the client these questions, too: they have to answer them, and to submit the form again.

    Questions that the form already has are not added again. Call it in a transaction, with the matter locked.
    """
    form = ensure_form(matter)
    if form is None:
        IntakeForm.save_questions(matter, None, [])
    form = IntakeForm.of_matter(matter).for_update().get()
    wanted = {question["id"] for question in questions}
    kept = [question for question in form.questions if question["id"] not in wanted]
    form.change(questions=_in_order(kept, list(map(_further, questions))), submitted_at=None)
    record_act("intake_form.extended", form, matter_id=matter.id, questions=sorted(wanted))


def _further(question):
    """Return the question as it is asked in addition: required, always shown, in the section of further questions."""
    texts = translations_of(question)
    sections = {language: section for language, section in FURTHER.items() if language != ENGLISH}
    return question | {
        "required": True, "shown_if": None, "section": FURTHER[ENGLISH], ASKED: True,
        "translations": {language: texts.get(language, {}) | {"section": section}
                         for language, section in sections.items()}}


def _with_asked(questions, form):
    """Return the questions of a template and those that were added to them."""
    asked = [question for question in form.questions if question.get(ASKED)] if form else []
    ids = {question["id"] for question in asked}
    return _in_order([question for question in questions if question["id"] not in ids], asked)


def _in_order(others, asked):
    """Return the questions that were added, and then those that depend on one of them."""
    leaders, before, after = {question["id"] for question in asked}, [], []
    for question in others:
        if (question.get("shown_if") or {}).get("question") in leaders:
            leaders.add(question["id"])
            after.append(question)
        else:
            before.append(question)
    return [*before, *asked, *after]


def form_as_asked(matter):
    """Return what `ensure_form` would, but create and update nothing."""
    form = IntakeForm.of_matter(matter).first()
    if form is None or not form.is_begun:
        template = Template.applied_to(matter)
        form = IntakeForm(firm_id=matter.firm_id, matter_id=matter.id, client_id=matter.client_id, draft={},
                          questions=_with_asked(template.form if template else [], form))
    return form if form.questions else None


def save(form, typed, marks, page_save=None):
    """Save the changes of a page, unless it has saved later ones; see `merging`. Returns the form as it is now.

    `typed` has the page's answers by question id, `marks` those of the answers it was made with, and `page_save` is
    `(page, number)` if its script saves.
    """
    with db.atomic():
        form = IntakeForm.fetch_locked(form, form.id)
        if page_save and is_late(page_save, form.page_saves):
            return form
        changes = changed(typed, marks, form.draft)
        values = {"draft": form.draft | changes, "saved_at": now()} if changes else {}
        if page_save:
            values["page_saves"] = with_latest(page_save, form.page_saves)
        if values:
            form.change(**values)
    return form


def submit(form):
    """Submit the answers if all of them are valid. Returns the problems by question id.

    Corrected answers may be submitted again. Raises `OnHold` if that changes some of those that were submitted before.
    Call it inside a transaction that began with `block_new_holds`.
    """
    form = IntakeForm.fetch_locked(form, form.id)
    typed = form.typed_by(Client.fetch(form, form.client_id))
    clean, problems = check_answers(form.questions, typed)
    if not problems:
        if form.answers is not None:
            _keep_answers(form, clean)
            AnswerChange.record(form, form.answers, clean)
        apply_safe_contact(form, form.answers, clean)
        form.change(draft=typed, answers=clean, submitted_at=now())
        record_act("intake_form.submitted", form, matter_id=form.matter_id)
    return problems


def correct(scope, matter_id, answers, reason):
    """Correct submitted answers, given by question id, and return the form; null removes an answer.

    The previous answers stay in the history. Raises `NotFound`, `InvalidStatusTransition` before the client has
    submitted them, `Invalid` for an unknown question or an answer that its question does not take, `OnHold`.
    """
    with db.atomic():
        block_new_holds(scope)
        matter = Matter.fetch_locked(scope, matter_id)  # before its form, as those do who ask for more
        form = IntakeForm.of_matter(matter).for_update().first()
        if form is None or form.answers is None:
            raise InvalidStatusTransition("Only answers that the client has submitted can be corrected.")
        before = form.answers
        clean, problems = check_answers(form.questions, before | answers, partial=True)
        unknown = answers.keys() - {question["id"] for question in form.questions}
        problems |= dict.fromkeys(unknown, "There is no such question.")
        if wrong := {id: problem for id, problem in problems.items() if id in answers}:
            raise Invalid({"answers": explain(form.questions, answers, wrong)})
        _keep_answers(form, clean)
        apply_safe_contact(form, before, clean)
        if changed := AnswerChange.record(form, before, clean, reason):
            form.change(answers=clean, draft=form.draft | answers)
            record_act("intake_form.corrected", form, matter_id=matter.id, questions=changed)
    return form


def _keep_answers(form, clean):
    """Raise `OnHold` if an answer that was submitted would become another one and the matter is held."""
    if any(clean.get(id) != answer for id, answer in form.answers.items()):
        refuse_for_matter(form, form.matter_id)
