"""`/api/v1/retention-schedules`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .due import list_due
from .errors import DuplicateSchedule
from .models import RetentionSchedule
from .schemas import DueIn, DueOutcome, DueQuery, DueRow, ScheduleIn, ScheduleOut, SchedulePatch

retention_schedules = Blueprint("retention_schedules", __name__)


@retention_schedules.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(ScheduleOut)
def index(caller, query):
    """List retention schedules: those of matters first, and of each kind first the one for all other practice areas."""
    return RetentionSchedule.listed(caller, query)


@retention_schedules.post("")
@requires("firms:write")
@accepts(ScheduleIn)
@returns(ScheduleOut, status=201)
@raises(DuplicateSchedule)
def create(caller, body):
    """Create a retention schedule; it destroys nothing unless it is `automatic`."""
    return actions.create(caller, **body)


@retention_schedules.post("/usual")
@requires("firms:write")
@returns(ScheduleOut, many=True)
def add_usual(caller):
    """Add the usual schedules of matters and of leads for the practice areas that have none."""
    return actions.add_usual(caller)


@retention_schedules.get("/due")
@requires("firms:read")
@queries(DueQuery)
@returns_page(DueRow)
def list_what_is_due(caller, query):
    """List the matters, leads or clients whose time is over; with `planned` those whose destruction is planned."""
    return list_due(caller, caller.firm.today, query)


@retention_schedules.post("/due")
@requires("firms:write")
@accepts(DueIn)
@returns(DueOutcome, many=True)
def plan_due(caller, body):
    """Plan the destruction of due records; each succeeds or fails separately, matters first."""
    return actions.plan_due(caller, **body)


@retention_schedules.get("/<retention_schedule_id>")
@requires("firms:read")
@returns(ScheduleOut)
def show(caller, retention_schedule_id):
    """Retrieve a retention schedule."""
    return RetentionSchedule.fetch(caller, retention_schedule_id)


@retention_schedules.patch("/<retention_schedule_id>")
@requires("firms:write")
@accepts(SchedulePatch)
@returns(ScheduleOut)
@raises(DuplicateSchedule)
def update(caller, retention_schedule_id, body):
    """Change a retention schedule, from now on for all its records; its kind cannot be changed."""
    return actions.update(caller, retention_schedule_id, **body)


@retention_schedules.delete("/<retention_schedule_id>")
@requires("firms:write")
@returns(Deleted)
def destroy(caller, retention_schedule_id):
    """Remove a retention schedule; its records follow the one for all others, or are kept for good."""
    actions.remove(caller, retention_schedule_id)
    return {"id": retention_schedule_id}
