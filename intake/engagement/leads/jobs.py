"""The worker's jobs for leads. Every job is safe to run twice."""

from intake.accounts.firms.models import Firm
from intake.core.db import db
from intake.messaging.communications import delivery

from .models import Lead, LeadMessage
from .notices import notify
from .writing import deliver_to_lead


def send_lead_message(message_id):
    """Send a mail to a lead, unless it has been sent or the firm is being closed."""
    message = LeadMessage.for_job(message_id)
    if message and Firm.fetch(message.firm_id).leaving_since:
        delivery.mark_failed(message)
    elif message:
        deliver_to_lead(message)


def send_lead_message_failed(message_id):
    """Mark a mail as failed. Called after the last attempt to send it."""
    message = LeadMessage.for_job(message_id)
    if message:
        delivery.mark_failed(message)


def notify_lead_received(lead_id):
    """Add a new lead to the feed, and send a mail to the addresses that the firm has named."""
    lead = Lead.for_job(lead_id)
    if lead:
        with db.atomic():
            notify(lead, Firm.fetch(lead.firm_id))
