"""Jobs that send communications."""

from intake.accounts.firms.models import Firm

from . import delivery
from .carriers import SECONDS_IN_WORKER
from .client_delivery import deliver_to_client
from .models import Communication


def send(communication_id, client_id=None):
    """Send a message to a client, unless it has been sent already or the firm is being closed.

    Only the client with `client_id` may get it. Safe to run twice, also concurrently. Raises `Unavailable` and
    `DeliveryInProgress` if it has to be run again.
    """
    communication = Communication.for_job(communication_id)
    if communication and Firm.fetch(communication.firm_id).leaving_since:
        delivery.mark_failed(communication)
    elif communication:
        deliver_to_client(communication, SECONDS_IN_WORKER, client_id=client_id)


def send_failed(communication_id, _client_id=None):
    """Mark a message as failed. Called after the last attempt to `send` it."""
    communication = Communication.for_job(communication_id)
    if communication:
        delivery.mark_failed(communication)
