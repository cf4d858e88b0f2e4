"""The events of intake links (docs/behaviour.md, "Events and webhooks")."""

from intake.accounts.audit.recording import record_act
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engine.events.actions import record_event

from .schemas import IntakeEvent

LINK_SENT, COMPLETED, LINK_EXPIRED = "intake.link.sent", "intake.completed", "intake.link.expired"
_ACTIONS = {LINK_SENT: "intake_link.sent", COMPLETED: "intake_link.completed", LINK_EXPIRED: "intake_link.expired"}


def record_intake_event(type, link):
    """Record an event about the link, its matter and its client. Call it inside a transaction."""
    about = {"matter": Matter.fetch(link, link.matter_id), "client": Client.fetch(link, link.client_id), "link": link}
    record_act(_ACTIONS[type], link, matter_id=link.matter_id)
    record_event(type, link.firm_id, IntakeEvent().dump(about))
