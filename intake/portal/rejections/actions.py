"""Telling a client which documents came back (docs/behaviour.md, "Rejections").

A rejection opens the matter's intake link again, lets the reminders begin again, and begins a notice, unless one is
pending. When the notice is due it is settled and, in the same transaction, becomes a message for each channel that
reaches the client; so a crash sends it neither twice nor never. What came back is looked up then, and once more right
before a message leaves.
"""

from datetime import timedelta

from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import REJECTED
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import Postponed, plan
from intake.messaging.communications import actions
from intake.messaging.communications.message_texts import client_language
from intake.messaging.communications.models import SmsOptOut
from intake.messaging.communications.quiet_hours import quiet_until
from intake.portal.links.completion import reopen
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.actions import restart_reminders
from intake.portal.reminders.rules import channels_for

from .models import RejectionNotice, returned_documents
from .rendering import render_notice

GATHERED_FOR = timedelta(minutes=5)
"""How long further rejections join a notice."""


def return_document(upload):
    """Let the client hand in the document of a rejected upload again, and plan the notice. Safe to call twice.

    If the client has no link, or another file has replaced this one, nothing changes.
    """
    with db.atomic():
        document = DocumentRequest.fetch(upload, upload.document_id)
        matter = Matter.fetch_locked(document, document.matter_id)
        link = IntakeLink.current(matter, matter.id).first()
        if (link is None or matter.client_id != link.client_id or matter.status != ACTIVE
                or document.status != REJECTED or RejectionNotice.covers(matter, upload.reviewed_at)):
            return
        link = reopen(link)
        restart_reminders(link, now())
        notice = RejectionNotice.insert_pending(matter)
        if notice:
            plan(matter.firm_id, "tell_of_rejections", notice.id, due_at=now() + GATHERED_FOR)


def settle(notice, moment):
    """Settle a notice: record its messages, or put it off until morning at night."""
    with db.atomic():
        firm, matter = Firm.fetch(notice.firm_id), Matter.fetch_locked(notice, notice.matter_id)
        if morning := quiet_until(firm, matter.client, moment):
            plan(firm.id, "tell_of_rejections", notice.id, due_at=morning)
            return
        if not notice.change(RejectionNotice.settled_at.is_null(), settled_at=now()):
            return
        documents = returned_documents(matter)
        language = client_language(matter.client, firm)
        for channel in _channels(firm, matter) if documents else ():
            rendered = render_notice(firm, matter, documents, channel, language)
            actions.queue_communication(matter, matter.client, channel, rendered.message, rendered.subject,
                                        task="send_rejections", language=language)


def may_be_sent_now(communication, moment):
    """Whether a message about rejections may be sent; its text is then current. One that is no longer wanted is
    withdrawn. Raises `Postponed` at night.
    """
    firm, matter = Firm.fetch(communication.firm_id), Matter.fetch(communication, communication.matter_id)
    documents = returned_documents(matter)
    if (not documents or communication.link_public_part != matter.link_public_part
            or communication.channel not in _channels(firm, matter)):
        communication.delete_unless_claimed()
        return False
    if morning := quiet_until(firm, matter.client, moment):
        raise Postponed(morning)
    rendered = render_notice(firm, matter, documents, communication.channel, communication.language)
    actions.reword(communication, rendered.message, rendered.subject)
    return True


def _channels(firm, matter):
    """Return the channels by which the client is notified, none if the matter has no working link."""
    if matter.client is None or firm.is_stopped or matter.status != ACTIVE or not matter.link_public_part:
        return []
    return channels_for(firm, matter.client, SmsOptOut.has(matter.client.phone))
