"""`/matters/bulk` and `/matters/export.csv`: actions on the matters selected in the list, or on all that match."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.cases.clients.models import Client
from intake.cases.matters.export import export
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.kept_outcome import keep, kept
from intake.console.matters.list_query import as_filters, as_parameters, read_query
from intake.console.matters.listing import matching
from intake.console.matters.models import next_deadlines, scheduled_messages
from intake.console.matters.people import People
from intake.portal.bulk.actions import act, link_recipients
from intake.portal.bulk.states import ACTIONS, ASSIGN, REMIND, SEND_LINK
from intake.web.forms import cut, typed

from .actions import ENDINGS, active, start
from .models import BulkRun
from .problems import problem_of
from .states import ASKED, AT_ONCE, MOST, SHOWN

bulk_pages = Blueprint("bulk_pages", __name__)

_ASKED = (*ENDINGS, SEND_LINK, REMIND)


@bulk_pages.post("/bulk")
@console_page("matters:write", once=True)
def create(desk):
    """Do it; ask once before matters are closed or archived, clients are written to, or more matters change than were
    seen. More than a request can change are left to the worker.
    """
    query, action, matters = _choice(desk, request.form)
    filters = as_parameters(query)
    if not matters:
        why = "all-have-links" if action == SEND_LINK and typed("all") else "none-chosen"
        return go_to("matters_pages.index", **filters, failed=why)
    is_asked = action in _ASKED or typed("all")
    if len(matters) > AT_ONCE:
        run = _create_run(desk, action, matters)
        if not is_asked:
            start(desk.caller, run)
        return go_to("bulk_pages.show_run", run_id=run.id, **filters)
    if is_asked and not typed("confirmed"):
        chosen = {"all": "yes"} if typed("all") else {"ids": list(matters)}
        assigned_to = typed("assigned_to") if action == ASSIGN else None
        return go_to("bulk_pages.ask", action=action, assigned_to=assigned_to or None, **chosen, **filters)
    done = _act_now(desk, action, matters) | {"filters": filters}
    return go_to("bulk_pages.done", kept_as=keep(desk.caller, done, until_shown=True))


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
    assignee = _assignee(desk, request.args) if action == ASSIGN else None
    return _question(desk, action, matters, assignee, filters=filters)


@bulk_pages.get("/bulk/done")
@console_page("matters:write")
def done(desk):
    """Show what was done."""
    outcome = kept(desk.caller, request.args.get("kept_as", ""))
    return desk.page("matters_done.html", **outcome) if outcome else go_to("matters_pages.index")


@bulk_pages.get("/bulk/<run_id>")
@console_page("matters:write")
def show_run(desk, run_id):
    """Ask whether a run of many is to be done, or show how far it is, or what was done."""
    run, filters = BulkRun.fetch(desk.caller, run_id), as_parameters(read_query(desk))
    if run.status == ASKED:
        assignee = User.fetch(desk.caller, run.assigned_to) if run.assigned_to else None
        titles = dict.fromkeys(run.ids, "") | _titles(desk.caller, run.ids[:SHOWN])
        return _question(desk, run.action, titles, assignee, run=run, filters=filters)
    return desk.page("matters_done.html", run=run, **_outcome(desk.caller, run), filters=filters)


@bulk_pages.post("/bulk/<run_id>")
@console_page("matters:write")
def start_run(desk, run_id):
    """Let the worker do it."""
    start(desk.caller, BulkRun.fetch(desk.caller, run_id))
    return go_to("bulk_pages.show_run", run_id=run_id, **as_parameters(read_query(desk, request.form)))


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


def _create_run(desk, action, matters):
    """Create the run in which the worker changes the matters, once it is started."""
    assignee = _assignee(desk, request.form) if action == ASSIGN else None
    return BulkRun.create(firm_id=desk.firm.id, user_id=desk.user.id, action=action, ids=list(matters),
                          assigned_to=assignee and assignee.id)


def _act_now(desk, action, matters):
    """Change the matters, {id: title}, and return the values of the page that shows what was done."""
    assignee = _assignee(desk, request.form) if action == ASSIGN else None
    values = {"assigned_attorney": assignee and assignee.id} if action == ASSIGN else {}
    were_active = active(desk.caller, matters) if action in ENDINGS else ()
    changed, failures = [], []
    for outcome in act(desk.caller, list(matters), action, **values):
        matter = outcome["id"], matters[outcome["id"]]
        if outcome["ok"]:
            changed.append(matter)
        else:
            failures.append((*matter, problem_of(action, outcome["error"])))
    return {"action": action, "changed": changed, "failures": failures,
            "undo": [id for id, _ in changed if id in were_active]}


def _choice(desk, given):
    """Return the query of the list, the action, and the matters as {id: title}; none if the person may not do that."""
    query, action = read_query(desk, given), given.get("action")
    is_allowed = action in ACTIONS and (action != ASSIGN or desk.may(COLLEAGUES))
    return query, action, _chosen(desk.caller, query, action, given) if is_allowed else {}


def _chosen(caller, query, action, given):
    """Return {id: title} of the selected matters or of all that match, at most `MOST`.

    Of those that match, links are sent only to those without one. An unknown id has an empty title.
    """
    if given.get("all"):
        terms = Matter.order(query["sort"], query["order"]).terms
        found = matching(caller, as_filters(query)).select(Matter.id, Matter.title).order_by(*terms).limit(MOST)
        if action == SEND_LINK:
            found = found.where(Matter.link_public_part.is_null())
        return dict(found.tuples())
    ids = [cut(id, 64) for id in given.getlist("ids")[:MOST]]
    return dict.fromkeys(ids, "") | _titles(caller, ids)


def _titles(caller, ids):
    """Return {id: title} of the matters among these that exist."""
    return dict(Matter.of(caller, Matter.id, Matter.title).where(Matter.id.in_(ids)).tuples()) if ids else {}


def _question(desk, action, matters, assignee, run=None, **values):
    ends = action in ENDINGS
    recipients = len(link_recipients(desk.caller, matters)) if action == SEND_LINK else 0
    return desk.page("matters_ask.html", action=action, matters=matters, run=run, recipients=recipients,
                     deadlines=next_deadlines(desk.caller, matters) if ends else (),
                     messages=scheduled_messages(desk.caller, matters) if ends else (),
                     name=assignee and name_of(assignee), assigned_attorney=assignee and assignee.id, **values)


def _outcome(caller, run):
    """Return the values of the page about what was done, as `create` keeps them, with the first titles of many."""
    changed, failures = run.changed, run.failures
    titles = _titles(caller, [*changed[:SHOWN], *(id for id, _ in failures[:SHOWN])])
    done = set(changed)
    return {"action": run.action, "changed": [(id, titles.get(id, "")) for id in changed[:SHOWN]],
            "changed_count": len(changed), "undo": [id for id in run.undo if id in done],
            "failures": [(id, titles.get(id, ""), why) for id, why in failures[:SHOWN]],
            "failures_count": len(failures)}


def _assignee(desk, given):
    """Return the user named in the form or the address; None for no one."""
    chosen = given.get("assigned_to")
    return User.fetch(desk.caller, chosen) if chosen else None
