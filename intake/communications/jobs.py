"""What the worker does about communications."""

from datetime import datetime

from intake.core.clock import now
from intake.core.db import db
from intake.matters.models import Matter

from . import delivery, reminders
from .actions import deliver_to_client
from .carriers import SECONDS_IN_WORKER
from .models import Communication


def send(communication_id, moment=None):
    """The message is not queued any more, or waits for the morning.

    Safe to run twice, also at once. Raises `Unavailable` and `InOtherHands` when it is to be run again later.
    """
    communication = Communication.for_job(communication_id)
    if communication and reminders.leaves_now(communication, moment or now()):
        deliver_to_client(communication, SECONDS_IN_WORKER)


def send_failed(communication_id):
    """The message is shown as failed. For after the last attempt to `send` it."""
    communication = Communication.for_job(communication_id)
    if communication:
        delivery.give_up(communication)


def remind_clients(moment=None):
    """Clients who have still to hand something in, and were to be reminded by now, are."""
    reminders.remind(moment or now())


def plan_reminders(matter_id, link_id, expires_at):
    """The client will be reminded of the link that was just sent; `expires_at` is a timestamp of the interface."""
    matter = Matter.for_job(matter_id)
    if matter:
        with db.atomic():
            reminders.plan_reminders(matter, link_id, now(), datetime.fromisoformat(expires_at))


def stop_reminders(matter_id):
    """The matter's client is not reminded any more."""
    matter = Matter.for_job(matter_id)
    if matter:
        reminders.stop_reminders(matter, matter_id)
