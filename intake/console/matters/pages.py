"""`/matters`: the list of matters, and a matter's documents and status."""

from urllib.parse import urlencode

from flask import Blueprint, url_for

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE, CLOSED, FOCUSES, STATUSES
from intake.console.frame.console_page import console_page
from intake.console.saved_views.addresses import view_address
from intake.core.errors import InvalidStatusTransition
from intake.core.local_time import today_in
from intake.web.forms import typed

from .documents.tab import documents_tab
from .head import return_to
from .list_query import as_filters, as_parameters, read_query
from .listing import list_matters
from .models import next_deadlines, scheduled_messages
from .people import People
from .states import BUILT_IN_VIEWS, FIRST_STATUS, PER_PAGE, SHOWN_STATUSES, SORTS

NOTICES = {"none-chosen": "Select the matters first."}

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
        today=today_in(desk.firm.timezone),
        is_filtered=is_filtered, are_all_closed=not (page.total or is_filtered) and Matter.of(desk.caller).exists())


@matters_pages.get("/<matter_id>")
@console_page("documents:read")
def show(desk, matter_id):
    """Show the matter's documents."""
    return documents_tab(desk, matter_id)


@matters_pages.post("/<matter_id>/status")
@console_page("matters:write")
def change_status(desk, matter_id):
    """Close, archive or reopen the matter; ask once before one with deadlines or scheduled messages is put away."""
    status = typed("status")
    if status not in STATUSES:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    if status != ACTIVE and not typed("confirmed"):
        deadlines, messages = (find(desk.caller, [matter_id]) for find in (next_deadlines, scheduled_messages))
        if deadlines or messages:
            return desk.page("matters_ask.html", action="close" if status == CLOSED else "archive", wanted=status,
                             matters=[matter_id], matter_id=matter_id, deadlines=deadlines, messages=messages)
    try:
        update(desk.caller, matter_id, status=status)
    except InvalidStatusTransition:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    return return_to("matters_pages.show", matter_id, done=status)
