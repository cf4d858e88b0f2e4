"""Jobs that send communications."""

from datetime import datetime

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter

from . import delivery, states
from .actions import deliver_to_client, use_present_address
from .carriers import SECONDS_IN_WORKER
from .models import Communication


def send(communication_id):
    """Send a message to a client, unless it has been sent already; none of a firm that is being closed.

    Safe to run twice, also concurrently. Raises `Unavailable` and `DeliveryInProgress` if it has to be run again.
    """
    communication = Communication.for_job(communication_id)
    if communication and Firm.fetch(communication.firm_id).leaving_since:
        delivery.mark_failed(communication)
    elif communication:
        if communication.send_at:
            use_present_address(communication)
        deliver_to_client(communication, SECONDS_IN_WORKER)


def send_failed(communication_id):
    """Mark a message as failed. Called after the last attempt to `send` it."""
    communication = Communication.for_job(communication_id)
    if communication:
        delivery.mark_failed(communication)


def keep_from_new_client(matter_id, changed_at):
    """Let what waits fail that was written to the client whom the matter had before `changed_at`, in ISO 8601."""
    matter = Matter.for_job(matter_id)
    if matter:
        Communication.fail_waiting(matter, datetime.fromisoformat(changed_at), states.OTHER_CLIENT)
