"""The mails to people who wrote on a lead form. They hold nothing of what was typed: it may be anybody's address."""

from contextlib import suppress

from intake.accounts.firms.models import Firm
from intake.core.languages import ENGLISH
from intake.engagement.leads.models import Lead
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused, Uncertain
from intake.messaging.communications.carriers import SECONDS_IN_WORKER
from intake.messaging.communications.message_texts import email_layout, render_message, render_text
from intake.messaging.communications.safety import allows, may_identify, sender_name, signature_of
from intake.messaging.communications.states import EMAIL
from intake.web.formatting import format_date

from .actions import takes_facts
from .facts_links import FactsLink


def send_lead_receipt(lead_id):
    """Tell the person that their message has arrived. Raises `Unavailable`."""
    lead = Lead.for_job(lead_id)
    if lead and not lead.quarantined:
        _send(lead, "lead_received", lead.id)


def send_facts_link(lead_id):
    """Send the person the link to the second part of the form, while that is open. Raises `Unavailable`."""
    lead = Lead.for_job(lead_id)
    if lead and takes_facts(lead):
        link = FactsLink.new(Firm.fetch(lead.firm_id).slug, lead.id)
        day = format_date(link.last_day, lead.language or ENGLISH)
        _send(lead, "lead_facts", f"{lead.id}.facts.{link.last_day}", link=link.url, day=day)


def _send(lead, text, key, **values):
    """Send the mail with this text, if that is safe. One that is refused for good or in doubt is not repeated."""
    firm = Firm.fetch(lead.firm_id)
    if firm.suspended_at or not lead.email or not allows(lead, EMAIL):
        return
    language, is_named = lead.language or firm.settings_in_force["language"], may_identify(lead)
    name, words = sender_name(firm, lead), render_message(text, EMAIL, language, firm=firm, **values)
    layout = email_layout(firm, language, "footer_client" if is_named else "footer_neutral",
                          None if is_named else name, signature=signature_of(firm, lead))
    subject = words.subject if is_named else render_text("neutral", language)
    with suppress(Refused, Uncertain):
        mail.send(lead.email, subject, layout.text(words.message), layout.html(words.message), key=key,
                  name=name or None, reply_to=firm.email if is_named else None, automatic=True,
                  timeout=SECONDS_IN_WORKER)
