"""`/reminders`: each client's next reminder, pausing reminders for a matter, and reminding now."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.matters.actions import update
from intake.console.frame.console_page import console_page, go_to
from intake.console.matters.people import People
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.messaging.communications.quiet_hours import hours_for, quiet_until
from intake.portal.bulk.actions import remind
from intake.portal.reminders.dates import has_stopped
from intake.portal.reminders.rules import EXPLAINED, STOPPED, obstacle, sending_time
from intake.web.forms import page_number, parameter

from .models import list_waiting
from .states import NOT_REMINDED

reminders_pages = Blueprint("reminders_pages", __name__)

NOTICES = {
    "paused": "The client is not reminded until you resume it.",
    "resumed": "The client is reminded again.",
    "reminded": "The client is reminded within five minutes, or when quiet hours end, but once a day at most.",
    "meanwhile": "That is not possible any more.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""


@reminders_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show the intakes that wait for the client, the next to be reminded first."""
    people = People.of_firm(desk.caller) if desk.may(COLLEAGUES) else None
    query, moment = _query(), now()
    if people is None:
        query["assigned"] = ""
    links, has_more = list_waiting(desk.caller, query)
    if not links and query["page"] > 1:  # completed intakes may have emptied the last page
        return _back()
    for link in links:
        _plan(desk.firm, link, moment)
    return desk.page("reminders.html", 200, NOTICES, links=links, has_more=has_more, query=query, people=people,
                     is_night=quiet_until(desk.firm, None, moment) is not None, hours=hours_for(desk.firm),
                     days=desk.firm.settings_in_force["reminder_days"],
                     not_reminded=NOT_REMINDED)


@reminders_pages.post("/<matter_id>/pause")
@console_page("matters:write")
def pause(desk, matter_id):
    """Pause the reminders of the matter's client."""
    update(desk.caller, matter_id, reminders_paused=True)
    return _back(done="paused")


@reminders_pages.post("/<matter_id>/resume")
@console_page("matters:write")
def resume(desk, matter_id):
    """Resume the reminders of the matter's client."""
    update(desk.caller, matter_id, reminders_paused=False)
    return _back(done="resumed")


@reminders_pages.post("/<matter_id>/now")
@console_page("matters:write", once=True)
def remind_now(desk, matter_id):
    """Remind the matter's client now."""
    try:
        with db.atomic():
            remind(desk.caller, matter_id)
    except InvalidStatusTransition:
        return _back(failed="meanwhile")
    return _back(done="reminded")


def _query():
    return {"assigned": parameter("assigned"), "page": page_number()}


def _back(**values):
    return go_to("reminders_pages.index", assigned=request.args.get("assigned") or None, **values)


def _plan(firm, link, moment):
    """Set the link's `next_at`, the time of the next reminder, and `obstacle`, the reason against it, or None."""
    hours = hours_for(firm, link.matter.client)
    link.next_at = sending_time(max(link.due_at, moment), firm.timezone, hours) if link.due_at else None
    is_anything_open = bool(link.open_documents or link.has_open_form)
    link.obstacle = obstacle(firm, link.matter, link.expires_at, is_anything_open, link.has_opted_out,
                             link.next_at or moment)
    if link.obstacle or link.is_asked_for:
        return
    if has_stopped(link.rules, link.has_sent_form, link.matter.client_active_at is not None):
        link.obstacle = STOPPED
    elif not (link.awaited_documents or link.has_open_form):
        link.obstacle = EXPLAINED
