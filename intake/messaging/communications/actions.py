"""Everything that can happen to a communication (decisions.md 4)."""

import logging
from contextlib import suppress
from datetime import timedelta

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.plain_text import one_line
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan
from intake.gateways.send_errors import NOT_CONFIGURED, Unavailable

from .carriers import SECONDS_IN_REQUEST, is_configured, to_client
from .delivery import InOtherHands, deliver
from .errors import SendFailed
from .models import Communication, SmsOptOut, matter_of_sender
from .states import (
    BEFORE,
    DELIVERED,
    EMAIL,
    EMAIL_LENGTH,
    FAILED,
    INBOUND,
    NEWS,
    OPTED_OUT,
    OUTBOUND,
    QUEUED,
    SMS,
    START_WORDS,
    STOP_WORDS,
    UNKNOWN,
)
from .wording import language_of

_HEAD_START = timedelta(seconds=15)
"""How long the worker leaves a message to the request that is just sending it."""

_log = logging.getLogger(__name__)


def write_to_client(scope, matter_id, channel, message, subject=None):
    """The matter's client has been sent a message, or will be as soon as the carrier takes it: then it is `queued`.

    The first attempt is made here and now, within five seconds; what the carrier does not take for the moment the
    worker tries again for a day. Raises `NotFound`; `SendFailed` if it cannot go at all: then nothing is recorded,
    unless it was a carrier that refused it.
    """
    matter = Matter.fetch(scope, matter_id)
    client = matter.client
    require_channel(client, channel)
    with db.atomic():
        communication = record(matter, client, channel, message, subject, due_at=now() + _HEAD_START)
    with suppress(Unavailable, InOtherHands):
        deliver_to_client(communication, SECONDS_IN_REQUEST)
    if communication.status == FAILED:
        raise SendFailed(reason=communication.error, communication_id=communication.id)
    return communication


def require_channel(client, channel):
    """Returns if there is a way to reach the client by this channel. Raises `SendFailed`."""
    if client is None:
        raise SendFailed("The matter has no client to write to.", reason="no_client")
    if not address_of(client, channel):
        raise SendFailed(f"The client has no {'e-mail address' if channel == EMAIL else 'phone number'}.",
                         reason="no_address")
    if not is_configured(channel):
        raise SendFailed("This installation has nobody who carries such messages.", reason=NOT_CONFIGURED)
    if channel == SMS and SmsOptOut.has(client.phone):
        raise SendFailed("This number asked to get no more SMS.", reason=OPTED_OUT)


def address_of(client, channel):
    """Where the client is reached by this channel, None if nowhere."""
    return client.email if channel == EMAIL else client.phone


def record(matter, client, channel, message, subject=None, reminder_id=None, task="send_communication", due_at=None):
    """Record a message to the client and plan the `task` that sends it. Belongs into a transaction."""
    communication = Communication.create(
        firm_id=matter.firm_id, matter_id=matter.id, channel=channel, direction=OUTBOUND,
        to=address_of(client, channel), language=language_of(client), message=message, status=QUEUED,
        subject=one_line(subject) or None if subject else None, reminder_id=reminder_id)
    plan(communication.firm_id, task, communication.id, due_at=due_at)
    return communication


def deliver_to_client(communication, patience):
    """As `deliver` of `delivery.py`: the communication is not queued any more. Raises `Unavailable`, `InOtherHands`."""
    firm = Firm.fetch(communication.firm_id)
    deliver(communication, to_client(firm, SmsOptOut.has, patience))


def record_carrier_status(communication_id, provider_id, word, code=None):
    """The communication has the status that the carrier told, unless it has a later one (interface, "Communication").

    Of one that failed because nobody knew what became of it, it is news what did.
    """
    communication = Communication.for_job(communication_id)
    if communication is None or word not in NEWS or communication.provider_id not in (None, provider_id):
        return
    status = NEWS[word]
    may = Communication.status.in_(BEFORE[status])
    if status != FAILED:
        may |= (Communication.status == FAILED) & (Communication.error == UNKNOWN)
    communication.change(
        may, Communication.direction == OUTBOUND, status=status, sent_at=communication.sent_at or now(),
        provider_id=provider_id, error=f"twilio {code or word}" if status == FAILED else None)


def receive_sms(sender, recipient, text, provider_id):
    """A client's SMS stands with the matter it is about, once however often it is brought; STOP and START are heeded.

    One that belongs to nobody leaves a line in the log.
    """
    with db.atomic():
        _apply_opt_out(sender, text)
        matter = matter_of_sender(sender)
        if matter is None:
            _log.warning("an SMS belongs to nobody", extra={"provider_id": provider_id})
            return
        communication = Communication.insert_once(
            firm_id=matter.firm_id, matter_id=matter.id, channel=SMS, direction=INBOUND, to=recipient, sender=sender,
            message=text[:EMAIL_LENGTH], status=DELIVERED, sent_at=now(), provider_id=provider_id)
        if communication:
            record_event("message.received", matter.firm_id, {"communication_id": communication.id})


def _apply_opt_out(sender, text):
    word = " ".join(text.casefold().strip(" \t\r\n.!\"'“”").split())
    if word in STOP_WORDS:
        SmsOptOut.add(sender)
    elif word in START_WORDS:
        SmsOptOut.remove(sender)
