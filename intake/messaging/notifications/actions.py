"""Everything that can happen to a notification, and telling the firm of things (decisions.md 10)."""

from intake.accounts.firms.models import Firm
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import db
from intake.core.languages import ENGLISH
from intake.engine.tasks.actions import plan
from intake.messaging.communications.carriers import to_firm
from intake.messaging.communications.delivery import deliver
from intake.messaging.communications.message_texts import render_message, render_text
from intake.messaging.communications.models import SmsOptOut
from intake.messaging.communications.states import EMAIL, QUEUED, SMS

from .models import FirmMessage, Notification, addresses_of
from .states import ALERTS, GATHERED_FOR

_LINES = 50
"""How many of the things that happened one alert names."""


def record_notification(firm_id, type, occasion, ids, **values):
    """The feed tells of the occasion, once; if the firm may want it, an alert follows. Says whether it was new.

    `ids` are those of the records it is about, `values` what its sentence is made of. Belongs into a transaction.
    """
    message = render_text(f"notice_{type}", ENGLISH, **values)
    noted = Notification.insert_once(firm_id=firm_id, type=type, occasion=occasion, message=message, data=ids,
                                     awaits_alert=type in ALERTS)
    if noted and noted.awaits_alert:
        # Each plans its own, though the first one's takes all with it: so none is ever left without.
        plan(firm_id, "alert_firm", firm_id, type, due_at=now() + GATHERED_FOR)
    return noted is not None


def mark_read(scope, notification_id):
    """The notification has been seen. Raises `NotFound`."""
    notification = Notification.fetch(scope, notification_id)
    notification.change(Notification.read_at.is_null(), read_at=now())
    return notification


def alert(firm_id, type):
    """Whatever of this type the firm was not told yet is on its way to those who want to know, in one message each."""
    firm = Firm.fetch(firm_id)
    with db.atomic():
        gathered = Notification.gather(firm, type)
        if not gathered or firm.suspended_at:
            return
        told = {"lines": [notification.message for notification in gathered[:_LINES]], "count": len(gathered),
                "address": public_url("/")}
        for channel, recipients in _wanted(firm, type).items():
            name = f"alert_{type}" if channel == EMAIL else "alert"
            send_alert(firm, name, f"alert {gathered[0].id}", channel, recipients, **told)


def send_alert(firm, name, occasion, channel, recipients, **values):
    """Each recipient gets the text of this name, once for the occasion. Belongs into a transaction."""
    words = render_message(name, channel, ENGLISH, firm=firm, **values)
    for recipient in recipients:
        message = FirmMessage.insert_once(firm_id=firm.id, occasion=occasion, channel=channel, to=recipient,
                                          subject=words.subject, message=words.message, status=QUEUED)
        if message:
            plan(firm.id, "send_firm_message", message.id)


def send(message):
    """As `deliver` of `communications/delivery.py`: the message is not queued any more."""
    deliver(message, to_firm(Firm.fetch(message.firm_id), SmsOptOut.has))


def _wanted(firm, type):
    """Who is alerted by which channel: as the firm's preferences say, where its two switches are on."""
    preferences, switches = firm.preferences_in_force[type], firm.settings_in_force
    recipients = {EMAIL: addresses_of(firm), SMS: [firm.phone] if firm.phone else []}
    return {channel: whom for channel, whom in recipients.items()
            if preferences[channel] and switches[f"{channel}_notifications"]}
