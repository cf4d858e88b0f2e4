"""The mail that tells a client that everything has arrived, with a list of it."""

from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import OPEN
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.messaging.communications.actions import queue_communication
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.states import EMAIL
from intake.portal.reminders.rules import channels_for

from .models import IntakeLink

_MAX_NAMED = 50
"""How many documents the mail names."""


def send_receipt(link):
    """Write to the client of a complete intake, once, if the firm sends automatic mails and they have an address."""
    with db.atomic():
        link = link.locked()
        matter, firm = Matter.fetch(link, link.matter_id), Firm.fetch(link.firm_id)
        client = matter.client
        if (link.receipt_at or link.revoked_at or not link.completed_at or matter.client_id != link.client_id
                or firm.is_stopped or EMAIL not in channels_for(firm, client, has_opted_out=False)):
            return
        link.change(receipt_at=now())
        language = client_language(client, firm)
        rendered = render_message("received", EMAIL, language, firm=firm, client=client,
                                  days=firm.settings_in_force["review_days"], **_received(matter, language))
        queue_communication(matter, client, EMAIL, rendered.message, rendered.subject, language=language,
                            task="send_receipt_mail")


def may_be_sent_now(communication):
    """Whether a receipt may be sent; it is withdrawn if something is asked for again, such as after a rejection."""
    link = IntakeLink.current(communication, communication.matter_id).first()
    if link is None or link.completed_at:
        return True
    communication.delete_unless_claimed()
    return False


def _received(matter, language):
    handed_in = DocumentRequest.asked_for(matter, matter.id).where(
        DocumentRequest.status.not_in(OPEN), DocumentRequest.waived_reason.is_null(),
    ).order_by(*DocumentRequest.in_order())
    names = [document.texts_in(language)["name"] for document in handed_in]
    submitted = IntakeForm.of(matter).where(IntakeForm.matter_id == matter.id, IntakeForm.submitted_at.is_null(False))
    return {"documents": names[:_MAX_NAMED], "more": len(names[_MAX_NAMED:]), "form": submitted.exists()}
