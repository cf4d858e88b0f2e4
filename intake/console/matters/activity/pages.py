"""`/matters/<id>/activity`: what happened, with the time, who did it, and from where."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page
from intake.console.matters.people import People

from .actions import read_folded, sees_colleagues
from .schemas import ActivityQuery
from .sentences import KINDS, SIDES

activity_tab = Blueprint("activity_tab", __name__)


@activity_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show a page of the activity, optionally of one kind or person; an invalid cursor shows the newest."""
    return matter_page(desk, matter_id, "matter_activity.html", activity=lambda matter: _read(desk, matter))


def _read(desk, matter):
    """Return the page with the `menus` of its filters and the `filters` that are set."""
    menus = {name: [(key, desk.translate(title)) for key, (title, _) in known.items()]
             for name, known in (("kind", KINDS), ("who", SIDES))}
    menus["who"] += People(_offered(desk, matter)).choices
    filters = {name: request.args[name] for name, choices in menus.items() if request.args.get(name) in dict(choices)}
    try:
        query = ActivityQuery().load({name: request.args[name] for name in ("cursor",) if name in request.args})
    except ValidationError:
        query = ActivityQuery().load({})
    if kind := filters.get("kind"):
        query["kinds"] = KINDS[kind][1]
    if who := filters.get("who"):
        query["who"] = SIDES[who][1] if who in SIDES else [who]
    return read_folded(desk.caller, matter, query) | {"menus": menus, "filters": filters}


def _offered(desk, matter):
    """Return the people to filter by: the reader and, if the reader may know it, the person in charge."""
    in_charge = matter.attorney if sees_colleagues(desk.caller) else None
    return list({user.id: user for user in (desk.user, in_charge) if user}.values())
