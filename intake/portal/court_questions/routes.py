"""`/api/v1/matters/:id/court-forms/fills/:id/ask`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.permissions.roles import INTAKE
from intake.cases.court_forms.errors import NothingToAsk
from intake.core.errors import InvalidStatusTransition
from intake.core.http import raises, returns

from . import actions
from .schemas import Asked

court_questions = Blueprint("court_questions", __name__)


@court_questions.post("/<fill_id>/ask")
@requires("matters:write", permission=INTAKE)
@returns(Asked)
@raises(NothingToAsk, InvalidStatusTransition)
def ask(caller, matter_id, fill_id):
    """Ask the client for the missing values of a court form: their intake link shows exactly these questions."""
    return actions.ask(caller, matter_id, fill_id)
