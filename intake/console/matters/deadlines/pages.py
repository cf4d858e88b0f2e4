"""`/matters/<id>/deadlines`: the deadlines, and adding, completing and deleting them."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.cases.deadlines import actions
from intake.cases.deadlines.models import Deadline
from intake.cases.deadlines.schemas import DeadlineIn
from intake.cases.deadlines.states import OTHER, TYPES
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.days import day_typed
from intake.console.frame.paging import page_of
from intake.console.matters.head import matter_page
from intake.web.forms import typed

from .states import WRONG

deadlines_tab = Blueprint("deadlines_tab", __name__)

_SHOWN = 100


@deadlines_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the deadlines, the open ones first."""
    return _page(desk, matter_id)


@deadlines_tab.post("")
@console_page("matters:write", once=True)
def create(desk, matter_id):
    """Add a deadline."""
    given = {"title": typed("title", 255), "due_date": typed("due_date"), "type": typed("type"),
             "notes": typed("notes", 10_000) or None}
    try:
        values = DeadlineIn().load(given | {"due_date": day_typed(given["due_date"])})
    except ValidationError as error:
        return _page(desk, matter_id, 422, given, {name: WRONG[name] for name in error.messages})
    actions.set_deadline(desk.caller, matter_id, **values)
    return _back(matter_id, "saved")


@deadlines_tab.post("/<deadline_id>/complete")
@console_page("matters:write")
def complete(desk, matter_id, deadline_id):
    """Mark a deadline as met, or as open again."""
    actions.update(desk.caller, matter_id, deadline_id, completed=typed("completed") == "yes")
    return _back(matter_id, "saved")


@deadlines_tab.post("/<deadline_id>/delete")
@console_page("matters:write")
def delete(desk, matter_id, deadline_id):
    """Delete a deadline."""
    actions.delete(desk.caller, matter_id, deadline_id)
    return _back(matter_id, "deleted")


def _back(matter_id, done):
    return go_to("deadlines_tab.show", matter_id=matter_id, done=done, page=request.args.get("page"))


def _page(desk, matter_id, status=200, given=None, wrong=None):
    deadlines = Deadline.of(desk.caller).where(Deadline.matter_id == matter_id).order_by(
        Deadline.completed, Deadline.due_date, Deadline.id)
    return matter_page(
        desk, matter_id, "matter_deadlines.html", status, deadlines=page_of(deadlines, _SHOWN), wrong=wrong,
        given=given or {"type": OTHER}, types=TYPES, today=desk.firm.today)
