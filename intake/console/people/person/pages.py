"""`/settings/people/<id>`: a person of the firm."""

from flask import Blueprint, abort, request

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.sessions.actions import end_all
from intake.accounts.sessions.models import Session
from intake.accounts.users.actions import change
from intake.accounts.users.errors import LastAdmin, NotAColleague
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.accounts.users.states import ACTIVE, SUSPENDED
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.paging import page_of
from intake.console.matters.people import People
from intake.console.people.states import ROLES, explain_roles, reach_of_roles
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.engagement.handovers.actions import hand_over

from .models import facts_of

person = Blueprint("person", __name__)

NOTICES = {
    "changed": "Saved. The role applies from now on.",
    "signed-out": "They are signed out everywhere.",
    "handed-over": "The matters and leads are handed over.",
    "suspended": "They cannot sign in any more.",
    "reinstated": "They may sign in again.",
    "last": "This is the firm's only admin. Make somebody else an admin first.",
    "granting": "You cannot give somebody a role that may do more than yours.",
    "colleague": "Choose somebody who works here.",
    "meanwhile": "That is not possible any more.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

_REFUSED = {LastAdmin: "last", InsufficientScope: "granting", NotAColleague: "colleague",
            InvalidStatusTransition: "meanwhile"}

_LISTED = 20
"""How many sessions are shown; signing out ends all of them."""


@person.get("")
@console_page("firms:write")
def show(desk, user_id):
    """Show the person."""
    user = User.fetch(desk.caller, user_id)
    facts = facts_of(desk.caller, user)
    colleagues = People.from_rows(facts.pop("colleagues")).choices
    return desk.page("person.html", notices=NOTICES, person=user, name=name_of(user), colleagues=colleagues,
                     sessions=page_of(Session.of_user(user), _LISTED), roles=ROLES, is_me=user.id == desk.user.id,
                     rights=explain_roles(), reach=reach_of_roles(), **facts)


@person.post("/role")
@console_page("firms:write")
def change_role(desk, user_id):
    """Change the person's role."""
    role = request.form.get("role", "")
    if role not in ROLES:
        abort(400)
    return _after(user_id, "changed", lambda: change(desk.caller, user_id, role=role))


@person.post("/sign-out")
@console_page("firms:write", unpaid=True)
def sign_out(desk, user_id):
    """Sign the person out everywhere."""
    return _after(user_id, "signed-out", lambda: end_all(desk.caller, user_id))


@person.get("/hand-over/<colleague_id>")
@console_page("firms:write")
def ask(desk, user_id, colleague_id):
    """Ask whether so many matters and leads are to be handed over to this colleague."""
    user = User.fetch(desk.caller, user_id)
    facts = facts_of(desk.caller, user)
    colleagues = People.from_rows(facts["colleagues"])
    if not colleagues.has(colleague_id):
        return go_to("person.show", user_id=user_id, failed="colleague")
    return desk.page("person_hand_over.html", person=user, name=name_of(user), to=colleague_id,
                     colleague=colleagues.name(colleague_id), matters=facts["matters"], leads=facts["leads"],
                     suspends="suspend" in request.args)


@person.post("/hand-over")
@console_page("firms:write")
def give(desk, user_id):
    """Hand the person's matters and leads over to a colleague; ask once before."""
    if request.form.get("to") and not request.form.get("confirmed"):
        return go_to("person.ask", user_id=user_id, colleague_id=request.form["to"][:64])
    return _after(user_id, "handed-over", lambda: _hand_over(desk, user_id))


@person.post("/suspend")
@console_page("firms:write")
def suspend(desk, user_id):
    """Suspend the person, and optionally hand their matters over to a colleague at the same time; ask once before."""
    if not request.form.get("to"):
        return _after(user_id, "suspended", lambda: change(desk.caller, user_id, status=SUSPENDED))
    if not request.form.get("confirmed"):
        return go_to("person.ask", user_id=user_id, colleague_id=request.form["to"][:64], suspend="yes")
    return _after(user_id, "suspended", lambda: _hand_over(desk, user_id, suspend=True))


@person.post("/reinstate")
@console_page("firms:write")
def reinstate(desk, user_id):
    """Let the person sign in again."""
    return _after(user_id, "reinstated", lambda: change(desk.caller, user_id, status=ACTIVE))


def _hand_over(desk, user_id, **values):
    User.fetch(desk.caller, user_id)
    try:
        hand_over(desk.caller, user_id, request.form.get("to", "")[:64], **values)
    except NotFound:
        raise NotAColleague from None


def _after(user_id, done, act):
    """Perform the act, and return to the person's page with a message of success or the reason for failure."""
    try:
        act()
    except (InsufficientScope, NotAColleague, InvalidStatusTransition) as refused:
        return go_to("person.show", user_id=user_id, failed=_REFUSED[type(refused)])
    return go_to("person.show", user_id=user_id, done=done)
