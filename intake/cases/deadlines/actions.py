"""Actions on deadlines."""

from intake.cases.matters.models import Matter
from intake.core.db import db

from .models import Deadline


def set_deadline(scope, matter_id, **values):
    """Create a deadline of a matter. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        return Deadline.create(firm_id=matter.firm_id, matter_id=matter.id, **values)


def update(scope, matter_id, deadline_id, **values):
    """Change the given values of a deadline. Raises `NotFound`."""
    deadline = Deadline.fetch_in(scope, matter_id, deadline_id)
    changes = deadline.differing(values)
    if changes and not deadline.change(**changes):
        Deadline.fetch_in(scope, matter_id, deadline_id)  # raises `NotFound` if it was deleted meanwhile
    return deadline


def delete(scope, matter_id, deadline_id):
    """Delete a deadline. Raises `NotFound`."""
    Deadline.fetch_in(scope, matter_id, deadline_id).delete_row()
