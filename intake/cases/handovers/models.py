"""The matters that are handed over."""

from intake.cases.matters.models import Matter
from intake.cases.matters.states import ARCHIVED


def assigned_to(caller, user, *columns):
    """Return a query for the matters that are handed over with the user."""
    return Matter.of(caller, *columns).where(
        Matter.assigned_attorney.in_(user.assigned_as), Matter.status != ARCHIVED)
