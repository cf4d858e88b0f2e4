"""The worker's jobs for intake links. Every job is safe to run twice."""

from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications.carriers import SECONDS_IN_WORKER
from intake.messaging.communications.client_delivery import deliver_to_client
from intake.messaging.communications.models import Communication

from .actions import mark_if_sent, renew, revoke_of_former_client
from .completion import complete_if_all_is_in, expire
from .models import IntakeLink
from .receipts import may_be_sent_now, send_receipt


def complete_intake(matter_id):
    """Complete the matter's intake if the item that came in, or is no longer needed, was the last open one."""
    matter = Matter.for_job(matter_id)
    link = matter and IntakeLink.current(matter, matter.id).first()
    if link:
        complete_if_all_is_in(link)


def revoke_link_of_former_client(matter_id):
    """Revoke the matter's link and its reminders if the matter now has another client."""
    matter = Matter.for_job(matter_id)
    link = matter and IntakeLink.current(matter, matter.id).first()
    if link:
        revoke_of_former_client(link)


def mark_sent_link(link_id):
    """Mark a link as sent whose sender was killed before it could."""
    link = IntakeLink.for_job(link_id)
    if link:
        mark_if_sent(link)


def renew_link(link_id):
    """Send the client of this link a working one."""
    link = IntakeLink.for_job(link_id)
    if link:
        renew(link)


def send_intake_receipt(link_id):
    """Tell the client that everything is in."""
    link = IntakeLink.for_job(link_id)
    if link:
        send_receipt(link)


def send_receipt_mail(communication_id, client_id=None):
    """Send the mail that everything is in, unless it was sent already or is no longer true.

    Raises `Unavailable`, `DeliveryInProgress` and, at night, `Postponed` when it is to be run again later.
    """
    communication = Communication.for_job(communication_id)
    if communication and may_be_sent_now(communication):
        deliver_to_client(communication, SECONDS_IN_WORKER, client_id)


def expire_links(moment=None):
    """Mark links that expired before the intake was complete, and record an event for each."""
    moment = moment or now()
    for_each_isolated(IntakeLink.newly_expired(moment), lambda id: expire(IntakeLink.for_job(id), moment),
                      "intake link expiry failed")
