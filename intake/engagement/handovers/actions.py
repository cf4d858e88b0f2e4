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


def hand_over(caller, user_id, to, suspend=False):
    """Assign the user's matters, except archived ones, and open leads to a colleague; suspend the user if `suspend`.

    Return {id, to, matters, leads, status}. Raises `NotFound` for an unknown user, `NotAColleague`, and with `suspend`
    the errors of `change`; `InsufficientScope` if the colleague sees only what is assigned to them and the caller
    lacks `matters:write`.
    """
    with db.atomic():
        Firm.fetch_locked(caller.firm_id)  # locked, because another call may suspend the other person
        user, colleague = User.fetch(caller, user_id), User.fetch(caller, to)
        if colleague.id == user.id or colleague.status != ACTIVE:
            raise NotAColleague
        if colleague.role in SEES_ONLY_ASSIGNED:
            caller.require("matters:write")
        if suspend:
            user = change(caller, user.id, status=SUSPENDED)
        lead_ids = [id for id, in leads_of(caller, user, Lead.id).order_by(Lead.id).tuples()]
        for id in lead_ids:  # before the matters: a transaction that waits for a hold on them must not have locked one
            leads.update(caller, id, assigned_to=colleague.id)
        ids = [id for id, in assigned_to(caller, user, Matter.id).order_by(Matter.id).tuples()]
        for id in ids:
            update(caller, id, assigned_attorney=colleague.id)
        record_act("user.matters_handed_over", user, to=colleague.id, matters=len(ids), leads=len(lead_ids))
    return {"id": user.id, "to": colleague.id, "matters": len(ids), "leads": len(lead_ids), "status": user.status}
