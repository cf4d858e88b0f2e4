"""Delivery of a message to a client, as the client, the matter and the clock allow it at that moment."""

from datetime import timedelta
from functools import partial

from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.clock_difference import is_clock_right
from intake.engine.tasks.actions import Postponed
from intake.gateways.send_errors import GAVE_UP

from . import states
from .carriers import SECONDS_IN_WORKER, send_to_client
from .channels import address_of
from .delivery import deliver, fail
from .models import Communication
from .quiet_hours import postponed_until, quiet_until
from .safety import allows
from .states import QUEUED


def deliver_to_client(communication, timeout, client_id=None):
    """Deliver a communication (see `delivery.py`) as its client now allows it. Every message is sent by this function.

    It goes to the present address of the client with `client_id`, for whom it was written, with the matter's present
    intake link if it has one. It fails if the matter has another client or no link any more, the client has no such
    address or does not allow the channel, the firm is suspended, or an outage has delayed it for days. Raises
    `Unavailable` and `DeliveryInProgress`; `Postponed` outside the client's hours, and at night for a delayed message.
    """
    if communication.status != QUEUED:
        return
    firm, matter = Firm.fetch(communication.firm_id), Matter.fetch(communication, communication.matter_id)
    client = matter.client
    if error := obstacle_to(communication, firm):
        _refuse(communication, error)
        return
    if client_id or communication.send_at:
        _use_present_address(communication, client, client_id)
        if communication.status != QUEUED:
            return
    if client:
        if not allows(client, communication.channel):
            _refuse(communication, states.NO_SAFE_CHANNEL)
            return
        if opening := postponed_until(firm, client) or _morning_if_late(firm, client, communication):
            raise Postponed(opening)
    if communication.sending_since or _may_bring_link(communication, matter):
        deliver(communication, partial(send_to_client, firm, client, timeout))


def send_unrecorded(matter, channel, rendered, language, key, automatic=True):
    """Send the client of a matter a message that is not stored because it holds a secret. Return whether it was sent.

    It is not sent if the client does not allow it now or has no address. Raises `Refused`, `Unavailable`, `Uncertain`.
    """
    firm, client = Firm.fetch(matter.firm_id), matter.client
    is_reachable = client and address_of(client, channel) and allows(client, channel)
    if not is_reachable or postponed_until(firm, client, is_asked_for=True):
        return False
    message = Communication(id=key, firm_id=matter.firm_id, channel=channel, to=address_of(client, channel),
                            language=language, subject=rendered.subject, message=rendered.message, automatic=automatic)
    send_to_client(firm, client, SECONDS_IN_WORKER, message)
    return True


def obstacle_to(message, firm):
    """Return the error of a queued message whose firm is suspended or which an outage has delayed for days, or None."""
    if firm.suspended_at:
        return states.FIRM_SUSPENDED
    return GAVE_UP if _lateness(message) > states.TOO_LATE_AFTER else None


def _use_present_address(communication, client, client_id):
    """Address a message that was not sent yet to the present address of the matter's client.

    It fails if there is no address, or if `client_id` is given and the matter has another client by now.
    """
    to = client and address_of(client, communication.channel)
    if not client or not to:
        _refuse(communication, states.NO_ADDRESS)
    elif client_id is None or is_client(client, client_id):
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


def is_client(client, id):
    """Whether the id is that of the client, or of a client who was merged into them."""
    return client.id == id or client.id == Client.merge_target(client, id)


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
