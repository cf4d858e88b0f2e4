"""`/matters/<id>/activity`: what happened, with the time, who did it, and from where."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.access.caller import Caller
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page

from .actions import read_activity
from .schemas import ActivityQuery

activity_tab = Blueprint("activity_tab", __name__)


@activity_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show a page of the activity; a cursor that is none begins with the newest."""
    return matter_page(desk, matter_id, "matter_activity.html", activity=lambda matter: _read(desk.caller, matter))


def _read(caller: Caller, matter: Matter) -> dict:
    try:
        query = ActivityQuery().load({name: request.args[name] for name in ("cursor",) if name in request.args})
    except ValidationError:
        query = ActivityQuery().load({})
    return read_activity(caller, matter, query)
