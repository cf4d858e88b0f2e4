"""What happens to intake links, as events tell it (decisions.md 8)."""

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engine.events.actions import record_event

from .schemas import Occasion

LINK_SENT, COMPLETED, LINK_EXPIRED = "intake.link.sent", "intake.completed", "intake.link.expired"


def announce(type, link):
    """The event about the link, its matter and its client is recorded. Belongs into a transaction."""
    about = {"matter": Matter.fetch(link, link.matter_id), "client": Client.fetch(link, link.client_id), "link": link}
    record_event(type, link.firm_id, Occasion().dump(about))
