"""Everything that can happen to a deadline (decisions.md 4)."""

from intake.cases.matters.models import Matter
from intake.core.db import db

from .models import Deadline


def set_deadline(scope, matter_id, **values):
    """The matter has a new deadline. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        return Deadline.create(firm_id=matter.firm_id, matter_id=matter.id, **values)


def update(scope, matter_id, deadline_id, **values):
    """The deadline has the given values; what was not given stays. Raises `NotFound`."""
    deadline = Deadline.fetch_in(scope, matter_id, deadline_id)
    changes = deadline.differing(values)
    if changes and not deadline.change(**changes):
        Deadline.fetch_in(scope, matter_id, deadline_id)  # deleted meanwhile: says so
    return deadline


def delete(scope, matter_id, deadline_id):
    """The deadline is gone. Raises `NotFound`."""
    deadline = Deadline.fetch_in(scope, matter_id, deadline_id)
    Deadline.delete().where(Deadline.firm_id == deadline.firm_id, Deadline.id == deadline.id).execute()
