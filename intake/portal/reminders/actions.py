"""Reminding clients of what they have still to hand in (docs/behaviour.md, "Reminders").

Reminders are rows that are inserted when the intake link is sent, and again when a document is rejected. One that is
due is settled and, in the same transaction, becomes a message for each channel that the firm has switched on and that
reaches the client; so a crash sends it neither twice nor never. Whether it is still wanted is checked then, and again
right before a message leaves.
"""

from datetime import timedelta

from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest, open_documents
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import Postponed
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications import actions
from intake.messaging.communications.message_texts import client_language, last_day, render_message
from intake.messaging.communications.models import SmsOptOut
from intake.messaging.communications.quiet_hours import quiet_until
from intake.messaging.communications.safety import label_of

from .dates import days_of, has_stopped
from .models import Reminder
from .rules import channels_for, obstacle

_MAX_NAMED = 20
"""How many documents a reminder names."""


def plan_reminders(matter, link_id, sent_at, expires_at):
    """Insert the reminders after the link was sent, by the template's rules or the firm's, that fall before it expires.

    Reminders of an earlier link are settled; a second call changes nothing. Call it inside a transaction.
    """
    Reminder.settle_open(matter, matter.id, Reminder.link_id != link_id)
    rows = _rows(matter, link_id, sent_at, sent_at, expires_at)
    if rows:
        Reminder.insert_missing(rows)


def restart_reminders(link, moment):
    """Remind the client after the usual numbers of days, counted from this time, as if the link were sent then.

    Pending reminders are settled. Call it inside a transaction.
    """
    Reminder.settle_open(link, link.matter_id)
    matter = Matter.fetch(link, link.matter_id)
    rows = _rows(matter, link.id, link.sent_at or link.created_at, moment, link.expires_at)
    if rows:
        Reminder.insert_or_reopen(rows)


def remind(moment):
    """Settle every reminder that is due: record its messages, or put it off until morning at night."""
    for_each_isolated(Reminder.due(moment), lambda id: _remind(id, moment), "reminder failed")


def may_be_sent_now(communication, moment):
    """Whether a reminder's message may be sent; one that is no longer wanted is withdrawn. Raises `Postponed`."""
    firm, reminder = Firm.fetch(communication.firm_id), Reminder.fetch(communication, communication.reminder_id)
    matter = Matter.fetch(reminder, reminder.matter_id)
    channels = _channels(firm, matter, reminder, moment)
    if communication.channel not in channels or communication.link_public_part != matter.link_public_part:
        communication.delete_unless_claimed()
        return False
    if morning := quiet_until(firm, matter.client, moment):
        raise Postponed(morning)
    return True


def _rows(matter, link_id, sent_at, begin, expires_at):
    """Return the rows of the reminders that are due after `begin` and before the link expires."""
    wanted = days_of(Firm.fetch(matter.firm_id), Template.applied_to(matter))
    due = (begin + timedelta(days=days) for days in wanted)
    return [Reminder(firm_id=matter.firm_id, matter_id=matter.id, link_id=link_id, days=(moment - sent_at).days,
                     due_at=moment, expires_at=expires_at, created_at=now()).__data__
            for moment in due if moment < expires_at]


def _remind(id, moment):
    with db.atomic():
        reminder = Reminder.for_job(id)
        if reminder is None:
            return
        firm, matter = Firm.fetch(reminder.firm_id), Matter.fetch_locked(reminder, reminder.matter_id)
        if Reminder.fetch(reminder, id).settled_at:  # by another worker, while this one waited for the matter
            return
        if morning := quiet_until(firm, matter.client, moment):
            if not reminder.is_asked_for:  # that one is recognised by being due at once, and stays due
                reminder.change(due_at=morning)
            return
        # After a long outage several may be due: one message replaces all of them.
        Reminder.settle_open(reminder, matter.id, Reminder.link_id == reminder.link_id, Reminder.due_at <= moment)
        for channel in _channels(firm, matter, reminder, moment):
            _record(firm, matter, channel, reminder)


def _channels(firm, matter, reminder, moment):
    """Return the channels for reminding the client; none if nothing is open any more."""
    has_opted_out = matter.client is not None and SmsOptOut.has(matter.client.phone)
    if reminder.deadline not in (None, matter.next_deadline) or _has_stopped(matter, reminder) or obstacle(
            firm, matter, reminder.expires_at, _is_anything_open(matter, reminder), has_opted_out, moment):
        return []
    return channels_for(firm, matter.client, has_opted_out)


def _has_stopped(matter, reminder):
    """Whether the template's rules have stopped reminding the client; not for a reminder that a person asked for."""
    template = Template.applied_to(matter)
    if reminder.is_asked_for or template is None or template.reminder_rules is None:
        return False
    is_form_sent = IntakeForm.of_matter(matter).where(IntakeForm.submitted_at.is_null(False)).exists()
    return has_stopped(template.reminder_rules, is_form_sent, matter.client_active_at is not None)


def _is_anything_open(matter, reminder):
    return IntakeForm.unsubmitted(matter).exists() or _documents(matter, reminder).exists()


def _documents(matter, reminder):
    """Return the documents that the reminder is about, in order.

    The firm decides about those that the client has explained as missing: only a person asks for them again.
    """
    documents = open_documents(matter, matter.id)
    return documents if reminder.is_asked_for else documents.where(DocumentRequest.awaits_client())


def _record(firm, matter, channel, reminder):
    client, language = matter.client, client_language(matter.client, firm)
    names = [document.texts_in(language)["name"] for document in _documents(matter, reminder)]
    rendered = render_message(
        "reminder", channel, language, firm=firm, client=client, label=label_of(matter, firm, language),
        documents=names[:_MAX_NAMED], more=len(names[_MAX_NAMED:]), form=IntakeForm.unsubmitted(matter).exists(),
        expires=last_day(firm, reminder.expires_at, language), link=matter.link_url)
    actions.queue_communication(matter, client, channel, rendered.message, rendered.subject, reminder_id=reminder.id,
                                task="send_reminder", language=language)
