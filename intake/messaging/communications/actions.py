"""Actions on communications."""

import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial

from intake.accounts.audit.recording import act_as, record_act
from intake.accounts.audit.states import CLIENT
from intake.accounts.firms.models import Firm
from intake.cases.matters.link_tokens import conceal_links, reveal_link
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.plain_text import one_line
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan
from intake.gateways.send_errors import NOT_CONFIGURED, Unavailable

from . import states
from .carriers import SECONDS_IN_REQUEST, is_configured, send_to_client
from .delivery import DeliveryInProgress, deliver
from .errors import SendFailed
from .message_texts import client_language
from .models import Communication, SmsOptOut, matter_for_sender
from .states import DELIVERED, EMAIL, FAILED, INBOUND, OUTBOUND, QUEUED, SMS

_REQUEST_LEAD = timedelta(seconds=15)
"""How long the worker waits for the request that makes the first attempt."""

_log = logging.getLogger(__name__)


def write_to_client(scope, matter_id, channel, message, subject=None):
    """Send a message to the client of a matter and return its `Communication`.

    Makes the first attempt within five seconds. If the carrier is unavailable, the message stays `queued`, and the
    worker tries again for a day. Raises `NotFound`; `Invalid` for two intake links; `SendFailed` if the message cannot
    be sent: then it is only recorded if the carrier refused it.
    """
    matter = Matter.fetch(scope, matter_id)
    client = matter.client
    require_channel(client, channel)
    with db.atomic():
        communication = queue_communication(matter, client, channel, message, subject, due_at=now() + _REQUEST_LEAD)
    return _attempt(communication)


def send_again(scope, matter_id, communication_id):
    """Write a message that failed once more, to the client's present address; see `write_to_client`.

    The matter's present intake link takes the place of the one in it. Raises `InvalidStatusTransition` unless the
    message failed and was not written again since, `SendFailed` also if there is no such link any more.
    """
    failed = Communication.fetch_in(scope, matter_id, communication_id)
    matter = Matter.fetch(scope, matter_id)
    require_channel(matter.client, failed.channel)
    link = failed.link_public_part and matter.link_public_part
    if failed.link_public_part and not link:
        raise SendFailed("The intake link in the message opens nothing any more.", reason="no_link")
    with db.atomic():
        failed = Communication.fetch_locked(scope, communication_id)
        if failed.direction != OUTBOUND or failed.status != FAILED or failed.was_written_again():
            raise InvalidStatusTransition("Only a message that failed can be sent again, and once.")
        communication = queue_communication(
            matter, matter.client, failed.channel, reveal_link(failed.message, link), reveal_link(failed.subject, link),
            due_at=now() + _REQUEST_LEAD)
    return _attempt(communication)


def _attempt(communication):
    """Make the first attempt to deliver a communication and return it. Raises `SendFailed`."""
    with suppress(Unavailable, DeliveryInProgress):
        deliver_to_client(communication, SECONDS_IN_REQUEST)
    if communication.status == FAILED:
        raise SendFailed(reason=communication.error, communication_id=communication.id)
    return communication


def require_channel(client, channel):
    """Raise `SendFailed` unless the client can be sent messages by this channel."""
    if client is None:
        raise SendFailed("The matter has no client to write to.", reason="no_client")
    if not address_of(client, channel):
        raise SendFailed(f"The client has no {'e-mail address' if channel == EMAIL else 'phone number'}.",
                         reason="no_address")
    if not is_configured(channel):
        raise SendFailed("This installation has nobody who carries such messages.", reason=NOT_CONFIGURED)
    if channel == SMS and SmsOptOut.has(client.phone):
        raise SendFailed("This number asked to get no more SMS.", reason=states.OPTED_OUT)


def address_of(client, channel):
    """Return the client's e-mail address or phone number for this channel, None if there is none."""
    return client.email if channel == EMAIL else client.phone


def queue_communication(matter, client, channel, message, subject=None, reminder_id=None, task="send_communication",
                        due_at=None):
    """Create a queued message to the client and plan the `task` that sends it. Call inside a transaction.

    An intake link in the text is a secret: a placeholder is stored in its place. Raises `Invalid` for two of them.
    """
    message, links = conceal_links(message)
    subject, links_in_subject = conceal_links(one_line(subject or ""))
    links |= links_in_subject
    if len(links) > 1:
        raise Invalid({"message": ["May hold one intake link only."]})
    communication = Communication.create(
        firm_id=matter.firm_id, matter_id=matter.id, channel=channel, direction=OUTBOUND,
        to=address_of(client, channel), language=client_language(client), message=message, status=QUEUED,
        subject=subject or None, reminder_id=reminder_id, link_public_part=next(iter(links), None))
    plan(communication.firm_id, task, communication.id, due_at=due_at)
    record_act("communication.created", communication, matter_id=matter.id, channel=channel)
    return communication


def deliver_to_client(communication, patience):
    """Deliver a communication (see `delivery.py`). Raises `Unavailable`, `DeliveryInProgress`."""
    deliver(communication, partial(send_to_client, Firm.fetch(communication.firm_id), patience))


def record_carrier_status(communication_id, provider_id, word, code=None):
    """Record a status callback of Twilio, unless the communication has a later status.

    A communication that failed with the error `unknown` takes any status.
    """
    communication = Communication.for_job(communication_id)
    status = states.CARRIER_STATUSES.get(word)
    if communication is None or status is None or communication.provider_id not in (None, provider_id):
        return
    allowed = Communication.status.in_(states.PRECEDING[status])
    if status != FAILED:
        allowed |= (Communication.status == FAILED) & (Communication.error == states.UNKNOWN)
    communication.change(
        allowed, Communication.direction == OUTBOUND, status=status, sent_at=communication.sent_at or now(),
        provider_id=provider_id, error=f"twilio {code or word}" if status == FAILED else None)


def receive_sms(sender, recipient, text, provider_id):
    """Record an SMS of a client with its matter, once for each `provider_id`, and apply STOP and START.

    An SMS for which no matter is found is only logged.
    """
    with db.atomic():
        _apply_opt_out(sender, text)
        matter = matter_for_sender(sender)
        if matter is None:
            _log.warning("no matter found for an SMS", extra={"provider_id": provider_id})
            return
        communication = Communication.insert_once(
            [Communication.provider_id], firm_id=matter.firm_id, matter_id=matter.id, channel=SMS, direction=INBOUND,
            to=recipient, sender=sender, message=conceal_links(text[:states.EMAIL_LENGTH])[0], status=DELIVERED,
            sent_at=now(), provider_id=provider_id)
        if communication:
            act_as(CLIENT, matter.client_id)
            record_act("communication.received", communication, matter_id=matter.id, channel=SMS)
            record_event("message.received", matter.firm_id, {"communication_id": communication.id})


def _apply_opt_out(sender, text):
    word = " ".join(text.casefold().strip(" \t\r\n.!\"'“”").split())
    if word in states.STOP_WORDS:
        SmsOptOut.add(sender)
    elif word in states.START_WORDS:
        SmsOptOut.remove(sender)
