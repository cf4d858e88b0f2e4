"""`/api/v1/matters/:id/intake-form`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.audit.recording import record_read
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, raises, returns

from . import actions
from .models import IntakeForm
from .schemas import CorrectionIn, IntakeFormOut

intake_form = Blueprint("intake_form", __name__)


@intake_form.get("")
@requires("matters:read")
@returns(IntakeFormOut)
def show(caller, matter_id):
    """Read what the client of a matter is asked and has answered.

    `answers` are by question id: those handed in, or, while `submitted_at` is null, what was entered so far. `changes`
    are those of answers that were handed in, the latest first. A matter whose template has no form has no questions.
    """
    matter = Matter.fetch(caller, matter_id)
    form = IntakeForm.of_matter(matter).first()
    if form:
        record_read("intake_form.viewed", form, matter_id=matter.id)
        return form
    template = Template.applied_to(matter)
    return IntakeForm(matter_id=matter.id, client_id=matter.client_id, questions=template.form if template else [])


@intake_form.post("/corrections")
@requires("matters:write", permission="intake")
@accepts(CorrectionIn)
@returns(IntakeFormOut)
@raises(InvalidStatusTransition)
def correct(caller, matter_id, body):
    """Correct answers that the client has submitted, with the reason; null takes an answer away.

    What the client wrote stays in `changes`.
    """
    return actions.correct(caller, matter_id, **body)
