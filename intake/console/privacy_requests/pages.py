"""`/settings/records/requests`: the queue of privacy requests, entering one, and a single one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.cases.clients.models import Client
from intake.cases.holds.errors import OnHold
from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import ApiError, Invalid, InvalidStatusTransition, NotFound
from intake.core.schemas import Body
from intake.records.erasures.errors import ErasurePending
from intake.records.exports.errors import TooManyExports
from intake.records.privacy_requests import actions
from intake.records.privacy_requests.errors import AlreadyExtended, IdentityNotChecked, RequestClosed, RequestOpen
from intake.records.privacy_requests.models import PrivacyRequest
from intake.records.privacy_requests.schemas import AnswerIn, ExtensionIn, PrivacyRequestIn, ReasonIn, VerificationIn
from intake.records.privacy_requests.states import DELETION, LONGEST_NOTE, LONGEST_WORDS
from intake.web.forms import page_number, typed

from .states import KINDS, NOTICES, ROWS, SOURCES, STATUSES, VERIFIED, WRONG

privacy_request_pages = Blueprint("privacy_request_pages", __name__)

_FAILED: dict[type[ApiError], str] = {
    RequestClosed: "closed", AlreadyExtended: "extended_before", IdentityNotChecked: "unchecked",
    OnHold: "on_hold", TooManyExports: "too_many", ErasurePending: "begun",
    InvalidStatusTransition: "erased"}
_REFUSALS = tuple(_FAILED)
_ACTS: dict[str, tuple[Callable[..., Any], type[Body], str, str]] = {
    "verify": (partial(actions.verify, again=False), VerificationIn, "verification", "verified"),
    "extend": (actions.extend, ExtensionIn, "extension_reason", "extended"),
    "answer": (actions.answer, AnswerIn, "answer", "answered"),
    "refuse": (actions.refuse, ReasonIn, "reason", "refused"),
}
"""By form, its action, its schema, its field, and the notice afterwards."""


@privacy_request_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the open requests, the first one due at the top, or the answered ones."""
    is_open = request.args.get("status") != "closed"
    listed = PrivacyRequest.listed(desk.caller, {"open": is_open, "page": page_number(), "per_page": ROWS})
    return desk.page("privacy_requests.html", notices=NOTICES, listed=listed, is_open=is_open, **_words(desk))


@privacy_request_pages.get("/new/client/<client_id>")
@console_page("firms:write")
def new(desk, client_id):
    """Show the form for entering a request of the client."""
    return _new(desk, Client.fetch(desk.caller, client_id), {})


@privacy_request_pages.post("/new/client/<client_id>")
@console_page("firms:write", once=True)
def create(desk, client_id):
    """Enter the request."""
    client = Client.fetch(desk.caller, client_id)
    longest = {"note": LONGEST_NOTE, "verification": LONGEST_WORDS}
    given = {name: typed(name, longest.get(name, 200)).strip()
             for name in ("kind", "source", "note", "verification", "received_on")}
    body = {"client_id": client.id} | {name: value for name, value in given.items() if value}
    try:
        entered = actions.enter(desk.caller, **PrivacyRequestIn().load(body))
    except (ValidationError, Invalid) as error:
        names = error.messages if isinstance(error, ValidationError) else error.names
        return _new(desk, client, given, {name: WRONG[name] for name in names}, 422)
    except RequestOpen:
        return _new(desk, client, given, {"kind": WRONG["open"]}, 409)
    return go_to("privacy_request_pages.show", privacy_request_id=entered.id, done="entered")


@privacy_request_pages.get("/<privacy_request_id>")
@console_page("firms:write")
def show(desk, privacy_request_id):
    """Show a request, and the forms that carry it out and answer it."""
    return _show(desk, privacy_request_id)


@privacy_request_pages.post("/<privacy_request_id>/carry-out")
@console_page("firms:write", once=True)
def carry_out(desk, privacy_request_id):
    """Start the requested action, and show it."""
    try:
        begun = actions.carry_out(desk.caller, privacy_request_id)
    except _REFUSALS as error:
        return _failed(privacy_request_id, error)
    if begun.erasure_id:
        return go_to("erasure_pages.show", erasure_id=begun.erasure_id)
    if not begun.export_id:
        return go_to("clients_pages.edit", client_id=begun.client_id)
    return go_to("privacy_request_pages.show", privacy_request_id=privacy_request_id, done="export-begun")


@privacy_request_pages.post("/<privacy_request_id>/<act>")
@console_page("firms:write", once=True)
def change(desk, privacy_request_id, act):
    """Record the verification of the client, extend the time, answer or refuse."""
    if act not in _ACTS:
        raise NotFound
    action, schema, field, notice = _ACTS[act]
    text = typed(field, LONGEST_NOTE).strip()
    try:
        changed = action(desk.caller, privacy_request_id, **schema().load({field: text or None} if act == "answer"
                                                                          else {field: text}))
    except (ValidationError, Invalid):
        return _show(desk, privacy_request_id, 422, {act: WRONG[field]}, {act: text})
    except _REFUSALS as error:
        return _show(desk, privacy_request_id, error.status, refusal=_FAILED[type(error)])
    if act == "verify" and changed.verification != text:
        return _show(desk, privacy_request_id, 409, refusal="checked")
    begun = changed.kind == DELETION and actions.begun_by(changed)
    if act == "answer" and begun and begun.is_proposed:
        return go_to("erasure_pages.show", erasure_id=begun.id, done="answered")
    return go_to("privacy_request_pages.show", privacy_request_id=privacy_request_id, done=notice)


def _failed(privacy_request_id, error):
    return go_to("privacy_request_pages.show", privacy_request_id=privacy_request_id, failed=_FAILED[type(error)])


def _new(desk, client, given, wrong=None, status=200):
    return desk.page("privacy_request_new.html", status, client=client, given=given, wrong=wrong or {},
                     longest={"note": LONGEST_NOTE, "verification": LONGEST_WORDS}, **_words(desk))


def _show(desk, privacy_request_id, status=200, wrong=None, given=None, refusal=None):
    asked = actions.fetch(desk.caller, privacy_request_id)
    return desk.page(
        "privacy_request.html", status, NOTICES, asked=asked, begun=actions.begun_by(asked),
        checked_by=_checker_of(desk, asked), wrong=wrong or {}, given=given or {}, refusal=refusal,
        problem=NOTICES.get(refusal),
        longest={"answer": LONGEST_NOTE, "other": LONGEST_WORDS}, **_words(desk))


def _checker_of(desk, asked):
    """Return the name of the person who verified the client; None if the client did so, or a program."""
    found = asked.verified_by and User.of(desk.caller).where(User.id == asked.verified_by).first()
    return found and name_of(found)


def _words(desk):
    return {"kinds": KINDS, "sources": SOURCES, "request_statuses": STATUSES, "verified": VERIFIED,
            "today": desk.firm.today}
