"""`/api/v1/leads`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.users.errors import NotAColleague
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.messaging.communications.errors import SendFailed

from . import actions
from .errors import LeadQuarantined
from .models import Lead
from .retention import retention_column
from .schemas import LeadIn, LeadOut, LeadPatch, LeadQuery, LeadShown

leads = Blueprint("leads", __name__)


@leads.get("")
@requires("matters:read")
@queries(LeadQuery)
@returns_page(LeadOut)
def index(caller, query):
    """List leads, without those in quarantine unless they are asked for."""
    return Lead.listed(caller, query)


@leads.post("")
@requires("matters:write")
@accepts(LeadIn)
@returns(LeadOut, status=201)
@raises(NotAColleague)
def create(caller, body):
    """Enter a lead, such as somebody who called."""
    return actions.receive(caller, **body)


@leads.get("/<lead_id>")
@requires("matters:read")
@returns(LeadShown)
def show(caller, lead_id):
    """Retrieve a lead."""
    return Lead.fetch(caller, lead_id, retention_column(Lead))


@leads.patch("/<lead_id>")
@requires("matters:write")
@accepts(LeadPatch)
@returns(LeadOut)
@raises(InvalidStatusTransition, LeadQuarantined, NotAColleague, SendFailed)
def update(caller, lead_id, body):
    """Change a lead; only the fields sent change.

    `status` moves it, `quarantined` false releases it, `answered` marks that the firm wrote to the person or called, a
    `letter` is e-mailed.
    """
    return actions.update(caller, lead_id, **body)
