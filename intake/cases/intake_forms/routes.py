"""`/api/v1/matters/:id/intake-form`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.audit.recording import record_read
from intake.accounts.firms.models import Firm
from intake.cases.holds.errors import OnHold
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.core.content_types import PDF
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_file

from . import actions
from .answers_pdf import answers_response
from .models import IntakeForm
from .schemas import AnswersPdfQuery, CorrectionIn, IntakeFormOut

intake_form = Blueprint("intake_form", __name__)


@intake_form.get("")
@requires("matters:read")
@returns(IntakeFormOut)
def show(caller, matter_id):
    """Retrieve the questions to the client of a matter, with the answers.

    `answers` has the submitted answers by question id, or, while `submitted_at` is null, those entered so far.
    `changes` lists changes of answers that were handed in, the latest first. A matter whose template has no form has no
    questions.
    """
    return _read_form(Matter.fetch(caller, matter_id), "intake_form.viewed")


@intake_form.get("/pdf")
@requires("matters:read")
@queries(AnswersPdfQuery)
@returns_file(PDF)
def pdf(caller, matter_id, query):
    """Download the client's answers as a PDF, by section, as on the firm's page."""
    matter = Matter.fetch(caller, matter_id)
    form = _read_form(matter, "intake_form.downloaded")
    return answers_response(Firm.fetch(caller.firm_id), matter, form, query["language"])


def _read_form(matter, action):
    form = IntakeForm.of_matter(matter).first()
    if form:
        record_read(action, form, matter_id=matter.id)
        return form
    template = Template.applied_to(matter)
    return IntakeForm(matter_id=matter.id, client_id=matter.client_id, questions=template.form if template else [])


@intake_form.post("/corrections")
@requires("matters:write", permission="intake")
@accepts(CorrectionIn)
@returns(IntakeFormOut)
@raises(InvalidStatusTransition, OnHold)
def correct(caller, matter_id, body):
    """Correct answers that the client has submitted, with the reason; null removes an answer.

    The client's own answer stays in `changes`.
    """
    return actions.correct(caller, matter_id, **body)
