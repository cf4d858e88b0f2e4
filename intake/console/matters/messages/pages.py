"""`/matters/<id>/messages`: the messages with the client; writing, cancelling and sending again."""

from datetime import datetime

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page
from intake.console.frame.days import moment_typed
from intake.console.frame.paging import place_in_address, place_of_next_page
from intake.console.matters.head import matter_page, return_to
from intake.core.clock import now
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.http import waits_on_network
from intake.gateways.send_errors import UNKNOWN
from intake.messaging.communications.actions import cancel as cancel_message
from intake.messaging.communications.actions import send_again, write_to_client
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.failures import MAY_HAVE_ARRIVED, WRITTEN_TO_ANOTHER, failure_of
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.models import Communication
from intake.messaging.communications.schemas import CommunicationIn
from intake.messaging.communications.states import (
    EMAIL,
    EMAIL_LENGTH,
    INBOUND,
    OPTED_OUT,
    OTHER_CLIENT,
    QUEUED,
    SUBJECT_LENGTH,
)
from intake.web.forms import typed

messages_tab = Blueprint("messages_tab", __name__)

SHOWN = 50
TEXTS = {"call": "Please call us", "missing": "Something is missing", "attached": "A file came by e-mail",
         "complete": "Everything has arrived", "appointment": "An appointment"}
"""Standard texts to begin a message with, each with its title for the firm."""

WRONG = {
    "channel": "Choose e-mail or SMS.",
    "message": "Write a message. An SMS has at most 1,300 characters, and there may be one intake link in it.",
    "subject": "An SMS has no subject. That of an e-mail has at most 200 characters.",
    "send_at": "Choose a time within a year from now.",
}
NOT_SENT = {None: "The message could not be sent.", OPTED_OUT: "This number asked to get no more SMS.",
            OTHER_CLIENT: WRITTEN_TO_ANOTHER, UNKNOWN: MAY_HAVE_ARRIVED}
"""By reason, why a message could not be sent; None is any other reason."""


@messages_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the messages, the latest at the end."""
    return _page(desk, matter_id, given=_begun(desk, matter_id))


@messages_tab.post("")
@console_page("matters:write", once=True)
@waits_on_network
def write(desk, matter_id):
    """Send a message to the client, now or later."""
    longest = {"channel": 20, "subject": SUBJECT_LENGTH, "message": EMAIL_LENGTH, "send_at": 20}
    given = {name: typed(name, length) for name, length in longest.items()}
    try:
        body = {name: text for name, text in given.items() if text or name in ("channel", "message")}
        if "send_at" in body:
            body["send_at"] = moment_typed(body["send_at"], desk.firm.timezone)
        message = write_to_client(desk.caller, matter_id, **CommunicationIn().load(body),
                                  written_to=typed("written_to", 64))
    except ValidationError as error:
        return _page(desk, matter_id, 422, given, {name: WRONG[name] for name in error.messages})
    except Invalid as error:
        return _page(desk, matter_id, 422, given, {name: WRONG[name] for name in error.names})
    except SendFailed as failure:
        return _page(desk, matter_id, 422, given, notice=_not_sent(failure))
    return return_to("messages_tab.show", matter_id, done=_outcome(message))


@messages_tab.post("/<communication_id>/retry")
@console_page("matters:write")
@waits_on_network
def retry(desk, matter_id, communication_id):
    """Send a failed message again."""
    try:
        message = send_again(desk.caller, matter_id, communication_id)
    except InvalidStatusTransition:
        return return_to("messages_tab.show", matter_id, failed="meanwhile")
    except SendFailed as failure:
        return _page(desk, matter_id, 422, notice=_not_sent(failure))
    return return_to("messages_tab.show", matter_id, done=_outcome(message))


@messages_tab.post("/<communication_id>/cancel")
@console_page("matters:write")
def cancel(desk, matter_id, communication_id):
    """Cancel a scheduled message."""
    try:
        cancel_message(desk.caller, matter_id, communication_id)
    except InvalidStatusTransition:
        return return_to("messages_tab.show", matter_id, failed="meanwhile")
    return return_to("messages_tab.show", matter_id, done="cancelled")


def _begun(desk, matter_id):
    """Return a message with the standard text that is named in the address, or None."""
    client = Matter.fetch(desk.caller, matter_id).client if request.args.get("text") in TEXTS else None
    if client is None:
        return None
    name, language = f"draft_{request.args['text']}", client_language(client, desk.firm)
    text = render_message(name, EMAIL, language, client=client, firm=desk.firm)
    return {"channel": EMAIL, "subject": text.subject, "message": text.message}


def _outcome(message):
    if message.status != QUEUED:
        return "written"
    return "scheduled" if message.send_at else "queued"


def _not_sent(failure):
    return NOT_SENT.get(failure.details["reason"], NOT_SENT[None])


def _page(desk, matter_id, status=200, given=None, wrong=None, notice=None):
    before = place_in_address("before", datetime)
    rows = Communication.latest_in(desk.caller, matter_id, SHOWN + 1, before)
    written_by = next((row.channel for row in rows if row.direction == INBOUND), EMAIL)
    return matter_page(
        desk, matter_id, "matter_messages.html", status, messages=rows[SHOWN - 1::-1], wrong=wrong, notice=notice,
        given=given or {"channel": written_by}, older=place_of_next_page(rows, SHOWN), moment=now(),
        sent_again={row.retry_of for row in rows}, failure_of=failure_of, texts=TEXTS)
