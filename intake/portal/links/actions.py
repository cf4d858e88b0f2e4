"""Everything that can happen to an intake link (docs/behaviour.md, "Intake links and the portal")."""

from contextlib import suppress
from datetime import timedelta

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.throttling import Attempt, TooManyAttempts
from intake.cases.documents.models import open_documents
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.cases.templates.actions import apply_default
from intake.core.clock import now
from intake.core.db import UNAVAILABLE, db
from intake.core.errors import InvalidStatusTransition
from intake.core.leases import is_held
from intake.engagement.conflicts.clearance import require_cleared
from intake.engine.tasks.actions import plan
from intake.messaging.communications.actions import queue_communication, write_to_client
from intake.messaging.communications.channels import require_channel
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.message_texts import client_language, last_day, render_message
from intake.messaging.communications.models import Communication
from intake.messaging.communications.quiet_hours import postponed_until
from intake.messaging.communications.safety import allowed_channels, label_of
from intake.messaging.communications.states import CHANNELS, EMAIL
from intake.portal.reminders.actions import restart_reminders
from intake.portal.reminders.models import Reminder

from .events import LINK_SENT, record_intake_event
from .models import IntakeLink
from .states import LIFETIME_DAYS, OPEN, RENEWALS, RENEWED_AFTER

_MARKED_BY = timedelta(minutes=2)
"""By when a process that sends a link has tried each channel and marked it."""


def create(scope, matter_id, channels=None, expires_in_days=LIFETIME_DAYS, replace=True):
    """Create the matter's intake link, revoke any earlier one, and send it to the client by the channels.

    Without `replace`, an open link is kept. Without `channels`, the link is sent by every one that reaches the client.
    Raises `NotFound`; `InvalidStatusTransition` unless the matter is active; `ConflictCheckRequired`; `SendFailed` if
    there is no client, or if a requested channel fails, in which case the link exists all the same.
    """
    link = make(scope, matter_id, expires_in_days, replace=replace)
    send(scope, link, default_channels(scope, link.client) if channels is None else dict.fromkeys(channels))
    return link


def make(scope, matter_id, expires_in_days=LIFETIME_DAYS, with_default_template=True, is_renewal=False, replace=True):
    """Do what `create` does, except sending. A matter without documents gets the default template's if it may.

    A renewal needs no conflict check: the client has had a link before.
    """
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        if matter.status != ACTIVE:
            raise InvalidStatusTransition("Only an active matter can have an intake link.")
        if matter.client is None:
            raise SendFailed("The matter has no client to send a link to.", reason="no_client")
        if not is_renewal:
            require_cleared(matter)
        if with_default_template:
            apply_default(matter)
        return (None if replace else _keep(matter, expires_in_days)) or _replace(matter, expires_in_days)


def extend(scope, matter_id, expires_in_days):
    """Keep the matter's link open for this many days from now, even if it has expired; return it. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        link = IntakeLink.fetch_current(scope, matter.id)
        link.change(expires_at=now() + timedelta(days=expires_in_days), expired_at=None)
        Reminder.extend(link)
        record_change(link, ["expires_at"], matter_id=matter.id)
    return link


def renew(link):
    """Send the client the link of the matter, a new one if it has expired, by every channel that reaches them.

    Nothing is sent if the firm withdrew the link, if nothing is collected any more, if the matter has another client,
    within ten minutes of the last time, or more often than `RENEWALS`. The new link, its messages and `sent_at` are
    written in one transaction, so that neither simultaneous requests nor a killed worker send it twice.
    """
    with suppress(TooManyAttempts), db.atomic():
        matter = Matter.fetch_locked(link, link.matter_id)
        current = IntakeLink.current(matter, matter.id).first()
        if (current is None or matter.status != ACTIVE or link.client_id != matter.client_id
                or Firm.fetch(matter.firm_id).is_stopped
                or (current.sent_at and is_held(current.sent_at + RENEWED_AFTER, now()))):
            return
        Attempt(RENEWALS.key(matter.client_id))
        channels = default_channels(matter, matter.client)
        if channels and current.expires_at <= now():
            current = make(matter, matter.id, with_default_template=False, is_renewal=True)
        else:
            current.matter, current.client = matter, matter.client
        queue(current, channels)


def revoke(scope, matter_id):
    """Revoke the matter's link and return it. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        link = IntakeLink.fetch_current(scope, matter.id)
        _retire(matter, link)
        matter.change(link_public_part=None)
    return link


