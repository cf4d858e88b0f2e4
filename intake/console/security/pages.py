"""`/settings/security`: the rules for signing in, the sessions, and failed sign-ins."""

from datetime import datetime
from typing import Any

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.audit.actions import newest_about
from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.schemas import FirmPatch
from intake.accounts.sessions import actions
from intake.accounts.sessions.models import Session
from intake.accounts.users.names import name_of
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import is_outdated, version_of
from intake.console.matters.people import People
from intake.core.db import db
from intake.web.forms import page_number, typed, whole_number

from .states import IDLE_HOURS, NOTICES, REASONS, ROWS, SESSION_DAYS

security = Blueprint("security", __name__)

_SWITCHES = ("require_second_factor", "two_people_erase_clients")
_LENGTHS = ("session_idle_hours", "session_days")


@security.get("")
@console_page("firms:write")
def index(desk):
    """List everybody's sessions and the latest failed sign-ins."""
    return _page(desk, _saved(desk))


@security.post("")
@console_page("firms:write")
def save(desk):
    """Change the rules for second factors, sessions and erasures of clients.

    If somebody else did meanwhile, show the present values instead.
    """
    values: dict[str, Any] = {name: name in request.form for name in _SWITCHES}
    values |= {name: whole_number(typed(name)) for name in _LENGTHS}
    try:
        loaded = FirmPatch().load({"settings": values})
    except ValidationError:
        return go_to("security.index", failed="length")
    with db.atomic():
        desk.lock_firm()
        if not is_outdated(_saved(desk)):
            change_settings(desk.caller, **loaded)
            return go_to("security.index", done="saved")
    return _page(desk, values, now=_saved(desk))


@security.post("/sessions/<session_id>/end")
@console_page("firms:write", unpaid=True)
def end(desk, session_id):
    """Sign a person out of one browser."""
    actions.end_in_firm(desk.caller, session_id)
    return go_to("security.index", done="ended")


@security.post("/people/<user_id>/sign-out")
@console_page("firms:write", unpaid=True)
def sign_out(desk, user_id):
    """Sign a person out of every browser."""
    actions.end_all(desk.caller, user_id)
    return go_to("security.index", done="ended-all")


def _saved(desk):
    """Return the settings as they were last saved: a rule that is to end counts as switched off."""
    settings = desk.firm.settings_in_force
    is_ending = settings["two_people_erase_clients_until"] is not None
    return {name: settings[name] for name in (*_SWITCHES, *_LENGTHS)} | (
        {"two_people_erase_clients": False} if is_ending else {})


def _page(desk, settings, now=None):
    """Show the saved settings, or the submitted ones together with the saved ones, `now`."""
    number = page_number()
    sessions = list(Session.of_firm(desk.caller).limit(ROWS + 1).offset((number - 1) * ROWS))
    ends_at = desk.firm.settings_in_force["two_people_erase_clients_until"]
    return desk.page(
        "security.html", 409 if now else 200, NOTICES, now=now, version=version_of(_saved(desk)),
        sessions=sessions[:ROWS], has_more=len(sessions) > ROWS, number=number,
        failures=newest_about(desk.caller, "session.failed", ROWS), reasons=REASONS, name_of=name_of,
        names=dict(People.of_firm(desk.caller).choices),
        ends_at=datetime.fromisoformat(ends_at) if ends_at else None,
        settings=settings, idle_hours=sorted({*IDLE_HOURS, settings["session_idle_hours"]}),
        session_days=sorted({*SESSION_DAYS, settings["session_days"]}))
