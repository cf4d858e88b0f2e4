"""`/settings/developers/outbox`: a sandbox's kept messages, and its clock. A live installation has no such page."""

from flask import Blueprint, request

from intake.console.frame.console_page import console_page, go_to
from intake.core.clock import now
from intake.core.errors import Invalid
from intake.integrations.sandbox.actions import delete_messages, move_clock
from intake.integrations.sandbox.models import SandboxMessage
from intake.integrations.sandbox.states import CHANNELS
from intake.web.forms import page_number, parameter, typed

from .states import NOTICES, STEPS

outbox_pages = Blueprint("outbox_pages", __name__)

_ROWS = 25


@outbox_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the kept messages, optionally those of one channel or for one recipient."""
    given = {"channel": request.args.get("channel", ""), "recipient": parameter("to", 254)}
    wanted = {name: value for name, value in given.items() if value and (name != "channel" or value in CHANNELS)}
    filters = {"to" if name == "recipient" else name: value for name, value in wanted.items()}
    messages = SandboxMessage.listed(desk.caller, wanted | {"page": page_number(), "per_page": _ROWS})
    return desk.page("outbox.html", 200, NOTICES, messages=messages, filters=filters, steps=STEPS, moment=now())


@outbox_pages.post("/clock")
@console_page("firms:write", unpaid=True)
def move(desk):
    """Move the clock of the sandbox forward by one of the steps."""
    seconds = next((each for each in STEPS if str(each) == typed("seconds")), min(STEPS))
    try:
        move_clock(desk.firm, seconds)
    except Invalid:
        return go_to("outbox_pages.index", failed="far")
    return go_to("outbox_pages.index", done="moved")


@outbox_pages.post("/empty")
@console_page("firms:write", unpaid=True)
def empty(desk):
    """Delete all kept messages of the firm."""
    delete_messages(desk.caller, desk.firm)
    return go_to("outbox_pages.index", done="emptied")
