"""`/settings/security`: what signing in takes, who is signed in where, and failed sign-ins."""

from typing import Any

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.audit.actions import newest_about
from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.schemas import FirmPatch
from intake.accounts.sessions import actions
from intake.accounts.sessions.models import Session
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.names import name_of
from intake.console.frame.paging import page_number
from intake.console.matters.people import People
from intake.console.messages.models import list_people

from .states import IDLE_HOURS, NOTICES, REASONS, ROWS, SESSION_DAYS

security = Blueprint("security", __name__, template_folder="../templates")


@security.get("")
@console_page("firms:write")
def index(desk):
    """List the sessions of everybody and the last failed sign-ins."""
    number = page_number()
    settings = desk.firm.settings_in_force
    sessions = list(Session.of_firm(desk.caller).limit(ROWS + 1).offset((number - 1) * ROWS))
    return desk.page(
        "security.html", 200, NOTICES, sessions=sessions[:ROWS], has_more=len(sessions) > ROWS, number=number,
        failures=newest_about(desk.caller, "session.failed", ROWS), reasons=REASONS, name_of=name_of,
        names=dict(People(list_people(desk.caller)).choices),
        settings=settings, idle_hours=sorted({*IDLE_HOURS, settings["session_idle_hours"]}),
        session_days=sorted({*SESSION_DAYS, settings["session_days"]}))


@security.post("")
@console_page("firms:write")
def save(desk):
    """Change whether everybody needs a second factor, how long a session lasts, and who erases clients."""
    values: dict[str, Any] = {
        name: name in request.form for name in ("require_second_factor", "two_people_erase_clients")}
    for name in ("session_idle_hours", "session_days"):
        text = request.form.get(name, "")
        values[name] = int(text) if text.isdecimal() and text.isascii() and len(text) < 4 else 0
    try:
        loaded = FirmPatch().load({"settings": values})
    except ValidationError:
        return go_to("security.index", failed="length")
    change_settings(desk.caller, **loaded)
    return go_to("security.index", done="saved")


@security.post("/sessions/<session_id>/end")
@console_page("firms:write", unpaid=True)
def end(desk, session_id):
    """Sign somebody out of one browser."""
    actions.end_of_firm(desk.caller, session_id)
    return go_to("security.index", done="ended")


@security.post("/people/<user_id>/sign-out")
@console_page("firms:write", unpaid=True)
def sign_out(desk, user_id):
    """Sign somebody out of every browser."""
    actions.end_all(desk.caller, user_id)
    return go_to("security.index", done="ended-all")
