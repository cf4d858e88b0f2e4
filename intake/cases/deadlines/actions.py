"""Actions on deadlines."""

from intake.accounts.audit.recording import record_act, record_change
from intake.cases.holds.checks import is_overwritten, require_matter_not_held
from intake.cases.matters.models import Matter
from intake.core.db import db

from .models import Deadline
from .states import KEPT


def set_deadline(scope, matter_id, **values):
    """Create a deadline of a matter. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        deadline = Deadline.create(firm_id=matter.firm_id, matter_id=matter.id, **values)
        record_act("deadline.created", deadline, matter_id=matter.id)
    return deadline


def update(scope, matter_id, deadline_id, **values):
    """Change the given values of a deadline. Raises `NotFound`, `OnHold`."""
    with db.atomic():
        deadline = Deadline.fetch_in(scope, matter_id, deadline_id)
        changes = deadline.differing(values)
        if is_overwritten(deadline, changes, KEPT):
            require_matter_not_held(scope, matter_id)
        if changes and not deadline.change(**changes):
            Deadline.fetch_in(scope, matter_id, deadline_id)  # raises `NotFound` if it was deleted meanwhile
        record_change(deadline, changes, matter_id=matter_id)
    return deadline


def delete(scope, matter_id, deadline_id):
    """Delete a deadline. Raises `NotFound`, `OnHold`."""
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        deadline = Deadline.fetch_in(scope, matter_id, deadline_id)
        if deadline.delete_row():
            record_act("deadline.deleted", deadline, matter_id=matter_id)
