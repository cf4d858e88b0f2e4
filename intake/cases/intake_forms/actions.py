"""Everything that can happen to an intake form (docs/behaviour.md, "Intake links and the portal")."""

from intake.accounts.audit.recording import record_act
from intake.cases.clients.models import Client
from intake.cases.templates.answers import check_answers
from intake.cases.templates.models import Template
from intake.core.clock import now
from intake.core.db import db

from .merging import changed
from .models import IntakeForm


def ensure_form(matter):
    """Return the form of the matter's client, None if there is none; create or update it from the matter's template.

    Once the client has begun to answer, the questions stay as they were then.
    """
    form = IntakeForm.of_matter(matter).first()
    if form is None or not form.is_begun:
        template = Template.applied_to(matter)
        questions = template.form if template else []
        if questions != (form.questions if form else []):
            IntakeForm.save_questions(matter, template and template.id, questions)
            form = IntakeForm.of_matter(matter).first()
    return form if form and form.questions else None


def save(form, typed, marks):
    """Save what was changed on a page; see `merging`. Returns the form as it is now.

    `typed` has the page's answers by question id, `marks` those of the answers it was made with.
    """
    with db.atomic():
        form = IntakeForm.fetch_locked(form, form.id)
        changes = changed(typed, marks, form.draft)
        if changes:
            form.change(draft=form.draft | changes, saved_at=now())
    return form


def submit(form):
    """Submit the answers if all of them are valid. Returns the problems by question id. Call it inside a transaction.

    Corrected answers may be submitted again.
    """
    form = IntakeForm.fetch_locked(form, form.id)
    typed = form.typed_by(Client.fetch(form, form.client_id))
    clean, problems = check_answers(form.questions, typed)
    if not problems:
        form.change(draft=typed, answers=clean, submitted_at=now())
        record_act("intake_form.submitted", form, matter_id=form.matter_id)
    return problems
