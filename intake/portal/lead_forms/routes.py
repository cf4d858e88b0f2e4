"""`/api/v1/leads/:id/facts-link` (docs/lead-forms.md)."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import accepts, raises, returns
from intake.messaging.communications.errors import SendFailed

from .actions import ask_for_facts
from .errors import LeadNotCleared
from .schemas import FactsLinkIn, FactsLinkOut

lead_facts = Blueprint("lead_facts", __name__)


@lead_facts.post("")
@requires("matters:write")
@accepts(FactsLinkIn)
@returns(FactsLinkOut, status=201)
@raises(LeadNotCleared, SendFailed)
def create(caller, lead_id, body):
    """Ask a cleared lead what happened: make the link to the second part of the lead form, and e-mail it."""
    link = ask_for_facts(caller, lead_id, **body)
    return {"url": link.url, "last_day": link.last_day, "sent": body["send"]}
