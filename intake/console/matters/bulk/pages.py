"""`/matters/bulk` and `/matters/export.csv`: actions on the matters selected in the list, or on all that match."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.cases.clients.models import Client
from intake.cases.matters.export import export
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page, go_to
from intake.console.matters.list_query import as_filters, as_parameters, read_query
from intake.console.matters.listing import matching
from intake.console.matters.models import next_deadlines, scheduled_messages
from intake.console.matters.people import People
from intake.core.errors import InvalidStatusTransition
from intake.portal.bulk.actions import act
from intake.portal.bulk.errors import RemindersPaused
from intake.portal.bulk.states import ACTIONS, ARCHIVE, ASSIGN, CLOSE, MOST, REMIND, REOPEN
from intake.web.forms import cut, typed

bulk_pages = Blueprint("bulk_pages", __name__)

PROBLEMS = {
    (REMIND, InvalidStatusTransition): "It has no open intake link.",
    (REMIND, RemindersPaused): "Its reminders are paused.",
    (CLOSE, InvalidStatusTransition): "It is not active.",
    (ARCHIVE, InvalidStatusTransition): "It is archived already.",
    (REOPEN, InvalidStatusTransition): "It is active already.",
}
"""By action and error, why nothing was done."""

GONE = "It does not exist any more, or is not assigned to you."


@bulk_pages.post("/bulk")
@console_page("matters:write", once=True)
def create(desk):
    """Do it; ask once before matters are closed or archived, or something is done to more of them than was seen."""
    query, action = read_query(desk, request.form), typed("action")
    matters, filters = _chosen(desk.caller, query), as_parameters(query)
    if action not in ACTIONS or not matters or (action == ASSIGN and not desk.may(COLLEAGUES)):
        return go_to("matters_pages.index", **filters, failed="none-chosen")
    assignee = _assignee(desk) if action == ASSIGN else None
    values = {"assigned_attorney": assignee and assignee.id} if action == ASSIGN else {}
    ends = action in (CLOSE, ARCHIVE)
    if (ends or typed("all")) and not typed("confirmed"):
        return desk.page("matters_ask.html", action=action, matters=matters, filters=filters,
                         deadlines=next_deadlines(desk.caller, matters) if ends else (),
                         messages=scheduled_messages(desk.caller, matters) if ends else (),
                         name=assignee and name_of(assignee), **values)
    outcomes = act(desk.caller, list(matters), action, **values)
    failed = [(each["id"], matters[each["id"]], PROBLEMS.get((action, type(each["error"])), GONE))
              for each in outcomes if not each["ok"]]
    changed = [(each["id"], matters[each["id"]]) for each in outcomes if each["ok"]]
    return desk.page("matters_done.html", action=action, changed=changed, failures=failed, filters=filters)


@bulk_pages.get("/export.csv")
@console_page("matters:read")
def show(desk):
    """Export the matters that match the address as CSV."""
    query = read_query(desk)
    found = matching(desk.caller, as_filters(query)).select(Matter, Client)
    order = Matter.order(query["sort"], query["order"])
    if not desk.may(COLLEAGUES):
        return export(desk.caller, found, order)
    return export(desk.caller, found, order, People(list(User.of(desk.caller))).name)


def _chosen(caller, query):
    """Return {id: title} of the selected matters or of all that match, at most as many as can be changed at once.

    An unknown id has an empty title.
    """
    if typed("all"):
        terms = Matter.order(query["sort"], query["order"]).terms
        found = matching(caller, as_filters(query)).select(Matter.id, Matter.title).order_by(*terms).limit(MOST)
        return dict(found.tuples())
    ids = [cut(id, 64) for id in request.form.getlist("ids")[:MOST]]
    known = dict(Matter.of(caller, Matter.id, Matter.title).where(Matter.id.in_(ids)).tuples()) if ids else {}
    return {id: known.get(id, "") for id in ids}


def _assignee(desk):
    """Return the user named in the form; None for no one."""
    chosen = typed("assigned_to")
    return User.fetch(desk.caller, chosen) if chosen else None
