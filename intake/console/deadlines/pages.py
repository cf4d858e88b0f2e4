"""`/deadlines`: the deadlines of all matters as a list and as a month, one deadline, and the calendar feed."""

from datetime import date, timedelta

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.calendar_addresses.actions import make_feed, revoke_feed
from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.deadlines import actions
from intake.cases.deadlines.models import Deadline
from intake.cases.deadlines.schemas import DeadlineIn, DeadlinePatch
from intake.cases.deadlines.states import OTHER, STATUSES, TYPES
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.days import day_typed
from intake.console.frame.paging import place_in_address
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.matters.deadlines.states import WRONG
from intake.console.matters.people import People
from intake.core.db import db
from intake.web.forms import parameter, typed

from .models import deadlines_between, fetch_deadline, find_matters, list_deadlines, overview
from .month import Month
from .states import FIRST_STATUS, LATER, OVERDUE, SOON, SOON_DAYS, SPANS, TODAY

deadlines_pages = Blueprint("deadlines_pages", __name__)

NOTICES = {
    "saved": "Saved.",
    "deleted": "Deleted.",
    "completed": "Marked as done.",
    "reopened": "Open again.",
    "revoked": "The calendar address no longer works.",
}
"""Values of `done` in the address, and the sentence for each."""

NO_MATTER = "No matter has this title. Enter it as the list of matters shows it."
SEVERAL_MATTERS = "Several matters match. Enter the whole title."
_MEANWHILE = "Somebody has changed this deadline meanwhile. Compare, and save again to keep what is shown here."
_LONGEST = {"matter": 255, "title": 255, "due_date": 20, "type": 20, "notes": 10_000}
_CHANGEABLE = ("title", "due_date", "type", "notes")


@deadlines_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show the open deadlines by due date, the completed ones, or those of a month."""
    return _page(desk)


@deadlines_pages.post("")
@console_page("matters:write", once=True)
def create(desk):
    """Add a deadline to the matter with the typed title."""
    given = _given("matter", *_CHANGEABLE)
    values, wrong = _checked(DeadlineIn(), given)
    found = find_matters(desk.caller, given["matter"][:255])
    if len(found) != 1:
        wrong["matter"] = SEVERAL_MATTERS if found else NO_MATTER
    if wrong:
        return _page(desk, 422, given=given, wrong=wrong)
    actions.set_deadline(desk.caller, found[0].id, **values)
    return _back(done="saved")


@deadlines_pages.post("/calendar")
@console_page("matters:read", once=True)
def make_calendar(desk):
    """Create the address of the person's calendar feed and show it once."""
    return _page(desk, calendar_url=make_feed(desk.user, typed("which") != "all"))


@deadlines_pages.post("/calendar/revoke")
@console_page("matters:read")
def revoke_calendar(desk):
    """Revoke the address of the person's calendar feed."""
    revoke_feed(desk.user)
    return _back(done="revoked")


@deadlines_pages.get("/<deadline_id>")
@console_page("matters:read")
def show(desk, deadline_id):
    """Show a deadline, as a form for people who may change it."""
    deadline = fetch_deadline(desk.caller, deadline_id)
    return _form(desk, deadline, _saved(deadline))


@deadlines_pages.post("/<deadline_id>")
@console_page("matters:write")
def change(desk, deadline_id):
    """Change a deadline, unless somebody else did meanwhile; then show the present values."""
    given = _given(*_CHANGEABLE)
    values, wrong = _checked(DeadlinePatch(), given)
    with db.atomic():
        fetch_to_save(Deadline, desk.caller, deadline_id)
        deadline = fetch_deadline(desk.caller, deadline_id)
        if not wrong and not is_outdated(_saved(deadline)):
            actions.update(desk.caller, deadline.matter_id, deadline_id, **values)
            return _back_from(deadline, done="saved")
    if wrong:
        return _form(desk, deadline, given, 422, wrong)
    return _form(desk, deadline, given, 409, notice=_MEANWHILE)


