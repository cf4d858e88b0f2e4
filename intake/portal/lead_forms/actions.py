"""The actions on the lead form, and the link with which the firm asks for the rest (docs/lead-forms.md)."""

import json
from contextlib import suppress

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.throttling import Attempt, TooManyAttempts
from intake.core.clock import now
from intake.core.db import db
from intake.core.text_search import folded
from intake.engagement.leads.actions import note_answer, receive, update
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import CLEARED, OFFERED
from intake.engagement.leads.writing import language_of, write_to_lead
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.message_texts import render_message
from intake.messaging.communications.safety import may_identify
from intake.messaging.communications.states import EMAIL
from intake.web.formatting import format_date

from .errors import AlreadyReceived, AlreadySent, FirmBusy, LeadNotCleared, MessageTooLong
from .facts_links import FactsLink
from .scoring import spam_of
from .states import MESSAGE_LENGTH, OF_A_FIRM, ONCE, RECEIPT, REPEATS_WITHIN


def send_lead(firm, values, proof, honeypot, forms_of_address):
    """Record the form's content as a lead, and have its arrival confirmed by mail where that is safe.

    Raises `AlreadyReceived` if the same was sent from the form before, `AlreadySent` if something else was, `FirmBusy`.
    """
    with db.atomic():
        _count(OF_A_FIRM, firm.id, FirmBusy)
        _count(ONCE, f"{proof.id} {json.dumps(values, sort_keys=True, default=str)}", AlreadyReceived)
        _count(ONCE, proof.id, AlreadySent)
        lead = receive(firm, **values, **spam_of(values, proof, honeypot, _repeats(firm, values), forms_of_address))
        if not lead.quarantined and lead.email and may_identify(lead) and _may_be_mailed(lead):
            with suppress(SendFailed):
                _write(lead, firm, "lead_receipt", automatic=True)
    return lead


def ask_for_facts(scope, lead_id, send=True):
    """Return the `FactsLink` through which the person of a cleared lead tells the rest, and send it by mail if wanted.

    Raises `NotFound`, `LeadNotCleared`, `SendFailed`.
    """
    with db.atomic():
        lead = Lead.fetch_locked(scope, lead_id)
        if not takes_facts(lead):
            raise LeadNotCleared
        firm = Firm.fetch(lead.firm_id)
        link = FactsLink.new(firm.slug, lead.id)
        record_act("lead.facts_asked_for", lead, sent=send)
        if send:
            _write(lead, firm, "lead_facts", link=link.url,
                   day=format_date(link.last_day, language_of(lead, firm)))
            note_answer(lead)
    return link


def takes_facts(lead):
    """Whether the person may tell what happened: the firm has found no conflict, and has not decided yet."""
    return lead.status in (CLEARED, OFFERED) and not lead.quarantined


def add_facts(firm, lead_id, text):
    """Add the person's text to the lead's message; adding the same again changes nothing.

    Raises `LeadNotCleared`, `MessageTooLong`.
    """
    with db.atomic():
        lead = Lead.fetch_locked(firm, lead_id)
        if not takes_facts(lead):
            raise LeadNotCleared
        before = lead.message or ""
        if f"\n\n{text}\n\n" not in f"\n\n{before}\n\n":
            message = f"{before}\n\n{text}".strip()
            if len(message) > MESSAGE_LENGTH:
                raise MessageTooLong
            update(firm, lead.id, message=message)


def _write(lead, firm, text, automatic=False, **values):
    """Queue the mail with this text. It contains nothing that was typed, because the address may be anybody's."""
    words = render_message(text, EMAIL, language_of(lead, firm), firm=firm, **values)
    write_to_lead(lead, words.subject, words.message, automatic)


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
    """Return how many leads of the last day have the same contact details."""
    same = []
    if values.get("email"):
        same.append(Lead.email_key == folded(values["email"]))
    if values.get("phone"):
        same.append(Lead.phone == values["phone"])
    matching = same[0] | same[1] if len(same) == 2 else same[0]
    return Lead.of(firm).where(matching, Lead.created_at > now() - REPEATS_WITHIN).count()
