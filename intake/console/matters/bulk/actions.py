"""Starting a run of an action on many matters, and going on with it."""

from datetime import timedelta

from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import Postponed, plan
from intake.portal.bulk.actions import act
from intake.portal.bulk.states import ARCHIVE, ASSIGN, CLOSE

from .models import BulkRun
from .problems import problem_of
from .states import ASKED, RUNNING

ENDINGS = (CLOSE, ARCHIVE)
_PAUSE = timedelta(seconds=30)


def start(caller, run):
    """Let the worker do it, once."""
    undo = active(caller, run.ids) if run.action in ENDINGS else ()
    with db.atomic():
        if run.change(BulkRun.status == ASKED, status=RUNNING, undo=[id for id in run.ids if id in undo]):
            plan(run.firm_id, "run_bulk_action", run.firm_id, run.id)


def go_on(caller, run):
    """Apply the action to the next of the matters that are left. Raises `Postponed` if another worker is at it."""
    values = {"assigned_attorney": run.assigned_to} if run.action == ASSIGN else {}
    ids = run.next_ids()
    with db.atomic():
        outcomes = act(caller, ids, run.action, **values)
        failures = [[each["id"], problem_of(run.action, each["error"])] for each in outcomes if not each["ok"]]
        if not run.count(len(ids), failures):
            raise Postponed(now() + _PAUSE)


def active(caller, ids):
    """Return the ids of the matters that are active."""
    found = Matter.of(caller, Matter.id).where(Matter.id.in_(list(ids)), Matter.status == ACTIVE)
    return {id for id, in found.tuples()}
