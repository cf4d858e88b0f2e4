"""Mails to leads in the firm's name, as far as their contact preferences allow them."""

from functools import partial

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.core.plain_text import one_line
from intake.engine.tasks.actions import plan
from intake.messaging.communications import delivery
from intake.messaging.communications.carriers import SECONDS_IN_WORKER, send_to_client
from intake.messaging.communications.channels import require_channel
from intake.messaging.communications.client_delivery import obstacle_to
from intake.messaging.communications.message_texts import render_message
from intake.messaging.communications.quiet_hours import postponed_until
from intake.messaging.communications.safety import allows, sender_name
from intake.messaging.communications.states import EMAIL, FAILED, NO_ADDRESS, NO_SAFE_CHANNEL, QUEUED

from .models import Lead, LeadMessage


def language_of(lead, firm):
    """Return the language in which the firm writes to the lead."""
    return lead.language if lead.language in LANGUAGES else firm.settings_in_force["language"]


def write_to_lead(lead, subject, message, automatic=False):
    """Queue a mail to the lead and return it. Call it inside a transaction.

    Raises `SendFailed` if the lead has no address, does not want mail, or this installation sends
    none.
    """
    require_channel(lead, EMAIL)
    firm = Firm.fetch(lead.firm_id)
    queued = LeadMessage.create(
        firm_id=lead.firm_id, lead_id=lead.id, channel=EMAIL, to=lead.email, subject=one_line(subject), message=message,
        language=language_of(lead, firm), status=QUEUED, automatic=automatic)
    plan(lead.firm_id, "send_lead_message", queued.id, due_at=postponed_until(firm, lead))
    record_act("lead.written_to", lead)
    return queued


def deliver_to_lead(message):
    """Send the mail, unless it was sent, to the lead's present address, as their present preferences allow.

    A mail that they no longer allow fails, as does one of a suspended firm or that an outage has delayed for days;
    outside their hours it is planned for when they begin. Raises `Unavailable`, `DeliveryInProgress` if it has to be
    called again.
    """
    firm, lead = Firm.fetch(message.firm_id), Lead.fetch(message, message.lead_id)
    if message.status == QUEUED:
        error = obstacle_to(message, firm) or _mail_obstacle(lead)
        changes = {"status": FAILED, "error": error} if error else {"to": lead.email}
        message.change(LeadMessage.status == QUEUED, LeadMessage.sending_since.is_null(), **changes)
        if error:
            return
        if opening := postponed_until(firm, lead):
            with db.atomic():
                plan(message.firm_id, "send_lead_message", message.id, due_at=opening)
            return
    delivery.deliver(message, partial(send_to_client, firm, lead, SECONDS_IN_WORKER))


def _mail_obstacle(lead):
    if not lead.email:
        return NO_ADDRESS
    return None if allows(lead, EMAIL) else NO_SAFE_CHANNEL


def letter_of_decline(lead, firm, language):
    """Return the suggested letter with which the firm declines, as a `RenderedMessage` in this language.

    It names the firm only if messages to the person may do so.
    """
    return render_message("draft_decline", EMAIL, language, firm_name=sender_name(firm, lead), lead=lead)
