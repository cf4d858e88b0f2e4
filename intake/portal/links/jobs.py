"""What the worker does about intake links. Everything here is safe to run twice."""

from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.engine.tasks.isolation import for_each_isolated

from .actions import revoke_of_former_client
from .completion import complete_if_all_is_in, expire
from .models import IntakeLink


def complete_intake(matter_id):
    """The matter's intake is complete, if what just came in was the last of it."""
    matter = Matter.for_job(matter_id)
    link = matter and IntakeLink.current(matter, matter.id).first()
    if link:
        complete_if_all_is_in(link)


def complete_intakes():
    """Intakes of which the last open item was withdrawn, or is not required any more, are complete."""
    for_each_isolated(IntakeLink.with_nothing_open(), lambda id: complete_if_all_is_in(IntakeLink.for_job(id)),
          "an intake could not be completed")


def revoke_links_of_former_clients():
    """A matter that has another client has no link, and nobody is reminded of the former one's."""
    for_each_isolated(IntakeLink.of_former_clients(), lambda id: revoke_of_former_client(IntakeLink.for_job(id)),
          "a former client's link could not be revoked")


def expire_links(moment=None):
    """Firms are being told of links that expired before the intake was complete, once of each."""
    for_each_isolated(IntakeLink.unnoticed(moment or now()), lambda id: expire(IntakeLink.for_job(id)),
          "an expired link could not be told of")
