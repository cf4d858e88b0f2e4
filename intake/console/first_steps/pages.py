"""`/settings/first-steps`: the steps of a new firm, one at a time."""

from functools import partial

from flask import Blueprint, abort, request

from intake.accounts.firms.states import ALERTS, PRACTICE_AREAS
from intake.accounts.onboarding.actions import finish, save
from intake.accounts.onboarding.models import STEPS, Onboarding
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.matters.errors import DuplicateMatter, MatterLimitReached
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.sent_once import answer_once
from intake.core.ids import new_id
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.states import CHANNELS

from .names import NAMES, OF_ALERTS
from .trial import open_trial_matter

first_steps = Blueprint("first_steps", __name__)

NOTICES = {
    "saved": "Saved.",
    "sent": "The e-mail is on its way to you. Open its link to see what your clients see.",
    "failed": "The e-mail could not be sent. The test matter is there all the same.",
    "already": "You have just sent yourself one. Check your e-mail.",
    "no_room": "The plan's limit of matters is reached.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

_WELCOME, _AREAS, _TEMPLATES, _ALERTS, _INVITE, _READY = STEPS


@first_steps.get("")
@console_page("firms:write")
def index(desk):
    """Show the steps and which of them are done."""
    return desk.page("first_steps.html", notices=NOTICES, onboarding=Onboarding.of(desk.caller), names=NAMES)


@first_steps.get("/<step>")
@console_page("firms:write")
def show(desk, step):
    """Show a step."""
    if step not in STEPS:
        abort(404)
    templates = Template.choices(desk.caller, desk.language) if step == _TEMPLATES else ()
    return desk.page(
        "first_step.html", step=step, names=NAMES, number=STEPS.index(step) + 1, onboarding=Onboarding.of(desk.caller),
        practice_areas=PRACTICE_AREAS, templates=templates, alerts=OF_ALERTS,
        channels=CHANNELS, preferences=desk.firm.preferences_in_force)


@first_steps.post("/<step>")
@console_page("firms:write")
def take(desk, step):
    """Take a step: save the choices, and redirect to the next step. A test is sent once; choices may be repeated."""
    if step not in STEPS:
        abort(404)
    if step == _READY:
        return answer_once(desk.caller, partial(_send_test, desk))
    onboarding = save(desk.caller, STEPS.index(step) + 1, _data(desk, step))
    if step == _INVITE and "invite" in request.form:
        return go_to("people.invite")
    if all(onboarding.steps_taken.values()):
        return go_to("first_steps.index", done="saved")
    return go_to("first_steps.show", step=STEPS[onboarding.current_step - 1])


@first_steps.post("/finish")
@console_page("firms:write")
def end(desk):
    """Stop showing the steps on the home page."""
    finish(desk.caller)
    return go_to("review.index")


def _data(desk, step):
    chosen = request.form.getlist("chosen")
    if step == _AREAS:
        return {"practice_areas": [area for area in PRACTICE_AREAS if area in chosen]}
    if step == _TEMPLATES:
        return {"doc_templates": [id for id, _ in Template.choices(desk.caller, desk.language) if id in chosen]}
    if step == _ALERTS:
        return {"notification_prefs": {alert: {channel: f"{alert}.{channel}" in chosen for channel in CHANNELS}
                                       for alert in ALERTS}}
    return {}


def _send_test(desk):
    matter_id = new_id(Matter.prefix)
    try:
        open_trial_matter(desk, matter_id)
    except (DuplicateMatter, DuplicateEmail):  # somebody else has sent it at the same moment
        return go_to("first_steps.index", failed="already")
    except MatterLimitReached:
        return go_to("first_steps.index", failed="no_room")
    except ConflictCheckRequired:  # the matter exists without its link
        return go_to("parties_tab.show", matter_id=matter_id, failed="check-first")
    except SendFailed:
        return go_to("first_steps.index", failed="failed")
    save(desk.caller, STEPS.index(_READY) + 1, complete=True)
    return go_to("first_steps.index", done="sent", matter=matter_id)
