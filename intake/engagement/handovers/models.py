"""The matters and the leads that are handed over."""

from intake.cases.matters.models import Matter
from intake.cases.matters.states import ARCHIVED
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import OPEN


def assigned_to(caller, user, *columns):
    """Return a query for the matters that are handed over for the user."""
    return Matter.of(caller, *columns).where(
        Matter.assigned_attorney.in_(user.assigned_as), Matter.status != ARCHIVED)


def leads_of(caller, user, *columns):
    """Return a query for the leads that are handed over for the user: those that are not closed."""
    return Lead.of(caller, *columns).where(Lead.assigned_to.in_(user.assigned_as), Lead.status.in_(OPEN))
