"""`/unsubscribe/reminders`: ending the reminders by the link in them, and getting them again."""

from flask import Blueprint, request
from werkzeug.exceptions import NotFound

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import CLIENT
from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.messaging.communications.message_texts import client_language
from intake.messaging.communications.safety import sender_name, wants_reminders
from intake.messaging.communications.unsubscribing import REMINDERS_OFF, recipient_of
from intake.web.rendering import FORM, page_in

from .preference import set_reminders

reminders_off = Blueprint("reminders_off", __name__)


@reminders_off.get("/<token>")
def show(token):
    """Ask whether to end the reminders: programs that open links in mails must not do it."""
    client = _client(token)
    return _page(client, not wants_reminders(client))


@reminders_off.post("/<token>")
def change(token):
    """End the reminders, also for a mail program that does it by itself (RFC 8058), or resume them."""
    client, is_wanted = _client(token), "again" in request.form
    act_as(CLIENT, client.id, by="reminder link")
    set_reminders(client, client.id, is_wanted)
    return _page(client, not is_wanted)


def _page(client, is_off):
    """Return the page in the client's language, under the name that messages to them bear."""
    firm = Firm.fetch(client.firm_id)
    language = client_language(client, firm)
    return page_in(language, "reminders_off.html", FORM, is_off=is_off, name=sender_name(firm, client))


def _client(token):
    """Return the client of the address, or into whom they were merged. Raises `NotFound` for one that is not ours."""
    client = Client.for_job(recipient_of(REMINDERS_OFF, token))
    while client and client.merged_into:
        client = Client.for_job(client.merged_into)
    if client is None:
        raise NotFound
    return client
