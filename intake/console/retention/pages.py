"""`/settings/records/retention`: the schedules, one of them, and what is due."""

import re

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import Invalid
from intake.records.erasures.names import STATUS_NAMES
from intake.records.retention import actions
from intake.records.retention.errors import DuplicateSchedule
from intake.records.retention.models import RetentionSchedule, list_due
from intake.records.retention.schemas import ScheduleIn
from intake.records.retention.states import MOST
from intake.web.forms import typed

from .states import NOTICES, ROWS, WRONG

retention_pages = Blueprint("retention_pages", __name__, template_folder="../templates")

_PAGE = re.compile("[1-9][0-9]{0,5}")
_NUMBERS = ("years", "minor_years", "age_of_majority")
_FLAGS = ("notice", "automatic")
_NEW = {"age_of_majority": "18", "notice": True}


@retention_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the schedules."""
    listed = RetentionSchedule.listed(desk.caller, {"page": 1, "per_page": 100})
    return desk.page("retention.html", notices=NOTICES, listed=listed)


@retention_pages.post("/usual")
@console_page("firms:write")
def add_usual(desk):
    """Add the usual schedules."""
    actions.add_usual(desk.caller)
    return go_to("retention_pages.index", done="added")


@retention_pages.get("/new")
@console_page("firms:write")
def new(desk):
    """Show the form of a new schedule."""
    return _form(desk, None, _NEW)


@retention_pages.post("/new")
@console_page("firms:write")
def create(desk):
    """Create a schedule."""
    return _save(desk, None, lambda values: actions.create(desk.caller, **values))


@retention_pages.get("/due")
@console_page("firms:write")
def due(desk):
    """List the matters whose time is over, or those that are marked."""
    planned = request.args.get("planned") == "true"
    number = int(request.args["page"]) if _PAGE.fullmatch(request.args.get("page", "")) else 1
    listed = list_due(desk.caller, actions.today_of(desk.firm), {"planned": planned, "page": number, "per_page": ROWS})
    return desk.page("retention_due.html", notices=NOTICES, listed=listed, planned=planned, statuses=STATUS_NAMES)


@retention_pages.post("/due")
@console_page("firms:write")
def plan(desk):
    """Mark the selected matters to be destroyed."""
    ids = request.form.getlist("id")[:MOST]
    if not ids:
        return go_to("retention_pages.due", failed="none-chosen")
    outcomes = actions.plan_due(desk.caller, ids)
    return go_to("retention_pages.due", **{"done": "planned"} if all(each["ok"] for each in outcomes) else {
        "failed": "some"})


@retention_pages.get("/<retention_schedule_id>")
@console_page("firms:write")
def show(desk, retention_schedule_id):
    """Show the form of a schedule."""
    schedule = RetentionSchedule.fetch(desk.caller, retention_schedule_id)
    given = {name: getattr(schedule, name) for name in ("name", "practice_area", *_NUMBERS, *_FLAGS)}
    return _form(desk, schedule, given | {"excepted": ", ".join(schedule.excepted)})


@retention_pages.post("/<retention_schedule_id>")
@console_page("firms:write")
def save(desk, retention_schedule_id):
    """Change a schedule."""
    schedule = RetentionSchedule.fetch(desk.caller, retention_schedule_id)
    return _save(desk, schedule, lambda values: actions.update(desk.caller, schedule.id, **values))


@retention_pages.post("/<retention_schedule_id>/remove")
@console_page("firms:write")
def remove(desk, retention_schedule_id):
    """Remove a schedule."""
    actions.remove(desk.caller, retention_schedule_id)
    return go_to("retention_pages.index", done="removed")


def _save(desk, schedule, act):
    given = {name: typed(name, 4000).replace("\0", "").strip()
             for name in ("name", "practice_area", "excepted", *_NUMBERS)} | {
        name: name in request.form for name in _FLAGS}
    body = given | {name: int(given[name]) if given[name].isdecimal() and given[name].isascii() and len(
        given[name]) < 5 else given[name] or None for name in _NUMBERS}
    body["practice_area"] = given["practice_area"] or None
    body["excepted"] = [word.strip() for word in given["excepted"].split(",") if word.strip()]
    try:
        act(ScheduleIn().load(body))
    except ValidationError as error:
        names = {each["field"].partition(".")[0] for each in Invalid(error.messages).details["fields"]}
        return _form(desk, schedule, given, 422, {name: WRONG[name] for name in names})
    except DuplicateSchedule:
        return _form(desk, schedule, given, 422, {"practice_area": WRONG["practice_area"]})
    return go_to("retention_pages.index", done="saved")


def _form(desk, schedule, given, status=200, wrong=None):
    return desk.page("retention_schedule.html", status, schedule=schedule, given=given, wrong=wrong or {},
                     practice_areas=PRACTICE_AREAS)
