"""What the worker does with intake links. Every job is safe to run twice."""

from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.engine.tasks.isolation import for_each_isolated

from .actions import revoke_of_former_client
from .completion import complete_if_all_is_in, expire
from .models import IntakeLink


def complete_intake(matter_id):
    """Complete the matter's intake if what just came in was the last open item."""
    matter = Matter.for_job(matter_id)
    link = matter and IntakeLink.current(matter, matter.id).first()
    if link:
        complete_if_all_is_in(link)


def complete_intakes():
    """Complete intakes whose last open item was withdrawn or is not required any more."""
    for_each_isolated(IntakeLink.with_nothing_open(), lambda id: complete_if_all_is_in(IntakeLink.for_job(id)),
                      "intake completion failed")


def revoke_links_of_former_clients():
    """Revoke the links of matters that have another client by now, and their reminders."""
    for_each_isolated(IntakeLink.of_former_clients(), lambda id: revoke_of_former_client(IntakeLink.for_job(id)),
                      "revocation of a former client's link failed")


def expire_links(moment=None):
    """Mark links that expired before the intake was complete, and record an event for each."""
    for_each_isolated(IntakeLink.newly_expired(moment or now()), lambda id: expire(IntakeLink.for_job(id)),
                      "intake link expiry failed")