@deadlines_pages.post("/<deadline_id>/complete")
@console_page("matters:write")
def complete(desk, deadline_id):
    """Mark a deadline as done, or as open again."""
    is_completed = typed("completed") == "yes"
    deadline = fetch_deadline(desk.caller, deadline_id)
    actions.update(desk.caller, deadline.matter_id, deadline_id, completed=is_completed)
    return _back_from(deadline, **{"done": "completed", "undo": deadline_id} if is_completed else {"done": "reopened"})


@deadlines_pages.post("/<deadline_id>/delete")
@console_page("matters:write")
def delete(desk, deadline_id):
    """Delete a deadline."""
    deadline = fetch_deadline(desk.caller, deadline_id)
    actions.delete(desk.caller, deadline.matter_id, deadline_id)
    return _back_from(deadline, done="deleted")


def _given(*names):
    return {name: typed(name, _LONGEST[name]) for name in names}


def _checked(schema, given):
    """Return the valid values of a deadline, and the errors of the others."""
    try:
        values = {name: value for name, value in given.items() if name != "matter"}
        return schema.load(values | {"due_date": day_typed(given["due_date"]), "notes": given["notes"] or None}), {}
    except ValidationError as error:
        return {}, {name: WRONG[name] for name in error.messages}


def _back(**values):
    return go_to("deadlines_pages.index", **_filters(), **values)


def _back_from(deadline, done, **values):
    """Redirect to where the deadline was opened: the tab of its matter, or the list."""
    if not _of_matter(deadline):
        return _back(done=done, **values)
    return go_to("deadlines_tab.show", done=done if done == "deleted" else "saved", matter_id=deadline.matter_id)


def _of_matter(deadline):
    """Return the query string for a deadline that was opened from its matter."""
    return {"matter": deadline.matter_id} if request.args.get("matter") == deadline.matter_id else {}


def _filters():
    """Return the filters in the address; unknown values are left out."""
    status = request.args.get("status")
    given = {"status": status if status in STATUSES and status != FIRST_STATUS else "",
             "assigned": parameter("assigned"),
             "month": str(Month.parse(request.args.get("month", ""), "en") or "")}
    return {name: value for name, value in given.items() if value}


def _saved(deadline):
    """Return the texts of the form."""
    return {name: str(getattr(deadline, name) or "") for name in _CHANGEABLE}


def _form(desk, deadline, given, status=200, wrong=None, notice=""):
    return desk.page("deadline.html", status, NOTICES, deadline=deadline, given=given, wrong=wrong, notice=notice,
                     types=TYPES, filters=_filters() | _of_matter(deadline),
                     version=kept_version(wrong, _saved(deadline)))


def _page(desk, status=200, given=None, wrong=None, calendar_url=None):
    sees_colleagues, filters = desk.may(COLLEAGUES), _filters()
    if not sees_colleagues:
        filters.pop("assigned", None)
    users, titles, has_feed = overview(desk.caller, sees_colleagues)
    today = desk.firm.today
    values = {"people": People.from_rows(users) if sees_colleagues else None, "titles": titles, "filters": filters,
              "has_feed": has_feed or calendar_url, "calendar_url": calendar_url, "today": today, "types": TYPES,
              "given": given or {"type": OTHER}, "wrong": wrong, "undo": parameter("undo")}
    if month := Month.parse(filters.get("month", ""), desk.language):
        days = deadlines_between(desk.caller, filters, month.first, month.last)
        return desk.page("deadlines_month.html", status, NOTICES, month=month, days=days, **values)
    query = {"status": FIRST_STATUS, "after": place_in_address("after", date)} | filters
    deadlines, after = list_deadlines(desk.caller, query)
    return desk.page("deadlines.html", status, NOTICES, spans=_by_span(deadlines, today), query=query, after=after,
                     this_month=Month(today, desk.language), **values)


def _by_span(deadlines, today):
    """Return (span, deadlines) pairs, the earliest span first, without empty spans."""
    spans: dict[str, list] = {span: [] for span in SPANS}
    for deadline in deadlines:
        spans[_span_of(deadline.due_date, today)].append(deadline)
    return [(span, rows) for span, rows in spans.items() if rows]


def _span_of(day, today):
    if day < today:
        return OVERDUE
    if day == today:
        return TODAY
    return SOON if day <= today + timedelta(days=SOON_DAYS) else LATER
