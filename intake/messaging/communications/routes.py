"""`/api/v1/matters/:id/communications`, `/api/v1/communications`, and what Twilio and mail servers call."""

import hmac
import re

from flask import Blueprint, Response, current_app, request

from intake.accounts.access.guard import requires
from intake.cases.holds.errors import OnHold
from intake.core.addresses import public_url
from intake.core.cursors import Order
from intake.core.errors import InvalidSignature, InvalidStatusTransition, NotFound, PayloadTooLarge
from intake.core.http import MAX_BODY_BYTES, accepts, queries, raises, returns, returns_page, waits_on_network
from intake.core.rate_limiter import count_failed_authentication
from intake.core.schemas import Deleted
from intake.gateways.sms import sms

from . import actions
from .errors import SendFailed
from .models import Communication, MessageRead
from .received_mail import fields_of, read_mail
from .receiving import receive_mail, receive_sms
from .schemas import (
    CommunicationIn,
    CommunicationOut,
    CommunicationQuery,
    CommunicationRow,
    CommunicationsQuery,
    MarkedRead,
)

communications = Blueprint("communications", __name__)
all_communications = Blueprint("all_communications", __name__)
twilio = Blueprint("twilio", __name__)
mail_server = Blueprint("mail_server", __name__)

_NUMBER = re.compile(r"\+[1-9][0-9]{3,14}")
_MAIL_FIELDS = ("body-mime", "email")
_CODE = re.compile(r"[0-9]{1,6}")


@communications.get("")
@requires("matters:read")
@queries(CommunicationQuery)
@returns_page(CommunicationOut)
def index(caller, matter_id, query):
    """List the messages of a matter, the latest first."""
    return Communication.page_of(caller, matter_id, query, conditions=Communication.wanted(query),
                                 order=(Communication.created_at.desc(), Communication.id.desc()))


@communications.post("")
@requires("matters:write")
@accepts(CommunicationIn)
@returns(CommunicationOut, status=201)
@raises(SendFailed)
@waits_on_network
def create(caller, matter_id, body):
    """Write to the client of a matter by e-mail or SMS; `queued` means that sending will be tried again."""
    return actions.write_to_client(caller, matter_id, **body)


@communications.post("/<communication_id>/retry")
@requires("matters:write")
@returns(CommunicationOut, status=201)
@raises(SendFailed, InvalidStatusTransition)
@waits_on_network
def retry(caller, matter_id, communication_id):
    """Send a failed message again, once, as a new message."""
    return actions.send_again(caller, matter_id, communication_id)


@communications.delete("/<communication_id>")
@requires("matters:write")
@returns(Deleted)
@raises(InvalidStatusTransition, OnHold)
def cancel(caller, matter_id, communication_id):
    """Cancel a scheduled message."""
    actions.cancel(caller, matter_id, communication_id)
    return {"id": communication_id}


@all_communications.get("")
@requires("matters:read")
@queries(CommunicationsQuery)
@returns_page(CommunicationRow)
def index_all(caller, query):
    """List the messages of all matters, the latest first."""
    conditions = [*Communication.wanted(query), *MessageRead.wanted(caller, query)]
    order = Order(Communication.created_at, ascending=query["order"] == "asc")
    return Communication.listed(caller, query, order, conditions)


@all_communications.post("/<communication_id>/read")
@requires("matters:read")
@returns(MarkedRead)
def read(caller, communication_id):
    """Mark a client's message and the earlier ones of its matter as read; returns how many were unread."""
    message = Communication.fetch(caller, communication_id)
    return {"marked": MessageRead.mark(caller, message.matter_id, message.created_at)}


@twilio.post("/status")
def status():
    """Receive a status callback of Twilio."""
    form = _signed_form()
    code = form.get("ErrorCode", "")
    actions.record_carrier_status(request.args.get("communication", ""), form.get("MessageSid"),
                                  form.get("MessageStatus", ""), code if _CODE.fullmatch(code) else None)
    return Response(status=204)


@twilio.post("/inbound")
def inbound():
    """Receive an SMS from Twilio; the empty response sends no reply."""
    form = _signed_form()
    if _NUMBER.fullmatch(form.get("From", "")) and form.get("MessageSid"):
        receive_sms(form["From"], form.get("To", ""), form.get("Body", ""), form["MessageSid"], _note(form))
    return Response("<Response/>", mimetype="text/xml")


@mail_server.post("/inbound")
def inbound_mail():
    """Receive a raw e-mail (RFC 5322), as the body or in a field of a form, which is how Mailgun and SendGrid send it.

    An e-mail longer than a body may be is cut off by the web server.
    """
    settings = current_app.extensions["settings"]
    if settings.reply_address is None:
        raise NotFound
    _require_secret(settings.inbound_mail_secret)
    body = request.get_data()
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge
    fields = fields_of(request.content_type or "", body)
    raw = next((fields[name] for name in _MAIL_FIELDS if name in fields), body)
    receive_mail(read_mail(raw, fields.get("recipient", b"").decode(errors="replace")), settings.reply_address)
    return Response(status=200, mimetype="text/plain")  # after any other status Mailgun sends the mail again


def _require_secret(secret):
    """Raise `InvalidSignature` unless the request has the secret, as its bearer token or the password of any user."""
    given, text = request.authorization, None
    if given:
        text = given.token if given.type == "bearer" else given.password
    if not hmac.compare_digest(secret.encode(), (text or "").encode(errors="replace")):
        count_failed_authentication()
        raise InvalidSignature


def _signed_form():
    """Return the form without NUL bytes. Raises `InvalidSignature` unless Twilio signed it."""
    pairs = list(request.form.items(multi=True))
    query = f"?{request.query_string.decode('latin-1')}" if request.query_string else ""
    if not sms.has_signed(public_url(request.path + query), pairs, request.headers.get("X-Twilio-Signature", "")):
        raise InvalidSignature
    return {name: value.replace("\x00", "") for name, value in pairs}


def _note(form):
    """Return a note for attachments, which are not kept because they are not scanned; empty without any."""
    media = form.get("NumMedia", "0")
    return f"[{media} attachment{'' if media == '1' else 's'} not kept]" if media.isdecimal() and int(media) else ""
