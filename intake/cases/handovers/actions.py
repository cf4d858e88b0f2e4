"""Hand over matters (docs/behaviour.md, "People and invitations")."""

from intake.accounts.audit.recording import record_act
from intake.accounts.users.actions import change
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE, SUSPENDED
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ARCHIVED
from intake.core.db import db

from .errors import NotAColleague


def hand_over(caller, user_id, to, suspend=False):
    """Assign every matter of the user that is not archived to a colleague, and perhaps suspend the user.

    Return {id, to, matters, status}. Raises `NotFound` for an unknown user, `NotAColleague`, and with `suspend` what
    `change` raises.
    """
    with db.atomic():
        user, colleague = User.fetch(caller, user_id), User.fetch(caller, to)
        if colleague.id == user.id or colleague.status != ACTIVE:
            raise NotAColleague
        if suspend:
            user = change(caller, user.id, status=SUSPENDED)
        ids = [id for id, in assigned_to(caller, user, Matter.id).order_by(Matter.id).tuples()]
        for id in ids:
            update(caller, id, assigned_attorney=colleague.id)
        record_act("user.matters_handed_over", user, to=colleague.id, matters=len(ids))
    return {"id": user.id, "to": colleague.id, "matters": len(ids), "status": user.status}


def assigned_to(caller, user, *columns):
    """Return a query for the matters that are handed over with the user."""
    return Matter.of(caller, *columns).where(
        Matter.assigned_attorney.in_(user.assigned_as), Matter.status != ARCHIVED)
