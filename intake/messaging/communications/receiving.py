"""Records the messages of clients to firms, by SMS and by mail."""

import logging
from contextlib import suppress
from datetime import timedelta

from intake.accounts.audit.recording import act_as, record_act
from intake.accounts.audit.states import CLIENT
from intake.accounts.users.bounces import record_bounce
from intake.cases.matters.link_tokens import conceal_links
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.db import db
from intake.core.text_search import folded
from intake.engine.events.actions import record_event
from intake.gateways.email_message import with_ascii_domain

from . import states
from .conversations import provider_id_of
from .delivery import fail
from .errors import TooManyMails
from .models import Communication, SmsOptOut, matter_for_sender
from .reply_addresses import replied_to
from .states import DELIVERED, EMAIL, FAILED, INBOUND, OUTBOUND, SMS

_log = logging.getLogger(__name__)


def receive_sms(sender, recipient, text, provider_id, note):
    """Record an SMS from a client with its matter, once for each `provider_id`, and apply STOP and START.

    Intake's `note`, if any, is appended to its text.
    An SMS for which no matter is found is only logged.
    """
    with db.atomic():
        _apply_opt_out(sender, text)
        matter = matter_for_sender(sender)
        if matter is None:
            _log.warning("no matter found for an SMS", extra={"provider_id": provider_id})
            return
        is_client = matter.client is not None and matter.client.phone == sender
        _record(matter, SMS, provider_id, is_client, sender=sender, to=recipient,
                message=" ".join(filter(None, (text, note))))


def receive_mail(mail, own_address):
    """Record a `ReceivedMail` to an address that `reply_address_of` made, once for each Message-ID.

    If it reports that our mail was not delivered, that mail, or the invitation in it, is marked as failed. Automatic
    answers and mails to other addresses are not recorded. Raises `TooManyMails` if the matter has had too many.
    """
    if mail.bounce and record_bounce(mail.recipients, mail.bounce):
        return
    answered = Communication.for_job(replied_to(mail.recipients))
    if answered is None or (answered.channel, answered.direction) != (EMAIL, OUTBOUND):
        _log.warning("no message found that a mail answers")
    elif mail.bounce:
        fail(answered, f"bounce {mail.bounce}", Communication.status.in_(states.PRECEDING[FAILED]))
        _log.info("mail bounced", extra={"message_id": answered.id, "reason": mail.bounce})
    elif mail.is_automatic:
        _log.info("automatic mail dropped", extra={"message_id": answered.id})
    else:
        matter = Matter.fetch(answered, answered.matter_id)
        client = matter.client
        is_client = client is not None and _is_same_address(mail.sender, client.email or "")
        # Spelled as in what we sent, by which messages of former clients are recognized.
        sender = answered.to if _is_same_address(mail.sender, answered.to) else mail.sender
        # A digest, as the id can be of any length, and with the matter, so that it cannot block another matter's mail.
        provider_id = provider_id_of(digest(f"{matter.id} {mail.message_id or mail}"), mail.message_id)
        with db.atomic():
            _record(matter, EMAIL, provider_id, is_client, sender=sender, to=own_address, message=mail.message,
                    subject=conceal_links(mail.subject)[0] or None)
            # With this one; a mail that was recorded before is not counted again, however often it is sent.
            if Communication.mails_received(matter, now() - timedelta(days=1), not is_client) > states.MAILS_A_DAY:
                _log.warning("too many mails for a matter", extra={"matter_id": matter.id})
                raise TooManyMails(60 * 60)


def _record(matter, channel, provider_id, is_client, **values):
    values["message"] = conceal_links(values["message"][:states.EMAIL_LENGTH])[0]
    communication = Communication.insert_once(
        [Communication.provider_id], firm_id=matter.firm_id, matter_id=matter.id, channel=channel, direction=INBOUND,
        from_other_address=not is_client, status=DELIVERED, sent_at=now(), provider_id=provider_id, **values)
    if communication:
        if is_client:
            act_as(CLIENT, matter.client_id)
            matter.note_client_activity()
        record_act("communication.received", communication, matter_id=matter.id, channel=channel)
        record_event("message.received", matter.firm_id, {"communication_id": communication.id})


def _is_same_address(one, other):
    return _comparable(one) == _comparable(other)


def _comparable(address):
    with suppress(ValueError):
        address = with_ascii_domain(address)
    return folded(address)


def _apply_opt_out(sender, text):
    word = " ".join(text.casefold().strip(" \t\r\n.!\"'“”").split())
    if word in states.STOP_WORDS:
        SmsOptOut.add(sender)
    elif word in states.START_WORDS:
        SmsOptOut.remove(sender)
