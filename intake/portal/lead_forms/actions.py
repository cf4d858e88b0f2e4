"""What people do on the lead form, and the link by which the firm asks for the rest (docs/lead-forms.md)."""

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.throttling import Attempt, TooManyAttempts
from intake.core.clock import now
from intake.core.db import db
from intake.core.text_search import folded
from intake.engagement.leads.actions import note_answer, receive, update
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import CLEARED, OFFERED
from intake.engine.tasks.actions import plan
from intake.messaging.communications.safety import allows, may_identify
from intake.messaging.communications.states import EMAIL

from .errors import AlreadySent, FirmBusy, LeadNotCleared, LeadNotReachable, MessageTooLong
from .facts_links import FactsLink
from .scoring import spam_of
from .states import MESSAGE_LENGTH, OF_A_FIRM, ONCE, RECEIPT, REPEATS_WITHIN


def send_lead(firm, values, proof, trap, forms_of_address):
    """Record what somebody wrote on the form as a lead, and have its arrival confirmed by mail where that is safe.

    Raises `AlreadySent` if the form's challenge was used before, `FirmBusy`.
    """
    with db.atomic():
        _count(OF_A_FIRM, firm.id, FirmBusy)
        _count(ONCE, proof.id, AlreadySent)
        lead = receive(firm, **values, **spam_of(values, proof, trap, _repeats(firm, values), forms_of_address))
        if not lead.quarantined and lead.email and allows(lead, EMAIL) and may_identify(lead) and _may_be_mailed(lead):
            plan(firm.id, "send_lead_receipt", lead.id)
    return lead


def ask_for_facts(scope, lead_id, send=True):
    """Return the `FactsLink` by which the person tells the rest, and send it by mail if wanted.

    Raises `NotFound`, `LeadNotCleared`, `LeadNotReachable`.
    """
    with db.atomic():
        lead = Lead.fetch_locked(scope, lead_id)
        if not takes_facts(lead):
            raise LeadNotCleared
        if send and not (lead.email and allows(lead, EMAIL)):
            raise LeadNotReachable
        link = FactsLink.new(Firm.fetch(lead.firm_id).slug, lead.id)
        record_act("lead.facts_asked_for", lead, sent=send)
        if send:
            note_answer(lead)
            plan(lead.firm_id, "send_facts_link", lead.id)
    return link


def takes_facts(lead):
    """Whether the person may tell what happened: the firm has found no conflict, and has not decided yet."""
    return lead.status in (CLEARED, OFFERED) and not lead.quarantined


def tell_facts(firm, lead_id, text):
    """Add what the person wrote to the lead's message; the same once more changes nothing.

    Raises `LeadNotCleared`, `MessageTooLong`.
    """
    with db.atomic():
        lead = Lead.fetch_locked(firm, lead_id)
        if not takes_facts(lead):
            raise LeadNotCleared
        before = lead.message or ""
        if text not in before:
            message = f"{before}\n\n{text}".strip()
            if len(message) > MESSAGE_LENGTH:
                raise MessageTooLong
            update(firm, lead.id, message=message)


def _count(throttle, subject, error):
    try:
        Attempt(throttle.key(subject))
    except TooManyAttempts as often:
        raise error(often.seconds) from None


def _may_be_mailed(lead):
    try:
        Attempt(RECEIPT.key(folded(lead.email)))
    except TooManyAttempts:
        return False
    return True


def _repeats(firm, values):
    """Return how many leads of the last day have the same way to be reached."""
    same = []
    if values.get("email"):
        same.append(Lead.email_key == folded(values["email"]))
    if values.get("phone"):
        same.append(Lead.phone == values["phone"])
    matching = same[0] | same[1] if len(same) == 2 else same[0]
    return Lead.of(firm).where(matching, Lead.created_at > now() - REPEATS_WITHIN).count()
