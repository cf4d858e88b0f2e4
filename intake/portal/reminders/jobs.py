"""The worker's jobs for reminders. Every job is safe to run twice."""

from datetime import datetime

from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.messaging.communications.carriers import SECONDS_IN_WORKER
from intake.messaging.communications.client_delivery import deliver_to_client
from intake.messaging.communications.models import Communication
from intake.portal.links.models import IntakeLink

from . import actions


def send_reminder(communication_id, client_id=None, moment=None):
    """Send a reminder's message, unless it was sent already or is not wanted any more.

    Raises `Unavailable`, `DeliveryInProgress` and, at night, `Postponed` when it is to be run again later.
    """
    communication = Communication.for_job(communication_id)
    if communication and actions.may_be_sent_now(communication, moment or now()):
        deliver_to_client(communication, SECONDS_IN_WORKER, client_id)


def remind_clients(moment=None):
    """Settle the reminders that are due."""
    actions.remind(moment or now())


def plan_reminders(matter_id, link_id, expires_at):
    """Plan the reminders of a link that was just sent, unless it was revoked or replaced meanwhile.

    `expires_at` is a timestamp in ISO 8601.
    """
    matter = Matter.for_job(matter_id)
    if matter:
        with db.atomic():
            Matter.fetch_locked(matter, matter.id)  # before its reminders, as replacing the link does
            if IntakeLink.current(matter, matter.id).where(IntakeLink.id == link_id).exists():
                actions.plan_reminders(matter, link_id, now(), datetime.fromisoformat(expires_at))
