"""`/matters/<id>/messages`: the messages with the client, and writing another."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page, return_to
from intake.core.errors import Invalid
from intake.core.http import waits_on_network
from intake.messaging.communications.actions import write_to_client
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.models import Communication
from intake.messaging.communications.schemas import CommunicationIn
from intake.messaging.communications.states import EMAIL, EMAIL_LENGTH, OPTED_OUT, QUEUED, SUBJECT_LENGTH

messages_tab = Blueprint("messages_tab", __name__)

SHOWN = 50
WRONG = {
    "channel": "Choose e-mail or SMS.",
    "message": "Write a message. An SMS has at most 1,300 characters, and there may be one intake link in it.",
    "subject": "An SMS has no subject. That of an e-mail has at most 200 characters.",
}
NOT_SENT = {None: "The message could not be sent.", OPTED_OUT: "This number asked to get no more SMS."}
"""What is said if the message could not be sent, by the reason; None is any other."""


@messages_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the messages, the latest first."""
    return _page(desk, matter_id)


@messages_tab.post("")
@console_page("matters:write")
@waits_on_network
def write(desk, matter_id):
    """Send a message to the client."""
    longest = {"channel": 20, "subject": SUBJECT_LENGTH, "message": EMAIL_LENGTH}
    given = {name: request.form.get(name, "")[:length + 1] for name, length in longest.items()}
    try:
        body = CommunicationIn().load({name: text for name, text in given.items() if text or name != "subject"})
        message = write_to_client(desk.caller, matter_id, **body)
    except ValidationError as error:
        return _page(desk, matter_id, 422, given, {name: WRONG[name] for name in error.messages})
    except Invalid:
        return _page(desk, matter_id, 422, given, {"message": WRONG["message"]})
    except SendFailed as failure:
        notice = NOT_SENT.get(failure.details["reason"], NOT_SENT[None])
        return _page(desk, matter_id, 422, given, notice=notice)
    return return_to("messages_tab.show", matter_id, done="queued" if message.status == QUEUED else "written")


def _page(desk, matter_id, status=200, given=None, wrong=None, notice=None):
    before = request.args.get("before", "")[:64]
    rows = Communication.latest_in(desk.caller, matter_id, SHOWN + 1, before)
    return matter_page(
        desk, matter_id, "matter_messages.html", status, messages=rows[:SHOWN], wrong=wrong, notice=notice,
        given=given or {"channel": EMAIL}, older=rows[SHOWN - 1].id if len(rows) > SHOWN else None)
