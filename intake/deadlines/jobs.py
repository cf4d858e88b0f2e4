"""What the worker does about deadlines."""

from intake.core.clock import now
from intake.core.db import db
from intake.notifications.actions import note
from intake.notifications.models import Notification
from intake.notifications.states import DEADLINE_APPROACHING
from intake.tasks.apart import apart

from .alerts import alert_due, days_left
from .models import Deadline


def alert_of_deadlines(moment=None):
    """Every firm has been told of its deadlines that are 7 days or 1 day off, once for each date and number of days.

    A deadline that was moved is told of again for its new date; one that is completed or gone is not.
    """
    moment, due = moment or now(), {}
    near = {deadline.id: deadline for deadline in Deadline.near(moment)}
    apart(near, lambda id: due.update(_due(near[id], moment)), "a deadline could not be looked at")
    untold = due.keys() - Notification.occasions(DEADLINE_APPROACHING, due)
    apart(untold, lambda occasion: _alert(occasion, due[occasion], moment), "a deadline could not be told of")


def _due(deadline, moment):
    """The deadline by the occasion of its alert; nothing if none is due."""
    days = alert_due(deadline.due_date, deadline.dated_at, deadline.firm.timezone, moment)
    return {f"{deadline.id} {deadline.due_date} {days}": deadline} if days else {}


def _alert(occasion, deadline, moment):
    ids = {"matter_id": deadline.matter_id, "deadline_id": deadline.id}
    with db.atomic():
        if deadline.still_due(deadline.due_date):
            note(deadline.firm_id, DEADLINE_APPROACHING, occasion, ids, deadline=deadline, matter=deadline.matter,
                 days=days_left(deadline.due_date, deadline.firm.timezone, moment))
