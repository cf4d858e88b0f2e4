"""Hand over matters and leads (docs/behaviour.md, "People and invitations")."""

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import SEES_ONLY_ASSIGNED
from intake.accounts.users.actions import change
from intake.accounts.users.errors import NotAColleague
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE, SUSPENDED
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engagement.leads import actions as leads
from intake.engagement.leads.models import Lead

from .models import assigned_to, leads_of

_BATCH = 100
"""How many matters one transaction hands over: each takes some milliseconds, for which changes to the others wait."""


def hand_over(caller, user_id, to, suspend=False):
    """Assign the user's matters, except archived ones, and open leads to a colleague; suspend the user if `suspend`.

    Return {id, to, matters, leads, status}. Raises `NotFound` for an unknown user, `NotAColleague`, and with `suspend`
    the errors of `change`; `InsufficientScope` if the colleague sees only what is assigned to them and the caller
    lacks `matters:write`.
    """
    matters, leads_handed_over, is_last = 0, 0, False
    while not is_last:
        with db.atomic():
            user, colleague = _both(caller, user_id, to)
            if suspend and not matters:  # first, so that nothing more is assigned to the user between transactions
                user = change(caller, user.id, status=SUSPENDED)
            leads_handed_over += _hand_over_leads(caller, user, colleague)
            ids = [id for id, in assigned_to(caller, user, Matter.id).order_by(Matter.id).limit(_BATCH).tuples()]
            for id in ids:
                update(caller, id, assigned_attorney=colleague.id)
            matters, is_last = matters + len(ids), len(ids) < _BATCH
            if is_last:
                record_act("user.matters_handed_over", user, to=colleague.id, matters=matters, leads=leads_handed_over)
    return {"id": user.id, "to": colleague.id, "matters": matters, "leads": leads_handed_over, "status": user.status}


def _both(caller, user_id, to):
    """Return the user and the colleague, who may take over."""
    Firm.fetch_locked(caller.firm_id)  # locked, because another call may suspend the other person
    user, colleague = User.fetch(caller, user_id), User.fetch(caller, to)
    if colleague.id == user.id or colleague.status != ACTIVE:
        raise NotAColleague
    if colleague.role in SEES_ONLY_ASSIGNED:
        caller.require("matters:write")
    return user, colleague


def _hand_over_leads(caller, user, colleague):
    """Assign the leads, before the matters: a transaction that waits for a hold on them must not have locked one."""
    ids = [id for id, in leads_of(caller, user, Lead.id).order_by(Lead.id).tuples()]
    for id in ids:
        leads.update(caller, id, assigned_to=colleague.id)
    return len(ids)
