"""Everything that can happen to an intake form (decisions.md 7)."""

from intake.cases.templates.answers import check_answers
from intake.cases.templates.models import Template
from intake.core.clock import now
from intake.core.db import db

from .merging import changed
from .models import IntakeForm


def ensure_form(matter):
    """The matter's client has the form of the template that the matter follows, as it is now. Gives it, None if there
    is none.

    Once they have begun to answer, what they are asked stays as it was then.
    """
    form = IntakeForm.of_matter(matter).first()
    if form is None or not form.is_begun:
        template = Template.applied_to(matter)
        questions = template.form if template else []
        if questions != (form.questions if form else []):
            IntakeForm.put_down(matter, template and template.id, questions)
            form = IntakeForm.of_matter(matter).first()
    return form if form and form.questions else None


def save(form, given, marks):
    """What was changed on a page is kept; see `merging`. Gives the form as it is now.

    `given` has what the page says by question id, `marks` those of what stood there when it was made.
    """
    with db.atomic():
        form = IntakeForm.fetch_locked(form, form.id)
        changes = changed(given, marks)
        if changes:
            form.change(draft=form.draft | changes, saved_at=now())
    return form


def submit(form):
    """The answers count, if all of them will do. Gives what is wrong, by question id. Belongs into a transaction.

    They may be handed in again, corrected.
    """
    form = IntakeForm.fetch_locked(form, form.id)
    clean, problems = check_answers(form.questions, form.draft)
    if not problems:
        form.change(answers=clean, submitted_at=now())
    return problems
