"""`/settings/security`: who is signed in where, and failed sign-ins."""

import re

from flask import Blueprint, request

from intake.accounts.audit.actions import newest_about
from intake.accounts.sessions import actions
from intake.accounts.sessions.models import Session
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.names import name_of
from intake.console.matters.people import People
from intake.console.messages.models import list_people

from .states import NOTICES, REASONS, ROWS

security = Blueprint("security", __name__, template_folder="../templates")

_PAGE = re.compile("[1-9][0-9]{0,5}")


@security.get("")
@console_page("firms:write")
def index(desk):
    """List the sessions of everybody and the last failed sign-ins."""
    number = int(request.args["page"]) if _PAGE.fullmatch(request.args.get("page", "")) else 1
    sessions = list(Session.of_firm(desk.caller).limit(ROWS + 1).offset((number - 1) * ROWS))
    return desk.page(
        "security.html", 200, NOTICES, sessions=sessions[:ROWS], has_more=len(sessions) > ROWS, number=number,
        failures=newest_about(desk.caller, "session.failed", ROWS), reasons=REASONS, name_of=name_of,
        names=dict(People(list_people(desk.caller)).choices),
        is_required=desk.firm.settings_in_force["require_second_factor"])


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
