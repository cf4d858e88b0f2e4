"""`/leads/<id>/ask`: create the link to the second part of the lead form, and mail it where that is safe."""

from flask import Blueprint

from intake.console.frame.console_page import console_page, go_to
from intake.engagement.leads.models import Lead
from intake.messaging.communications.errors import SendFailed
from intake.portal.lead_forms.actions import ask_for_facts
from intake.portal.lead_forms.errors import LeadNotCleared

asking = Blueprint("asking", __name__)


@asking.post("")
@console_page("matters:write", once=True)
def create(desk, lead_id):
    """Mail the link, and show it on this page only, so that it can also be passed on in another way."""
    is_sent = True
    try:
        try:
            link = ask_for_facts(desk.caller, lead_id)
        except SendFailed:
            link, is_sent = ask_for_facts(desk.caller, lead_id, send=False), False
    except LeadNotCleared:
        return go_to("leads_pages.show", lead_id=lead_id, failed="meanwhile")
    return desk.page("lead_asked.html", lead=Lead.fetch(desk.caller, lead_id), link=link, is_sent=is_sent)
