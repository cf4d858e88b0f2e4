"""The deadlines of a calendar."""

from peewee import fn

from intake.cases.deadlines.models import Deadline
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.core.tenancy import is_in_firm

from .states import KEPT, MAX_EVENTS


def deadlines_of(feed, caller):
    """Return the open deadlines of active matters that `caller`, the feed's person, may see, each with its matter.

    If there are too many, deadlines to come take precedence, the next ones first, then the latest of those past.
    """
    today = feed.firm.today
    conditions = [Matter.assigned_attorney.in_(feed.user.assigned_as)] if feed.only_assigned else []
    return (Deadline.of(caller, Deadline, Matter.id, Matter.title, Matter.updated_at)
            .join(Matter, on=(Matter.id == Deadline.matter_id) & is_in_firm(Matter, Deadline.firm_id), attr="matter")
            .where(~Deadline.completed, Deadline.due_date >= today - KEPT, Matter.status == ACTIVE, *conditions)
            .order_by(Deadline.due_date < today, fn.ABS(Deadline.due_date - today), Deadline.id).limit(MAX_EVENTS))
