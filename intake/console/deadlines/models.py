"""The queries of the pages of deadlines."""

from datetime import date

from peewee import Select, Tuple, Value, fn

from intake.accounts.calendar_addresses.models import CalendarFeed
from intake.accounts.users.models import assigned_ids
from intake.cases.deadlines.models import Deadline
from intake.cases.deadlines.states import COMPLETED
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.console.frame.paging import place_of_next_page
from intake.console.matters.people import users_as_json
from intake.core.db import db
from intake.core.rare_words import has_parts, parts_of
from intake.core.tenancy import is_in_firm
from intake.core.text_search import contains, folded, is_called

from .states import MOST_IN_DAY, SHOWN, SUGGESTED


def overview(caller, with_people):
    """Return the firm's users if wanted, the titles of recent matters, and whether the caller has a calendar feed."""
    recent = Matter.of(caller, Matter.title).where(Matter.status == ACTIVE).order_by(
        Matter.updated_at.desc(), Matter.id.desc()).limit(SUGGESTED).alias("recent")
    titles = Select([recent], [fn.COALESCE(fn.JSON_AGG(recent.c.title), "[]")])
    feed = fn.EXISTS(CalendarFeed.of_user(caller.user))
    return Select(None, [users_as_json(caller) if with_people else Value(None), titles, feed]).tuples().execute(db)[0]


def list_deadlines(caller, query):
    """Return the deadlines of active matters that the query asks for, and the place from which to continue.

    Each has its `matter`, which has its `client`. The query has `status`: open ones come by date, completed ones the
    latest first; it may have `assigned`, a user's id, and `after`, date and id of the previous page's last deadline.
    """
    is_completed = query["status"] == COMPLETED
    rows = _of_active_matters(query, Deadline.with_matters(Deadline.of(caller))).where(
        Deadline.completed == is_completed)
    place = Tuple(Deadline.due_date, Deadline.id)
    if query.get("after"):
        last = Tuple(*query["after"])
        rows = rows.where(place < last if is_completed else place > last)
    order = [column.desc() if is_completed else column for column in (Deadline.due_date, Deadline.id)]
    found = list(rows.order_by(*order).limit(SHOWN + 1))
    return found[:SHOWN], place_of_next_page(found, SHOWN, "due_date")


def deadlines_between(caller, query, first, last):
    """Return {day: deadlines} of active matters from the first to the last day, including completed ones.

    At most `MOST_IN_DAY` per day, the open ones first; `more` of a day's first is the number of those left out.
    """
    of_day = {"partition_by": [Deadline.due_date]}
    numbered = _of_active_matters(query, Deadline.of(
        caller, Deadline.id, fn.COUNT(1).over(**of_day).alias("total"),
        fn.ROW_NUMBER().over(**of_day, order_by=[Deadline.completed, Deadline.id]).alias("place"),
    ).join(Matter, on=(Matter.id == Deadline.matter_id) & is_in_firm(Matter, Deadline.firm_id))).where(
        Deadline.due_date.between(first, last)).alias("numbered")
    rows = Deadline.with_matters(Deadline.of(caller, Deadline, (numbered.c.total - MOST_IN_DAY).alias("more")))
    rows = rows.join_from(Deadline, numbered, on=numbered.c.id == Deadline.id).where(numbered.c.place <= MOST_IN_DAY)
    days: dict[date, list[Deadline]] = {}
    for row in rows.order_by(Deadline.due_date, Deadline.completed, Deadline.id):
        days.setdefault(row.due_date, []).append(row)
    return days


def fetch_deadline(caller, deadline_id):
    """Return the deadline with its `matter`, which has its `client`. Raises `NotFound`."""
    return Deadline.found(deadline_id, Deadline.with_matters(Deadline.of(caller)))


def find_matters(caller, text):
    """Return the matter with this title, else at most two active ones whose titles contain its words."""
    exact = list(Matter.of(caller).where(is_called(text, Matter.title_key)))
    return exact or list(Matter.of(caller).where(
        Matter.status == ACTIVE, contains(text, Matter.title_key),
        has_parts(Matter, [Matter.title_key], parts_of(caller, text, shortest=1))).limit(2)) if folded(text) else []


def _of_active_matters(query, rows):
    rows = rows.where(Matter.status == ACTIVE)
    if query.get("assigned"):
        rows = rows.where(Matter.assigned_attorney.in_(assigned_ids(query["assigned"])))
    return rows
