"""Actions on communications."""

from contextlib import suppress
from datetime import timedelta
from functools import partial

from intake.accounts.audit.recording import current_actor, record_act
from intake.accounts.audit.states import CLIENT, SYSTEM
from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.holds.keeping import require_matter_not_held
from intake.cases.matters.link_tokens import conceal_links, reveal_link
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.clock_difference import is_clock_right
from intake.core.db import UNAVAILABLE, db, map_constraint_errors
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.plain_text import one_line
from intake.engine.tasks.actions import Postponed, plan
from intake.gateways.send_errors import GAVE_UP, NOT_CONFIGURED, UNKNOWN, Unavailable

from . import states
from .carriers import SECONDS_IN_REQUEST, SECONDS_IN_WORKER, is_configured, send_to_client
from .delivery import DeliveryInProgress, deliver, fail
from .errors import IN_DOUBT, SendFailed
from .failures import WRITTEN_TO_ANOTHER
from .message_texts import client_language
from .models import Communication, SmsOptOut
from .quiet_hours import quiet_until
from .safety import allows, hours_of, next_opening, own_hours_of
from .states import EMAIL, FAILED, OUTBOUND, QUEUED, SMS

_REQUEST_LEAD = timedelta(seconds=15)
"""How long the worker waits for the request that makes the first attempt."""


def write_to_client(scope, matter_id, channel, message, subject=None, send_at=None, written_to=None):
    """Send a message to the client of a matter, now or at the moment `send_at`, and return its `Communication`.

    It is not sent if `written_to` is the id of another client, whom the writer saw. The first attempt takes at most
    five seconds. If the carrier is unavailable, the message stays `queued`, and the worker retries for a day. Raises
    `NotFound`; `Invalid` for two intake links, or if `send_at` is not within a year from now; `SendFailed` if the
    message cannot be sent: then it is only recorded if the carrier refused it.
    """
    matter = Matter.fetch(scope, matter_id)
    if send_at is not None and not now() < send_at <= now() + states.LATEST:
        raise Invalid({"send_at": ["Must be within a year from now."]})
    if written_to and matter.client and not _is_client(matter.client, written_to):
        raise SendFailed(WRITTEN_TO_ANOTHER, reason=states.OTHER_CLIENT)
    return _write(matter, channel, message, subject, send_at=send_at)


def send_again(scope, matter_id, communication_id):
    """Send a failed message again, to the client's present address, and return the new `Communication`.

    The matter's present intake link replaces the one in the text. Raises `NotFound`; `InvalidStatusTransition` unless
    it failed and was not sent again yet; `SendFailed` as `write_to_client`, and also if its link no longer exists or it
    was written to a former client of the matter.
    """
    failed = Communication.fetch_in(scope, matter_id, communication_id)
    if failed.direction != OUTBOUND or failed.status != FAILED:
        raise InvalidStatusTransition("Only a message that failed can be sent again.")
    matter = Matter.fetch(scope, matter_id)
    if matter.had_other_client_at(failed.created_at):
        raise SendFailed(WRITTEN_TO_ANOTHER, reason=states.OTHER_CLIENT)
    link = failed.link_public_part and matter.link_public_part
    if failed.link_public_part and not link:
        raise SendFailed("The intake link in the message no longer works.", reason=states.NO_LINK)
    message, subject = (reveal_link(text, link) for text in (failed.message, failed.subject))
    with map_constraint_errors(communications_retried_once=InvalidStatusTransition):
        return _write(matter, failed.channel, message, subject, retry_of=failed.id)


def cancel(scope, matter_id, communication_id):
    """Delete a message that was to be sent later.

    Raises `NotFound`, `OnHold`, `InvalidStatusTransition` if it was to be sent at once or its delivery has begun.
    """
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        message = Communication.fetch_in(scope, matter_id, communication_id)
        if not message.delete_row(Communication.status == QUEUED, Communication.send_at.is_null(False),
                                  Communication.sending_since.is_null()):
            raise InvalidStatusTransition("Only a message that waits for its time can be cancelled.")
        record_act("communication.cancelled", message, matter_id=matter_id)


def _use_present_address(communication, client, client_id):
    """Address a message that was not sent yet to the present address of the matter's client.

    It fails if there is no address, or if `client_id` is given and the matter has another client by now.
    """
    to = client and address_of(client, communication.channel)
    if not client or not to:
        _refuse(communication, states.NO_ADDRESS)
    elif client_id is None or _is_client(client, client_id):
        communication.change(Communication.status == QUEUED, Communication.sending_since.is_null(), to=to)
    else:
        _refuse(communication, states.OTHER_CLIENT)


