"""Actions on notifications, and the alerts that are sent to the firm."""

from datetime import timedelta
from functools import cache

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import SEES_ONLY_ASSIGNED
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.core.addresses import public_url
from intake.core.clock import machine_now, now
from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.core.local_time import to_local, today_in
from intake.core.text_search import folded
from intake.engine.tasks.actions import plan
from intake.messaging.communications.message_texts import render_message, render_text
from intake.messaging.communications.states import EMAIL, QUEUED, SMS

from .models import FirmMessage, Notification, NotificationRead, alert_recipients, has_left, languages_of
from .record_paths import FEED
from .states import ALERT_DELAY, ALERTS

_SETTLED = timedelta(hours=1)
"""Notifications older than this are marked as read together, by their time; later ones one by one.

So a transaction that commits late adds none unnoticed, and one recorded by a fast clock hides no later ones.
"""

_MAX_LINES = 50
"""How many notifications one alert lists."""


def record_notification(firm_id, type, occasion, ids, **values):
    """Create a notification, once for each occasion, and plan its alert if the type has one. Return whether it is new.

    `ids` are those of the records it is about, `values` those of its text. Call inside a transaction.
    """
    texts = {language: render_text("notice", language, type=type, **values) for language in LANGUAGES}
    message = texts[Firm.fetch(firm_id).settings_in_force["language"]]
    notification = Notification.insert_once(
        [Notification.firm_id, Notification.type, Notification.occasion], firm_id=firm_id, type=type, occasion=occasion,
        message=message, translations=texts, data=ids, awaits_alert=type in ALERTS)
    if notification and notification.awaits_alert:
        # Every notification plans an alert, so that none is left out, although the first alert includes all.
        plan(firm_id, "alert_firm", firm_id, type, due_at=now() + ALERT_DELAY)
    return notification is not None


def mark_read(caller, notification_id):
    """Mark a notification as read by the caller's user, or by the firm for an API key. Raises `NotFound`."""
    notification = Notification.found(notification_id, Notification.read_by(caller))
    if caller.user is None:
        notification.change(Notification.read_at.is_null(), read_at=now())
    elif not notification.read:
        notification.read_at = NotificationRead.mark(caller, notification.id)
    return notification


def mark_all_read(caller):
    """Mark all notifications as read by the caller's user, or by the firm for an API key. Return how many were not."""
    if caller.user is None:
        return Notification.update(read_at=now()).where(Notification.id.in_(Notification.unread(caller))).execute()
    with db.atomic():
        if marked := Notification.unread(caller).count():
            NotificationRead.settle(caller, machine_now() - _SETTLED)
            NotificationRead.mark_all(caller)
    return marked


def send_pending_alerts(firm_id, type):
    """Queue one alert for each recipient with all notifications of the type that await one."""
    firm = Firm.fetch(firm_id)
    with db.atomic():
        notifications = Notification.claim_for_alert(firm, type)
        if not notifications or firm.suspended_at:
            return
        named, languages = notifications[:_MAX_LINES], languages_of(firm)
        # The links go through the feed: signing in would drop the # part of a direct address.
        addresses = [public_url(f"{FEED}/{each.id}") for each in named]
        values = {"count": len(notifications), "type": type,
                  "address": addresses[0] if len(notifications) == 1 else public_url(FEED)}

        @cache
        def words(channel, language):
            lines = [{"message": each.text_in(language), "address": leads_to}
                     for each, leads_to in zip(named, addresses, strict=True)]
            return render_message("alert", channel, language, firm=firm, lines=lines, **values)

        for channel, recipients in _recipients(firm, type).items():
            for address, user_id in recipients:
                language = languages.get(folded(address), firm.settings_in_force["language"])
                queue_firm_message(firm, f"alert {notifications[0].id}", channel, address, words(channel, language),
                                   language=language, user_id=user_id, alert=type)


def send_alert(firm, name, occasion, channel, recipients, **values):
    """Queue the message of this name for each recipient, once for each occasion. Call inside a transaction.

    It is in the language of the person who has the address, else in the firm's.
    """
    languages = languages_of(firm)
    words = cache(lambda language: render_message(name, channel, language, firm=firm, **values))
    for recipient in recipients:
        language = languages.get(folded(recipient), firm.settings_in_force["language"])
        queue_firm_message(firm, occasion, channel, recipient, words(language), language=language)


def queue_firm_message(firm, occasion, channel, to, words, **values):
    """Queue this `RenderedMessage`, once for each occasion and recipient; `values` are further columns of its row.

    Call inside a transaction.
    """
    message = FirmMessage.insert_once(
        [FirmMessage.firm_id, FirmMessage.occasion, FirmMessage.channel, FirmMessage.to], firm_id=firm.id,
        occasion=occasion, channel=channel, to=to, subject=words.subject, message=words.message, status=QUEUED,
        **values)
    if message:
        plan(firm.id, "send_firm_message", message.id)


def is_wanted(firm, message):
    """Whether a queued message is still meant for its recipient: it may have waited long for a mail server."""
    if message.alert:
        recipients = _recipients(firm, message.alert).get(message.channel, ())
        return folded(message.to) in [folded(address) for address, _ in recipients]
    if message.user_id:  # a digest, which shows what its person was allowed to see when it was made, and says "today"
        if to_local(message.created_at, firm.timezone).date() != today_in(firm.timezone):
            return False
        person = User.for_job(message.user_id)
        return bool(person and person.status == ACTIVE and person.wants_digest and not AuditEntry.rights_reduced(
            firm.id, person.id, message.created_at, person.role in SEES_ONLY_ASSIGNED).exists())
    return not has_left(firm, message.to)


def _recipients(firm, type):
    """Return {channel: recipients} for the channels that are on, if the preference for the type is on.

    A recipient is (address, user id), the id None for the firm's own address.
    """
    preferences, switches = firm.preferences_in_force[type], firm.settings_in_force
    recipients = {EMAIL: alert_recipients(firm, type), SMS: [(firm.phone, None)] if firm.phone else []}
    return {channel: addresses for channel, addresses in recipients.items()
            if preferences[channel] and switches[f"{channel}_notifications"]}
