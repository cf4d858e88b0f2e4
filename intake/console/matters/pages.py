"""`/matters`: the list of matters, and of a matter its documents and its status."""

from flask import Blueprint, request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.matters.actions import update
from intake.cases.matters.states import STATUSES
from intake.console.frame.console_page import console_page
from intake.core.errors import InvalidStatusTransition
from intake.web.forms import typed

from .documents.tab import documents_tab
from .head import return_to
from .models import list_matters
from .people import People
from .states import ALL, FIRST_STATUS, PER_PAGE, SHOWN_STATUSES, SORTS

matters_pages = Blueprint("matters_pages", __name__)

_LAST_PAGE = 10**6


@matters_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show a page of the matters that match the address."""
    query, sees_colleagues = _query(), desk.may(COLLEAGUES)
    if not sees_colleagues:
        query["assigned"] = ""
    status = "" if query["status"] == ALL else query["status"]
    page, users = list_matters(desk.caller, query | {"status": status, "per_page": PER_PAGE}, sees_colleagues)
    return desk.page(
        "matters.html", page=page, query=query, statuses=SHOWN_STATUSES, practice_areas=PRACTICE_AREAS, sorts=SORTS,
        people=People.from_rows(users) if sees_colleagues else None,
        is_filtered=any(query[name] for name in ("search", "practice_area", "assigned")) or status != FIRST_STATUS)


@matters_pages.get("/<matter_id>")
@console_page("documents:read")
def show(desk, matter_id):
    """Show the matter's documents."""
    return documents_tab(desk, matter_id)


@matters_pages.post("/<matter_id>/status")
@console_page("matters:write")
def change_status(desk, matter_id):
    """Close, archive or reopen the matter."""
    status = typed("status")
    if status not in STATUSES:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    try:
        update(desk.caller, matter_id, status=status)
    except InvalidStatusTransition:
        return return_to("matters_pages.show", matter_id, failed="meanwhile")
    return return_to("matters_pages.show", matter_id, done=status)


def _query():
    """Return the parameters in the address; unknown values are as if they were not there."""
    given = {name: request.args.get(name, "").replace("\0", "")[:255] for name in ("search", "assigned", "page")}
    page = int(given["page"]) if given["page"].isdecimal() and given["page"].isascii() else 1
    sort = _choice("sort", SORTS)
    return {
        "search": given["search"].encode("utf-8", "ignore").decode().strip(), "assigned": given["assigned"],
        "status": _choice("status", SHOWN_STATUSES, FIRST_STATUS),
        "practice_area": _choice("practice_area", PRACTICE_AREAS, ""),
        "sort": sort, "order": _choice("order", ("asc", "desc"), SORTS[sort]),
        "page": min(max(page, 1), _LAST_PAGE)}


def _choice(name, choices, default=None):
    given = request.args.get(name)
    return given if given in choices else next(iter(choices)) if default is None else default
