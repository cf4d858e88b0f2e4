"""Reminding clients of what they have still to hand in (decisions.md 7).

A reminder is a row from the moment the intake link is sent. When it is due it is settled, and in the same transaction
becomes a message for each channel the firm has switched on and the client can be reached by; so it happens once,
whatever dies meanwhile. Whether it is still wanted is asked twice: then, and right before a message leaves.
"""

from datetime import timedelta

from intake.accounts.firms.models import Firm
from intake.cases.documents.models import open_documents
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications import actions
from intake.messaging.communications.carriers import is_configured
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.models import SmsOptOut
from intake.messaging.communications.states import CHANNELS, EMAIL, SMS

from .models import Reminder
from .quiet_hours import is_quiet, next_morning

DAYS = (3, 7, 14)
_SHOWN = 20
"""How many documents a reminder names."""


def plan_reminders(matter, link_id, sent_at, expires_at):
    """The client will be reminded 3, 7 and 14 days after the link was sent, while it lives and items are open.

    Reminders of an earlier link are settled; to say the same twice changes nothing. Belongs into a transaction.
    """
    Reminder.settle_open(matter, matter.id, Reminder.link_id != link_id)
    due = ((days, sent_at + timedelta(days=days)) for days in DAYS)
    rows = [Reminder(firm_id=matter.firm_id, matter_id=matter.id, link_id=link_id, days=days, due_at=moment,
                     expires_at=expires_at, created_at=now()).__data__ for days, moment in due if moment < expires_at]
    if rows:
        Reminder.insert_missing(rows)


def stop_reminders(scope, matter_id):
    """Nothing more is asked of the matter's client: the intake is complete, or its link revoked."""
    Reminder.settle_open(scope, matter_id)


def remind(moment):
    """Every reminder that is due at the moment was recorded to be sent, put off until morning, or is not wanted."""
    for_each_isolated(Reminder.due(moment), lambda id: _remind(id, moment), "a reminder failed")


def leaves_now(communication, moment):
    """Whether a reminder may leave at the moment.

    At night it is planned again for the morning; one that is not wanted any more is withdrawn.
    """
    firm, reminder = Firm.fetch(communication.firm_id), Reminder.fetch(communication, communication.reminder_id)
    matter = Matter.fetch(reminder, reminder.matter_id)
    ways = _ways(firm, matter, reminder, moment)
    if communication.channel not in ways or matter.intake_link not in communication.message:
        communication.withdraw()
        return False
    if is_quiet(moment, firm.timezone):
        with db.atomic():
            plan(firm.id, "send_reminder", communication.id, due_at=next_morning(moment, firm.timezone))
        return False
    return True


def _remind(id, moment):
    with db.atomic():
        reminder = Reminder.for_job(id)
        firm, matter = Firm.fetch(reminder.firm_id), Matter.fetch_locked(reminder, reminder.matter_id)
        if Reminder.fetch(reminder, id).settled_at:  # by another worker, while this one waited for the matter
            return
        if is_quiet(moment, firm.timezone):
            reminder.change(due_at=next_morning(moment, firm.timezone))
            return
        # After a long standstill several may be due: one message stands for all of them.
        Reminder.settle_open(reminder, matter.id, Reminder.link_id == reminder.link_id, Reminder.due_at <= moment)
        for channel in _ways(firm, matter, reminder, moment):
            _record(firm, matter, channel, reminder)


def _ways(firm, matter, reminder, moment):
    """By what channels the client is to be reminded, each with the address; none if nothing is open any more."""
    client = matter.client
    if (client is None or firm.suspended_at or matter.status != ACTIVE or matter.intake_link is None
            or reminder.expires_at <= moment or not _is_anything_open(matter)):
        return {}
    switches = firm.settings_in_force
    wanted = {EMAIL: switches["email_notifications"], SMS: switches["sms_notifications"]}
    ways = {channel: actions.address_of(client, channel) for channel in CHANNELS
            if wanted[channel] and is_configured(channel)}
    return {channel: address for channel, address in ways.items()
            if address and not (channel == SMS and SmsOptOut.has(address))}


def _is_anything_open(matter):
    return IntakeForm.awaited(matter).exists() or open_documents(matter, matter.id).exists()


def _record(firm, matter, channel, reminder):
    client = matter.client
    language = client_language(client)
    documents = [document.texts_in(language)["name"] for document in open_documents(matter, matter.id).limit(_SHOWN)]
    words = render_message("reminder", channel, language, firm=firm, client=client, matter=matter, documents=documents,
                   form=IntakeForm.awaited(matter).exists(), link=matter.intake_link)
    actions.record(matter, client, channel, words.message, words.subject, reminder_id=reminder.id,
                   task="send_reminder")
