"""`/messages`: the conversations with the clients of all matters, and a single one."""

from datetime import datetime

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.permissions.roles import COLLEAGUES
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.paging import place_in_address, place_of_next_page
from intake.console.matters.people import People
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.http import waits_on_network
from intake.gateways.reply_addresses import receives_mail
from intake.gateways.send_errors import UNKNOWN
from intake.messaging.communications.actions import send_again, write_to_client
from intake.messaging.communications.channels import offered_channels
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.failures import MAY_HAVE_ARRIVED, WRITTEN_TO_ANOTHER, failure_of
from intake.messaging.communications.models import Communication, MessageRead
from intake.messaging.communications.schemas import CommunicationIn
from intake.messaging.communications.states import EMAIL_LENGTH, OTHER_CLIENT, QUEUED
from intake.web.forms import parameter, typed

from .models import fetch_conversation, list_conversations
from .states import FILTERS, SHOWN

inbox = Blueprint("inbox", __name__)

NOTICES = {
    "written": "The message is sent.",
    "queued": "The message is on its way.",
    "not-sent": "The message could not be sent.",
    "no_link": "The intake link in the message no longer works. Send the client a new one.",
    "no_address": "The client has no address for such messages any more.",
    OTHER_CLIENT: WRITTEN_TO_ANOTHER,
    UNKNOWN: MAY_HAVE_ARRIVED,
    "meanwhile": "That is not possible any more.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = "Write a message. An SMS has at most 1,300 characters, and there may be one intake link in it."


@inbox.get("")
@console_page("matters:read")
def index(desk):
    """Show the conversations, the one with the latest message first."""
    people = People.of_firm(desk.caller) if desk.may(COLLEAGUES) else None
    return _page(desk, people=people)


@inbox.get("/<matter_id>")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the messages of a matter, which marks them as read."""
    return _conversation(desk, matter_id)


@inbox.post("/<matter_id>")
@console_page("matters:write", once=True)
@waits_on_network
def write(desk, matter_id):
    """Send a message to the client."""
    given = {name: typed(name, EMAIL_LENGTH) for name in ("channel", "message")}
    try:
        message = write_to_client(desk.caller, matter_id, **CommunicationIn().load(given),
                                  written_to=typed("written_to", 64))
    except (ValidationError, Invalid):
        return _conversation(desk, matter_id, 422, given=given, wrong={"message": WRONG})
    except SendFailed as failure:
        return _conversation(desk, matter_id, 422, given=given, wrong={"message": NOTICES[_reason(failure)]})
    return _back(matter_id, done="queued" if message.status == QUEUED else "written")


@inbox.post("/<matter_id>/<communication_id>/again")
@console_page("matters:write")
@waits_on_network
def write_again(desk, matter_id, communication_id):
    """Send a failed message again."""
    try:
        message = send_again(desk.caller, matter_id, communication_id)
    except InvalidStatusTransition:
        return _back(matter_id, failed="meanwhile")
    except SendFailed as failure:
        return _back(matter_id, failed=_reason(failure))
    return _back(matter_id, done="queued" if message.status == QUEUED else "written")


def _reason(failure):
    return failure.details["reason"] if failure.details["reason"] in NOTICES else "not-sent"


def _back(matter_id, **values):
    return go_to("inbox.show", matter_id=matter_id, **_filters(), **values)


def _filters():
    """Return the filters in the address; unknown values are left out."""
    given = {name: request.args.get(name) for name in FILTERS}
    assigned = parameter("assigned")
    return {name: value for name, value in given.items() if value in FILTERS[name]} | (
        {"assigned": assigned} if assigned else {})


def _conversation(desk, matter_id, status=200, **values):
    matter = fetch_conversation(desk.caller, matter_id)
    before = place_in_address("older", datetime)
    rows = Communication.latest_in(desk.caller, matter_id, SHOWN + 1, before)
    if matter.unread and rows and not before:
        MessageRead.mark(desk.caller, matter.id, rows[0].created_at)
    return _page(desk, status, matter=matter, messages=rows[SHOWN - 1::-1],
                 older=place_of_next_page(rows, SHOWN), channels=offered_channels(matter.client),
                 **values)


def _page(desk, status=200, **values):
    filters = _filters()
    if not desk.may(COLLEAGUES):
        filters.pop("assigned", None)
    conversations, before = list_conversations(desk.caller, filters | {"before": place_in_address("before", datetime)})
    return desk.page("messages.html", status, NOTICES, conversations=conversations, before=before, filters=filters,
                     choices=FILTERS, failure_of=failure_of, receives_mail=receives_mail(), **values)
