"""Everything that can happen to an intake link (decisions.md 7)."""

from contextlib import suppress
from datetime import timedelta

from intake.accounts.firms.models import Firm
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.cases.templates.actions import apply_default
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.messaging.communications.actions import require_channel, write_to_client
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.states import CHANNELS, EMAIL, SMS
from intake.portal.reminders.actions import stop_reminders

from .models import IntakeLink
from .occasions import LINK_SENT, announce
from .states import LIFETIME_DAYS


def make(scope, matter_id, channels=None, expires_in_days=LIFETIME_DAYS):
    """The matter has a new intake link in the place of any earlier one, and its client was sent it.

    Raises `NotFound`; `InvalidStatusTransition` unless the matter is active; `SendFailed` if there is no client, and
    if the link cannot be sent by a channel that was asked for: then it is there all the same.
    """
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        client = matter.client
        if matter.status != ACTIVE:
            raise InvalidStatusTransition("Only an active matter can have an intake link.")
        if client is None:
            raise SendFailed("The matter has no client to send a link to.", reason="no_client")
        link = _replace(matter, client, expires_in_days)
    _send(scope, link, matter, client, _ways(scope, client) if channels is None else dict.fromkeys(channels))
    return link


def revoke(scope, matter_id):
    """The matter's link opens nothing any more. Gives it. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        link = IntakeLink.fetch_current(scope, matter.id)
        _retire(matter, link)
        matter.change(intake_link=None)
    return link


def revoke_of_former_client(link):
    """The link is revoked if its matter has another client than the one it was made for."""
    with db.atomic():
        matter = Matter.fetch_locked(link, link.matter_id)
        if matter.client_id != link.client_id and IntakeLink.fetch(link, link.id).revoked_at is None:
            _retire(matter, link)
            matter.change(intake_link=None)


def _replace(matter, client, days):
    for earlier in IntakeLink.current(matter, matter.id):
        _retire(matter, earlier)
    apply_default(matter)
    ensure_form(matter)
    link = IntakeLink.create(firm_id=matter.firm_id, matter_id=matter.id, client_id=client.id,
                             expires_at=now() + timedelta(days=days))
    matter.change(intake_link=link.url)
    return link


def _retire(matter, link):
    link.change(revoked_at=now())
    stop_reminders(matter, matter.id)


def _ways(scope, client):
    """The channels by which the client is reached without anybody having asked for one."""
    wanted = {EMAIL: True, SMS: Firm.fetch(scope.firm_id).settings_in_force["sms_notifications"]}
    ways = []
    for channel in CHANNELS:
        with suppress(SendFailed):
            require_channel(client, channel)
            ways.append(channel)
    return [channel for channel in ways if wanted[channel]]


def _send(scope, link, matter, client, channels):
    """The client has the link by each of the channels. Raises `SendFailed` if one of them would not take it."""
    firm, language, refused = Firm.fetch(link.firm_id), client_language(client), None
    sent = []
    for channel in channels:
        words = render_message("intake_link", channel, language, firm=firm, client=client, matter=matter, link=link.url)
        try:
            write_to_client(scope, matter.id, channel, words.message, words.subject)
            sent.append(channel)
        except SendFailed as failure:
            refused = refused or SendFailed(failure.message, **failure.details | {"channel": channel})
    if sent:
        with db.atomic():
            link.change(sent_at=now(), sent_by=sent)
            announce(LINK_SENT, link)
    if refused:
        refused.details |= {"sent": sent, "intake_link_id": link.id}
        raise refused
