"""`/matters`: the list of matters, and a matter's documents and status."""

from urllib.parse import urlencode

from flask import Blueprint, request, url_for

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE, ARCHIVED, CLOSED, FOCUSES, STATUSES
from intake.console.frame.console_page import console_page, go_to
from intake.console.saved_views.addresses import view_address
from intake.core.errors import InvalidStatusTransition
from intake.web.forms import typed

from .documents.tab import documents_tab
from .head import return_to
from .list_query import as_filters, as_parameters, read_query
from .listing import list_matters
from .models import scheduled_messages
from .people import People
from .states import BUILT_IN_VIEWS, FIRST_STATUS, PER_PAGE, SHOWN_STATUSES, SORTS

NOTICES = {"none-chosen": "Select the matters first.", "all-have-links": "All of these already have a link."}

matters_pages = Blueprint("matters_pages", __name__)


@matters_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show a page of the matters that match the address."""
    query, sees_colleagues = read_query(desk), desk.may(COLLEAGUES)
    page, users = list_matters(desk.caller, as_filters(query) | {"per_page": PER_PAGE}, sees_colleagues)
    path = url_for("matters_pages.index")
    views = [(desk.translate(name), view_address(f"{path}?{urlencode(parameters)}"))
             for name, parameters in BUILT_IN_VIEWS]
    is_filtered = any(query[name] for name in ("search", "practice_area", "assigned", "tag", "focus")) or (
        query["status"] != FIRST_STATUS)
    return desk.page(
        "matters.html", notices=NOTICES, page=page, query=query, filters=as_parameters(query), statuses=SHOWN_STATUSES,
        practice_areas=PRACTICE_AREAS, sorts=SORTS, focuses=FOCUSES, views=views,
        people=People.from_rows(users) if sees_colleagues else None,
        today=desk.firm.today,
        is_filtered=is_filtered, are_all_closed=not (page.total or is_filtered) and Matter.of(desk.caller).exists())


@matters_pages.get("/<matter_id>")
@console_page("documents:read")
def show(desk, matter_id):
    """Show the matter's documents."""
    return documents_tab(desk, matter_id)


@matters_pages.get("/<matter_id>/status")
@console_page("matters:write")
def ask(desk, matter_id):
    """Ask whether the matter is to be closed, or archived.

    The question has an address, so that the Back button returns to it and the browser does not offer to send a form
    again.
    """
    matter, wanted = Matter.fetch(desk.caller, matter_id), request.args.get("status")
    if matter.status != ACTIVE:
        return return_to("matters_pages.show", matter_id)
    deadlines, messages = _pending(desk, matter)
    return desk.page("matters_ask.html", action="archive" if wanted == ARCHIVED else "close",
                     wanted=ARCHIVED if wanted == ARCHIVED else CLOSED, matters=[matter_id], matter_id=matter_id,
                     deadlines=deadlines, messages=messages)


@matters_pages.post("/<matter_id>/status")
@console_page("matters:write")
def change_status(desk, matter_id):
    """Close, archive or reopen the matter; ask once before one with deadlines or scheduled messages is put away."""
    status = typed("status")
    if status not in STATUSES:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    matter = Matter.fetch(desk.caller, matter_id)
    if matter.status == ACTIVE and status != ACTIVE and not typed("confirmed") and any(_pending(desk, matter)):
        return go_to("matters_pages.ask", matter_id=matter_id, status=status)
    try:
        update(desk.caller, matter_id, status=status)
    except InvalidStatusTransition:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    return return_to("matters_pages.show", matter_id, done=status)


def _pending(desk, matter):
    """Return the title and date of the active matter's next deadline in a list, and the messages that are scheduled."""
    return ([(matter.title, matter.next_deadline)] if matter.next_deadline else [],
            scheduled_messages(desk.caller, [matter.id]))
