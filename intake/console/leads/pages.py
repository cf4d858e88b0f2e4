"""`/leads`: the inbox as a table and as a board, and a single lead with its actions."""

from flask import Blueprint, request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES, INTAKE
from intake.accounts.users.errors import NotAColleague
from intake.cases.holds.models import read_shown
from intake.cases.matters.retention import read_retention
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save
from intake.console.matters.people import People
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.core.languages import LANGUAGES
from intake.engagement.conflicts import wording
from intake.engagement.conflicts.clearance import is_outdated_of_lead
from intake.engagement.conflicts.models import ConflictCheck
from intake.engagement.leads.actions import update
from intake.engagement.leads.errors import LeadQuarantined
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import CHECKING, CONVERTIBLE, DECLINED, LOST, NEW, OPEN, STATUSES, TRANSITIONS
from intake.integrations.platforms.errors import NotConnected
from intake.integrations.platforms.registry import PLATFORMS
from intake.integrations.sync.leads import send_again
from intake.portal.lead_forms.actions import takes_facts
from intake.web.formatting import format_span
from intake.web.forms import typed

from . import states
from .models import board, fetch_with_matter, list_leads, messages_to, overview
from .query import as_parameters, read_query
from .seen import require_status_seen

leads_pages = Blueprint("leads_pages", __name__)


@leads_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show the leads that match the address, as a table or as a board."""
    query, sees_colleagues = read_query(desk), desk.may(COLLEAGUES)
    users, counts = overview(desk.caller, query, sees_colleagues)
    is_board = query["view"] == states.BOARD and not query["quarantined"]
    return desk.page(
        "leads.html", notices=states.NOTICES, query=query, filters=as_parameters(query), counts=counts,
        columns=board(desk.caller, query) if is_board else None, states=states, statuses=STATUSES,
        page=None if is_board else list_leads(desk.caller, query, counts), practice_areas=PRACTICE_AREAS,
        people=People.from_rows(users) if sees_colleagues else None, waited=_waited(desk), open_statuses=OPEN)


@leads_pages.get("/<lead_id>")
@console_page("matters:read")
def show(desk, lead_id):
    """Show all details of a lead."""
    sees_colleagues = desk.may(COLLEAGUES)
    lead = fetch_with_matter(desk.caller, lead_id, sees_colleagues)
    moves = [status for status in STATUSES if status in TRANSITIONS.moves.get(lead.status, ())
             and status not in (DECLINED, LOST)
             and not (status == CHECKING and lead.status == NEW and desk.may(INTAKE))]  # the check moves it
    is_open = lead.status in OPEN
    returns = [status for status in moves if is_open and STATUSES.index(status) < STATUSES.index(lead.status)]
    moves.sort(key=returns.__contains__)
    return desk.page(
        "lead.html", notices=states.NOTICES, lead=lead, **_checked(lead), wording=wording,
        states=states, moves=moves, returns=returns, messages=messages_to(lead), most_messages=states.MESSAGES,
        people=People.from_rows(lead.users) if sees_colleagues else None, waited=_waited(desk), languages=LANGUAGES,
        holds=read_shown(lead.holds), retention=read_retention(lead.retention),
        is_open=is_open, platforms=PLATFORMS,
        may_ask=takes_facts(lead), may_convert=lead.status in CONVERTIBLE and desk.may("opening"))


@leads_pages.post("/<lead_id>/move")
@console_page("matters:write")
def move(desk, lead_id):
    """Change the lead's status; redirect to the board if the form was there."""
    status, reason = typed("status"), typed("reason", 500)[:500].strip()
    values = {"declined_reason": reason} if status == LOST and reason else {}
    if status not in STATUSES or status == DECLINED:
        return _back(lead_id, failed="meanwhile")
    try:
        with db.atomic():
            require_status_seen(fetch_to_save(Lead, desk.caller, lead_id))
            update(desk.caller, lead_id, status=status, **values)
    except InvalidStatusTransition:
        return _back(lead_id, failed="meanwhile")
    except LeadQuarantined:
        return _back(lead_id, failed="quarantine-first")
    return _back(lead_id, done="lost" if status == LOST else "moved")


@leads_pages.post("/<lead_id>/assign")
@console_page("matters:write")
def assign(desk, lead_id):
    """Assign the lead to a colleague, or to no one."""
    try:
        update(desk.caller, lead_id, assigned_to=typed("assigned_to", 64)[:64] or None)
    except NotAColleague:
        return go_to("leads_pages.show", lead_id=lead_id, failed="suspended")
    return go_to("leads_pages.index" if desk.caller.assignee else "leads_pages.show", **(
        {} if desk.caller.assignee else {"lead_id": lead_id}), done="assigned")


@leads_pages.post("/<lead_id>/answered")
@console_page("matters:write")
def answered(desk, lead_id):
    """Record that the firm has answered, or undo that."""
    is_answered = typed("answered") == "yes"
    update(desk.caller, lead_id, answered=is_answered)
    return go_to("leads_pages.show", lead_id=lead_id, done="answered" if is_answered else "unanswered")


@leads_pages.post("/<lead_id>/send-again")
@console_page("matters:write")
def resend(desk, lead_id):
    """Send the lead again to the platforms that refused it."""
    try:
        send_again(desk.caller, lead_id)
    except NotConnected:
        return go_to("leads_pages.show", lead_id=lead_id, failed="not-connected")
    return go_to("leads_pages.show", lead_id=lead_id, done="sent-again")


@leads_pages.post("/<lead_id>/quarantine")
@console_page("matters:write")
def quarantine(desk, lead_id):
    """Release the lead from quarantine, or put it into quarantine."""
    quarantined = typed("quarantined") == "yes"
    try:
        update(desk.caller, lead_id, quarantined=quarantined)
    except InvalidStatusTransition:
        return _back(lead_id, failed="meanwhile")
    return go_to("leads_pages.show", lead_id=lead_id, done="quarantined" if quarantined else "released")


def _back(lead_id, **values):
    if request.form.get("from") == states.BOARD:
        return go_to("leads_pages.index", view=states.BOARD, **values)
    return go_to("leads_pages.show", lead_id=lead_id, **values)


def _checked(lead):
    """Return the lead's conflict check as `check`, and as `outdated` whether names were added since."""
    check = lead.conflict_check_id and ConflictCheck.latest(lead, ConflictCheck.id == lead.conflict_check_id)
    return {"check": check, "outdated": bool(check) and is_outdated_of_lead(check, lead)}


def _waited(desk):
    """Return a function that formats how long a lead waited for its answer, or has been waiting."""
    moment = now()
    return lambda lead: format_span((lead.answered_at or moment) - lead.created_at, desk.language)
