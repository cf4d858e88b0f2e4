"""Jobs that send communications."""

from intake.accounts.firms.models import Firm

from . import delivery
from .actions import deliver_to_client, use_present_address
from .carriers import SECONDS_IN_WORKER
from .models import Communication


def send(communication_id, client_id=None):
    """Send a message to a client, unless it has been sent already; none of a firm that is being closed.

    One that was written in advance is for the client with `client_id` alone.

    Safe to run twice, also concurrently. Raises `Unavailable` and `DeliveryInProgress` if it has to be run again.
    """
    communication = Communication.for_job(communication_id)
    if communication and Firm.fetch(communication.firm_id).leaving_since:
        delivery.mark_failed(communication)
    elif communication:
        if communication.send_at:
            use_present_address(communication, client_id)
        deliver_to_client(communication, SECONDS_IN_WORKER)


def send_failed(communication_id, _client_id=None):
    """Mark a message as failed. Called after the last attempt to `send` it."""
    communication = Communication.for_job(communication_id)
    if communication:
        delivery.mark_failed(communication)
