"""`/matters/bulk` and `/matters/export.csv`: actions on the matters selected in the list, or on all that match."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.errors import NotAColleague
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.cases.clients.models import Client
from intake.cases.matters.export import export
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.kept_outcome import keep, kept
from intake.console.matters.list_query import as_filters, as_parameters, read_query
from intake.console.matters.listing import matching
from intake.console.matters.models import next_deadlines, scheduled_messages
from intake.console.matters.people import People
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.messaging.communications.errors import SendFailed
from intake.portal.bulk.actions import act
from intake.portal.bulk.errors import LinkNotNeeded, RemindersPaused
from intake.portal.bulk.states import ACTIONS, ARCHIVE, ASSIGN, CLOSE, MOST, MOST_LINKS, REMIND, REOPEN, SEND_LINK
from intake.web.forms import cut, typed

bulk_pages = Blueprint("bulk_pages", __name__)

PROBLEMS = {
    (REMIND, InvalidStatusTransition): "It has no open intake link.",
    (REMIND, RemindersPaused): "Its reminders are paused.",
    (ASSIGN, NotAColleague): "The person is suspended.",
    (CLOSE, InvalidStatusTransition): "It is not active.",
    (ARCHIVE, InvalidStatusTransition): "It is already archived.",
    (REOPEN, InvalidStatusTransition): "It is already active.",
    (SEND_LINK, InvalidStatusTransition): "It is not active.",
    (SEND_LINK, LinkNotNeeded): "Its client already has an open link, or has sent everything.",
    (SEND_LINK, SendFailed): "It has no client, or no address to which the link may be sent.",
    (SEND_LINK, ConflictCheckRequired): "It has to be checked for conflicts first.",
}
"""By action and error, why nothing was done."""

_ENDINGS = (CLOSE, ARCHIVE)
_ASKED = (*_ENDINGS, SEND_LINK, REMIND)

GONE = "It does not exist any more, or is not assigned to you."
FAILED = "That did not work. Try again on its page."


@bulk_pages.post("/bulk")
@console_page("matters:write", once=True)
def create(desk):
    """Do it; ask once before matters are closed or archived, clients are written to, or more matters change than were
    seen.
    """
    query, action, matters = _choice(desk, request.form)
    filters = as_parameters(query)
    if not matters:
        why = "all-have-links" if action == SEND_LINK and typed("all") else "none-chosen"
        return go_to("matters_pages.index", **filters, failed=why)
    if (action in _ASKED or typed("all")) and not typed("confirmed"):
        chosen = {"all": "yes"} if typed("all") else {"ids": list(matters)}
        assigned_to = typed("assigned_to") if action == ASSIGN else None
        return go_to("bulk_pages.ask", action=action, assigned_to=assigned_to or None, **chosen, **filters)
    assignee = _assignee(desk, request.form) if action == ASSIGN else None
    values = {"assigned_attorney": assignee and assignee.id} if action == ASSIGN else {}
    were_active = _active(desk.caller, matters) if action in _ENDINGS else ()
    outcomes = act(desk.caller, list(matters), action, **values)
    failed = [(each["id"], matters[each["id"]], problem_of(action, each["error"]))
              for each in outcomes if not each["ok"]]
    changed = [(each["id"], matters[each["id"]]) for each in outcomes if each["ok"]]
    kept_as = keep(desk.caller, {"action": action, "changed": changed, "failures": failed, "filters": filters,
                                 "undo": [id for id, _ in changed if id in were_active]}, until_shown=True)
    return go_to("bulk_pages.done", kept_as=kept_as)


@bulk_pages.get("/bulk")
@console_page("matters:write")
def ask(desk):
    """Ask whether it is to be done.

    The question has an address, so that the Back button returns to it and the browser does not offer to send a form
    again.
    """
    query, action, matters = _choice(desk, request.args)
    filters = as_parameters(query)
    if not matters:
        return go_to("matters_pages.index", **filters)
    assignee, ends = _assignee(desk, request.args) if action == ASSIGN else None, action in _ENDINGS
    return desk.page("matters_ask.html", action=action, matters=matters, filters=filters,
                     deadlines=next_deadlines(desk.caller, matters) if ends else (),
                     messages=scheduled_messages(desk.caller, matters) if ends else (),
                     name=assignee and name_of(assignee), assigned_attorney=assignee and assignee.id)


@bulk_pages.get("/bulk/done")
@console_page("matters:write")
def done(desk):
    """Show what was done."""
    outcome = kept(desk.caller, request.args.get("kept_as", ""))
    return desk.page("matters_done.html", **outcome) if outcome else go_to("matters_pages.index")


@bulk_pages.get("/export.csv")
@console_page("matters:read")
def show(desk):
    """Export the matters that match the address as CSV."""
    query = read_query(desk)
    found = matching(desk.caller, as_filters(query)).select(Matter, Client)
    order = Matter.order(query["sort"], query["order"])
    if not desk.may(COLLEAGUES):
        return export(desk.caller, found, order)
    return export(desk.caller, found, order, People.of_firm(desk.caller).name)


def problem_of(action, error):
    """Return the sentence about why the action did nothing to a matter."""
    return PROBLEMS.get((action, type(error))) or (GONE if isinstance(error, NotFound) else FAILED)


def _choice(desk, given):
    """Return the query of the list, the action, and the matters as {id: title}; none if the person may not do that."""
    query, action = read_query(desk, given), given.get("action")
    is_allowed = action in ACTIONS and (action != ASSIGN or desk.may(COLLEAGUES))
    return query, action, _chosen(desk.caller, query, action, given) if is_allowed else {}


def _chosen(caller, query, action, given):
    """Return {id: title} of the selected matters or of all that match, at most as many as can be changed at once.

    Of those that match, links are sent only to those without one. An unknown id has an empty title.
    """
    most = MOST_LINKS if action == SEND_LINK else MOST
    if given.get("all"):
        terms = Matter.order(query["sort"], query["order"]).terms
        found = matching(caller, as_filters(query)).select(Matter.id, Matter.title).order_by(*terms).limit(most)
        if action == SEND_LINK:
            found = found.where(Matter.link_public_part.is_null())
        return dict(found.tuples())
    ids = [cut(id, 64) for id in given.getlist("ids")[:most]]
    known = dict(Matter.of(caller, Matter.id, Matter.title).where(Matter.id.in_(ids)).tuples()) if ids else {}
    return {id: known.get(id, "") for id in ids}


def _active(caller, ids):
    """Return the ids of the active ones."""
    active = Matter.of(caller, Matter.id).where(Matter.id.in_(list(ids)), Matter.status == ACTIVE)
    return {id for id, in active.tuples()}


def _assignee(desk, given):
    """Return the user named in the form or the address; None for no one."""
    chosen = given.get("assigned_to")
    return User.fetch(desk.caller, chosen) if chosen else None
