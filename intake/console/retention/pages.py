"""`/settings/records/retention`: the schedules, a single one, and the due records."""

from typing import Any

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.core.db import db
from intake.core.errors import Invalid
from intake.records.erasures.names import STATUS_NAMES
from intake.records.retention import actions
from intake.records.retention.due import count_due, list_due
from intake.records.retention.errors import DuplicateSchedule
from intake.records.retention.models import RetentionSchedule
from intake.records.retention.schemas import ScheduleIn
from intake.records.retention.states import CLIENTS, KINDS, LEADS, MATTERS, MOST, USUAL_FOR_LEADS
from intake.web.forms import choice, page_number, typed, whole_number

from .states import NOTICES, ROWS, STATE_NAMES, WRONG

retention_pages = Blueprint("retention_pages", __name__)

_NUMBERS = {MATTERS: ("years", "minor_years", "age_of_majority"), LEADS: ("months", "quarantine_months"),
            CLIENTS: ("years",)}
_FLAGS = {MATTERS: ("notice", "automatic"), LEADS: ("automatic",), CLIENTS: ()}
_NEW = {MATTERS: {"age_of_majority": "18", "notice": True}, LEADS: USUAL_FOR_LEADS, CLIENTS: {}}
_IDS = {MATTERS: "matter_ids", LEADS: "lead_ids", CLIENTS: "client_ids"}


@retention_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the schedules."""
    listed = RetentionSchedule.listed(desk.caller, {"page": 1, "per_page": 100})
    of_kind = {kind: [each for each in listed.rows if each.kind == kind] for kind in KINDS}
    return desk.page("retention.html", notices=NOTICES, of_kind=of_kind)


@retention_pages.post("/usual")
@console_page("firms:write")
def add_usual(desk):
    """Add the usual schedules."""
    actions.add_usual(desk.caller)
    return go_to("retention_pages.index", done="added")


@retention_pages.get("/new")
@console_page("firms:write")
def new(desk):
    """Show the form for a new schedule."""
    kind = choice("kind", KINDS, MATTERS)
    return _form(desk, None, kind, _NEW[kind])


@retention_pages.post("/new")
@console_page("firms:write", once=True)
def create(desk):
    """Create a schedule."""
    kind = choice("kind", KINDS, MATTERS, request.form)
    return _save(desk, None, kind, lambda values: actions.create(desk.caller, **values))


@retention_pages.get("/due")
@console_page("firms:write")
def due(desk):
    """List the records of a kind that have been kept long enough, or those that are marked.

    Without a kind in the address, the first kind is shown that needs a decision.
    """
    kind, planned = choice("kind", KINDS, MATTERS), request.args.get("planned") == "true"
    today = desk.firm.today
    listed = list_due(desk.caller, today, {"kind": kind, "planned": planned, "page": page_number(), "per_page": ROWS})
    totals = count_due(desk.caller, today, planned)
    first = next(filter(totals.get, KINDS), MATTERS)
    if not request.args and first != kind:
        return go_to("retention_pages.due", kind=first)
    return desk.page("retention_due.html", notices=NOTICES, listed=listed, kind=kind, planned=planned, totals=totals,
                     kinds=KINDS, statuses=STATUS_NAMES, states=STATE_NAMES)


@retention_pages.post("/due")
@console_page("firms:write", once=True)
def plan(desk):
    """Mark the selected records for destruction."""
    kind, ids = choice("kind", KINDS, MATTERS, request.form), request.form.getlist("id")[:MOST]
    if not ids:
        return go_to("retention_pages.due", kind=kind, failed="none-chosen")
    outcomes = actions.plan_due(desk.caller, **{_IDS[kind]: ids})
    return go_to("retention_pages.due", kind=kind, **{"done": "planned"} if all(each["ok"] for each in outcomes) else {
        "failed": "some"})


@retention_pages.get("/<retention_schedule_id>")
@console_page("firms:write")
def show(desk, retention_schedule_id):
    """Show the form of a schedule."""
    schedule = RetentionSchedule.fetch(desk.caller, retention_schedule_id)
    return _form(desk, schedule, schedule.kind, _given(schedule))


@retention_pages.post("/<retention_schedule_id>")
@console_page("firms:write")
def save(desk, retention_schedule_id):
    """Change a schedule, unless somebody else did meanwhile; then show the present values."""
    schedule = RetentionSchedule.fetch(desk.caller, retention_schedule_id)
    return _save(desk, schedule, schedule.kind, lambda values: actions.update(desk.caller, schedule.id, **values))


@retention_pages.post("/<retention_schedule_id>/remove")
@console_page("firms:write")
def remove(desk, retention_schedule_id):
    """Remove a schedule."""
    actions.remove(desk.caller, retention_schedule_id)
    return go_to("retention_pages.index", done="removed")


def _given(schedule):
    """Return the schedule's values in the form: texts, and whether each box is ticked."""
    stored = schedule.__data__
    shown = {name: "" if stored[name] is None else str(stored[name])
             for name in ("name", "practice_area", *_NUMBERS[schedule.kind])}
    return shown | {name: stored[name] for name in _FLAGS[schedule.kind]} | {"excepted": ", ".join(schedule.excepted)}


def _save(desk, schedule, kind, act):
    numbers, texts = _NUMBERS[kind], ["name", "practice_area"]
    if kind == MATTERS:
        texts.append("excepted")
    given: dict[str, Any] = {name: typed(name, 4000).strip() for name in (*texts, *numbers)}
    given |= {name: name in request.form for name in _FLAGS[kind]}
    body = given | {name: whole_number(given[name], given[name] or None) for name in numbers}
    body |= {"kind": kind, "practice_area": given["practice_area"] or None}
    if "excepted" in given:
        body["excepted"] = [word.strip() for word in given["excepted"].split(",") if word.strip()]
    try:
        values = ScheduleIn().load(body)
        with db.atomic():
            current = schedule and _given(fetch_to_save(RetentionSchedule, desk.caller, schedule.id))
            if not current or not is_outdated(current):
                act(values)
                return go_to("retention_pages.index", done="saved")
    except ValidationError as error:
        return _form(desk, schedule, kind, given, 422, {name: WRONG[name] for name in Invalid(error.messages).names})
    except DuplicateSchedule:
        wrong = {"name": WRONG["clients"]} if kind == CLIENTS else {"practice_area": WRONG["practice_area"]}
        return _form(desk, schedule, kind, given, 422, wrong)
    return _form(desk, schedule, kind, given, 409, now=current)


def _form(desk, schedule, kind, given, status=200, wrong=None, now=None):
    return desk.page("retention_schedule.html", status, schedule=schedule, kind=kind, given=given, wrong=wrong or {},
                     now=now, version=kept_version(wrong, now or (schedule and _given(schedule))),
                     practice_areas=PRACTICE_AREAS)