def _may_bring_link(communication, matter):
    """Whether a message may go, with the matter's present link in place of one that was replaced.

    It fails if its link was withdrawn, and is withdrawn itself if a later one brings the link in the same words.
    """
    own, present = communication.link_public_part, matter.link_public_part
    if not own:
        return True
    if not present:
        _refuse(communication, states.NO_LINK)
    elif Communication.repeats(communication, present).exists():
        communication.delete_unless_claimed()
    else:
        return own == present or communication.change(
            Communication.status == QUEUED, Communication.sending_since.is_null(), link_public_part=present)
    return False


def _is_client(client, id):
    """Whether the id is that of the client, or of a client who was merged into them."""
    return client.id == id or client.id == Client.merge_target(client, id)


def _write(matter, channel, message, subject, send_at=None, **more):
    client = matter.client
    require_channel(client, channel)
    firm = Firm.fetch(matter.firm_id)
    send_at = send_at or postponed_until(firm, client)
    with db.atomic():
        communication = queue_communication(matter, client, channel, message, subject, send_at=send_at,
                                            due_at=send_at or now() + _REQUEST_LEAD,
                                            language=client_language(client, firm), **more)
    if send_at:
        return communication
    with suppress(Unavailable, DeliveryInProgress, Postponed, *UNAVAILABLE):  # queued; an error would ask for it again
        deliver_to_client(communication, SECONDS_IN_REQUEST, client_id=client.id)
    if communication.status == FAILED:
        in_doubt = IN_DOUBT if communication.error == UNKNOWN else None
        raise SendFailed(in_doubt, reason=communication.error, communication_id=communication.id)
    return communication


def require_channel(client, channel):
    """Raise `SendFailed` unless the client can be sent messages by this channel."""
    if client is None:
        raise SendFailed("The matter has no client to write to.", reason="no_client")
    if not address_of(client, channel):
        raise SendFailed(f"The client has no {'e-mail address' if channel == EMAIL else 'phone number'}.",
                         reason="no_address")
    if not allows(client, channel):
        raise SendFailed("The client does not want to be written to in this way.", reason=states.NO_SAFE_CHANNEL)
    if not is_configured(channel):
        raise SendFailed("This installation is not set up to send such messages.", reason=NOT_CONFIGURED)
    if channel == SMS and SmsOptOut.has(client.phone):
        raise SendFailed("This number asked to get no more SMS.", reason=states.OPTED_OUT)


def reachable_channels(client):
    """Return the channels by which this installation can reach the client, whether or not the client allows them."""
    return [channel for channel in states.CHANNELS
            if client and address_of(client, channel) and is_configured(channel)]


def offered_channels(client):
    """Return the channels by which a person may write to the client: those that work and that the client allows."""
    return [channel for channel in reachable_channels(client) if allows(client, channel)]


def address_of(client, channel):
    """Return the client's e-mail address or phone number for this channel, None if there is none."""
    return client.email if channel == EMAIL else client.phone


def queue_communication(matter, client, channel, message, subject=None, reminder_id=None, task="send_communication",
                        due_at=None, language=None, **more):
    """Create a queued message to the client and plan the `task` that sends it. Call inside a transaction.

    The default `language` of its layout is the client's, else the firm's. An intake link in the text is a secret, so a
    placeholder is stored instead. It is `automatic` unless somebody of the firm, or a program, acts. Raises `Invalid`
    for two links.
    """
    text, link = _without_link(message, subject)
    language = language or client_language(client, Firm.fetch(matter.firm_id))
    communication = Communication.create(
        firm_id=matter.firm_id, matter_id=matter.id, channel=channel, direction=OUTBOUND,
        to=address_of(client, channel), language=language, status=QUEUED,
        reminder_id=reminder_id, link_public_part=link, automatic=current_actor().type in (CLIENT, SYSTEM),
        **text, **more)
    plan(communication.firm_id, task, communication.id, client.id, due_at=due_at)
    record_act("communication.created", communication, matter_id=matter.id, channel=channel)
    return communication


def reword(communication, message, subject):
    """Change the text of a message that was not sent yet; its intake link stays the same."""
    communication.change(Communication.status == QUEUED, Communication.sending_since.is_null(),
                         **_without_link(message, subject)[0])