def revoke_of_former_client(link):
    """Revoke the link if its matter has another client than the one it was made for."""
    with db.atomic():
        matter = Matter.fetch_locked(link, link.matter_id)
        if matter.client_id != link.client_id and IntakeLink.fetch(link, link.id).revoked_at is None:
            _retire(matter, link)
            matter.change(link_public_part=None)


def default_channels(scope, client):
    """Return the channels by which the link is sent if the request names none."""
    by_sms = Firm.fetch(scope.firm_id).settings_in_force["sms_notifications"]
    reachable = []
    for channel in CHANNELS if by_sms else [EMAIL]:
        with suppress(SendFailed):
            require_channel(client, channel)
            reachable.append(channel)
    return allowed_channels(client, reachable) if client else reachable


def _keep(matter, days):
    """Return the matter's link, kept open for at least `days`; None if it is not open or the intake is complete."""
    link = IntakeLink.current(matter, matter.id).first()
    if link is None:
        return None
    link.matter, link.client = matter, matter.client
    if link.state != OPEN or link.completed_at:
        return None
    expires_at = now() + timedelta(days=days)
    if expires_at > link.expires_at:
        link.change(expires_at=expires_at)
        record_change(link, ["expires_at"], matter_id=matter.id)
    if link.sent_at:
        restart_reminders(link, now())
    return link


def _replace(matter, days):
    for earlier in IntakeLink.current(matter, matter.id):
        _retire(matter, earlier)
    ensure_form(matter)
    link = IntakeLink.create(firm_id=matter.firm_id, matter_id=matter.id, client_id=matter.client_id,
                             expires_at=now() + timedelta(days=days))
    link.matter, link.client = matter, matter.client
    matter.change(link_public_part=link.public_part)
    record_act("intake_link.created", link, matter_id=matter.id)
    return link


def _retire(matter, link):
    link.change(revoked_at=now())
    record_act("intake_link.revoked", link, matter_id=matter.id)
    Reminder.settle_open(matter, matter.id)


def _asked_for(matter):
    """Return the client's remaining tasks: `documents`, their names, and `form`, whether there are questions."""
    return {"documents": [document.name for document in open_documents(matter, matter.id)],
            "form": IntakeForm.unsubmitted(matter).exists()}


def send(scope, link, channels):
    """Send a link that `make` returned by each of the channels.

    Raises `SendFailed` for the first one that failed, after trying all; also if the matter has another client by now.
    """
    sent, refused = [], None
    if channels:
        with db.atomic():  # if this process is killed after a message has gone
            plan(link.firm_id, "mark_sent_link", link.id, due_at=now() + _MARKED_BY)
    for channel, rendered, _ in _messages(link, channels):
        try:
            write_to_client(scope, link.matter.id, channel, rendered.message, rendered.subject,
                            written_to=link.client.id)
            sent.append(channel)
        except SendFailed as failure:
            refused = refused or SendFailed(failure.message, **failure.details | {"channel": channel})
    if sent:
        with suppress(*UNAVAILABLE), db.atomic():  # it is marked later; an error would ask for another link
            link.client_id = link.locked().client_id  # that client may have been merged meanwhile
            _mark_sent(link, sent)
    if refused:
        refused.details |= {"sent": sent, "intake_link_id": link.id}
        raise refused


def mark_if_sent(link):
    """Mark a link as sent by the channels of its messages, unless its sender has done so."""
    with db.atomic():
        link = link.locked()
        channels = list(Communication.channels_with_link(link, link.matter_id, link.public_part))
        if channels and not (link.sent_at or link.revoked_at):
            _mark_sent(link, channels)


def queue(link, channels):
    """Let the worker send a link that `make` returned by each of the channels. Call it inside a transaction.

    Raises `SendFailed` for a channel that does not reach the client.
    """
    for channel, rendered, firm in _messages(link, channels):
        require_channel(link.client, channel)
        send_at = postponed_until(firm, link.client)
        queue_communication(link.matter, link.client, channel, rendered.message, rendered.subject,
                            send_at=send_at, due_at=send_at)
    if channels:
        _mark_sent(link, list(channels))


def _messages(link, channels):
    """Yield each channel with the message that brings the link by it, and the firm."""
    matter, client = link.matter, link.client
    firm = Firm.fetch(link.firm_id)
    language = client_language(client, firm)
    for channel in channels:
        yield channel, render_message(
            "intake_link", channel, language, firm=firm, client=client, label=label_of(matter, firm, language),
            link=link.url, expires=last_day(firm, link.expires_at, language), **_asked_for(matter)), firm


def _mark_sent(link, channels):
    link.change(sent_at=now(), sent_by=[each for each in CHANNELS if each in {*link.sent_by, *channels}])
    record_intake_event(LINK_SENT, link)
