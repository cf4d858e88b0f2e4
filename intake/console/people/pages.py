"""`/settings/people`: the firm's people, and invitations."""

from flask import Blueprint, current_app, request

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.sessions.people import list_people
from intake.accounts.users.actions import resend, withdraw
from intake.accounts.users.names import name_in
from intake.accounts.users.states import PENDING, STATUSES
from intake.console.frame.console_page import console_page, go_to
from intake.core.clock import now
from intake.core.languages import LANGUAGES
from intake.core.text_search import name_order
from intake.gateways.stripe_api import stripe_api

from .invitations import InvitationForm
from .states import REFUSED, ROLES, SHOWN, UNDELIVERED, explain_roles, reach_of_roles

people = Blueprint("people", __name__)

NOTICES = {
    "invited": "The invitations are on their way. Each link is good for seven days.",
    "resent": "The invitation has been sent again. The previous link no longer works.",
    "withdrawn": "The invitation is withdrawn. Its link no longer works.",
    "granting": "You cannot give somebody a role that may do more than yours.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""


@people.get("")
@console_page("firms:write")
def index(desk):
    """List the people and the invitations."""
    listed = [row | {"name": name_in(row), "problem": row["mail_error"] and UNDELIVERED.get(row["mail_error"], REFUSED)}
              for row in list_people(desk.caller, {"page": 1, "per_page": SHOWN}).rows]
    listed.sort(key=lambda row: (STATUSES.index(row["status"]), name_order(row["name"])))
    return desk.page(
        "people.html", notices=NOTICES, listed=listed, roles=ROLES, now=now(),
        seats=current_app.extensions["plans"][desk.firm.plan].users, sells_plans=stripe_api.is_configured,
        is_required=desk.firm.settings_in_force["require_second_factor"],
        without=sum(not row["second_factor"] for row in listed if row["status"] != PENDING),
        rights=explain_roles(), reach=reach_of_roles())


@people.get("/invite")
@console_page("firms:write")
def invite(desk):
    """Show the form for invitations."""
    return _form(desk, InvitationForm(_language(desk)))


@people.post("/invite")
@console_page("firms:write", once=True)
def send(desk):
    """Invite everybody whose address was typed, or show more rows."""
    form = InvitationForm.sent(_language(desk))
    if "more" in request.form:
        form.more()
        return _form(desk, form)
    if not form.invite(desk.caller):
        return _form(desk, form, 422)
    return go_to("people.index", done="invited")


@people.post("/invitations/<invitation_id>/resend")
@console_page("firms:write", once=True)
def send_again(desk, invitation_id):
    """Send an invitation again, with a new link."""
    try:
        resend(desk.caller, invitation_id)
    except InsufficientScope:
        return go_to("people.index", failed="granting")
    return go_to("people.index", done="resent")


@people.post("/invitations/<invitation_id>/withdraw")
@console_page("firms:write")
def withdraw_invitation(desk, invitation_id):
    """Withdraw an invitation."""
    withdraw(desk.caller, invitation_id)
    return go_to("people.index", done="withdrawn")


def _language(desk):
    return desk.firm.settings_in_force["language"]


def _form(desk, form, status=200):
    return desk.page("people_invite.html", status, rows=form.rows, first_added=form.first_added, wrong=form.wrong,
                     roles=ROLES, chosen_language=form.language, languages=LANGUAGES.values(),
                     rights=explain_roles(), reach=reach_of_roles())