def _without_link(message, subject):
    """Return message and subject with a placeholder for an intake link, and the link's public part or None."""
    message, links = conceal_links(message)
    subject, links_in_subject = conceal_links(one_line(subject or ""))
    links |= links_in_subject
    if len(links) > 1:
        raise Invalid({"message": ["May contain only one intake link."]})
    return {"message": message, "subject": subject or None}, next(iter(links), None)


def deliver_to_client(communication, timeout, client_id=None):
    """Deliver a communication (see `delivery.py`) as its client now allows it. Every message is sent by this function.

    It goes to the present address of the client with `client_id`, for whom it was written, with the matter's present
    intake link if it has one. It fails if the matter has another client or no link any more, the client has no such
    address or does not allow the channel, the firm is suspended, or an outage has delayed it for days. Raises
    `Unavailable` and `DeliveryInProgress`; `Postponed` outside the client's hours, and at night for a delayed message.
    """
    firm, matter = Firm.fetch(communication.firm_id), Matter.fetch(communication, communication.matter_id)
    client = matter.client
    if communication.status == QUEUED and (error := obstacle_to(communication, firm)):
        _refuse(communication, error)
        return
    if communication.status == QUEUED and (client_id or communication.send_at):
        _use_present_address(communication, client, client_id)
    if client and communication.status == QUEUED:
        if not allows(client, communication.channel):
            _refuse(communication, states.NO_SAFE_CHANNEL)
            return
        if opening := postponed_until(firm, client) or _morning_if_late(firm, client, communication):
            raise Postponed(opening)
    is_free = communication.status == QUEUED and communication.sending_since is None
    if not is_free or _may_bring_link(communication, matter):
        deliver(communication, partial(send_to_client, firm, client, timeout))


def send_unrecorded(matter, channel, rendered, language, key, automatic=True):
    """Send the client of a matter a message that is not stored because it holds a secret. Return whether it was sent.

    It is not sent if the client does not allow it now or has no address. Raises `Refused`, `Unavailable`, `Uncertain`.
    """
    firm, client = Firm.fetch(matter.firm_id), matter.client
    if not (client and address_of(client, channel) and allows(client, channel)) or postponed_until(firm, client, True):
        return False
    message = Communication(id=key, firm_id=matter.firm_id, channel=channel, to=address_of(client, channel),
                            language=language, subject=rendered.subject, message=rendered.message, automatic=automatic)
    send_to_client(firm, client, SECONDS_IN_WORKER, message)
    return True


def postponed_until(firm, client, is_asked_for=False):
    """Return the next time at which the client may be sent messages, None if they may be now.

    A message that the client has just asked for does not wait for the firm's hours.
    """
    hours, moment = own_hours_of(client) if is_asked_for else hours_of(firm, client), now()
    return next_opening(moment, firm.timezone, hours) if hours else None


def obstacle_to(message, firm):
    """Return the error of a queued message whose firm is suspended or which an outage has delayed for days, or None."""
    if firm.suspended_at:
        return states.FIRM_SUSPENDED
    return GAVE_UP if _lateness(message) > states.TOO_LATE_AFTER else None


def _morning_if_late(firm, client, communication):
    """Return when the night ends if the message should have gone well before; None if it may go now."""
    return quiet_until(firm, client, now()) if _lateness(communication) > states.LATE_AFTER else None


def _lateness(message):
    """Return how long ago the message should have gone; a wrong clock makes none late."""
    late = now() - (message.send_at or message.created_at)
    return late if late <= states.LATE_AFTER or is_clock_right() else timedelta()


def _refuse(communication, error):
    """Mark a message as failed that may not be sent to the client."""
    fail(communication, error, Communication.status == QUEUED, Communication.sending_since.is_null())


def record_carrier_status(communication_id, provider_id, word, code):
    """Record a status callback of Twilio, unless the communication has a later status.

    A communication that failed with the error `unknown` accepts any status.
    """
    communication = Communication.for_job(communication_id)
    status = states.CARRIER_STATUSES.get(word)
    if communication is None or status is None or communication.provider_id not in (None, provider_id):
        return
    allowed = Communication.status.in_(states.PRECEDING[status])
    if status != FAILED:
        allowed |= (Communication.status == FAILED) & (Communication.error == UNKNOWN)
    allowed &= Communication.direction == OUTBOUND
    values = {"sent_at": communication.sent_at or now(), "provider_id": provider_id}
    if status == FAILED:
        fail(communication, f"twilio {code or word}", allowed, **values)
    else:
        communication.change(allowed, status=status, error=None, **values)
