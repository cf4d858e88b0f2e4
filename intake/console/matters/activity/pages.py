"""`/matters/<id>/activity`: what happened, with the time, who did it, and from where."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.access.caller import Caller
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page
from intake.console.matters.people import People
from intake.console.messages.models import list_people

from .actions import fold_reads, read_activity, sees_colleagues
from .schemas import ActivityQuery
from .sentences import KINDS, SIDES

activity_tab = Blueprint("activity_tab", __name__)


@activity_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show a page of the activity, of one kind or person if wanted; a cursor that is none begins with the newest."""
    people = list_people(desk.caller) if sees_colleagues(desk.caller) else [desk.user]
    menus = {name: [(key, desk.translate(title)) for key, (title, _) in known.items()]
             for name, known in (("kind", KINDS), ("who", SIDES))}
    menus["who"] += People(people).choices
    filters = {name: request.args[name] for name, choices in menus.items() if request.args.get(name) in dict(choices)}
    return matter_page(desk, matter_id, "matter_activity.html", menus=menus, filters=filters,
                       activity=lambda matter: _read(desk.caller, matter, filters))


def _read(caller: Caller, matter: Matter, filters: dict[str, str]) -> dict:
    try:
        query = ActivityQuery().load({name: request.args[name] for name in ("cursor",) if name in request.args})
    except ValidationError:
        query = ActivityQuery().load({})
    if kind := filters.get("kind"):
        query["kinds"] = KINDS[kind][1]
    if who := filters.get("who"):
        query["who"] = SIDES[who][1] if who in SIDES else [who]
    page = read_activity(caller, matter, query)
    return page | {"data": fold_reads(page["data"])}
