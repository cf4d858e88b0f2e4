"""`/api/v1/privacy-requests`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.holds.errors import OnHold
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.records.erasures.errors import ErasurePending
from intake.records.exports.errors import TooManyExports

from . import actions
from .errors import AlreadyExtended, IdentityNotChecked, RequestClosed, RequestOpen
from .models import PrivacyRequest
from .schemas import (
    AnswerIn,
    ExtensionIn,
    PrivacyRequestIn,
    PrivacyRequestOut,
    PrivacyRequestQuery,
    ReasonIn,
    VerificationIn,
)

privacy_requests = Blueprint("privacy_requests", __name__)


@privacy_requests.get("")
@requires("firms:read")
@queries(PrivacyRequestQuery)
@returns_page(PrivacyRequestOut)
def index(caller, query):
    """List the requests of people about their data: open ones first, by the day on which they are due."""
    return PrivacyRequest.listed(caller, query)


@privacy_requests.post("")
@requires("firms:write")
@accepts(PrivacyRequestIn)
@returns(PrivacyRequestOut, status=201)
@raises(RequestOpen)
def create(caller, body):
    """Enter a request that reached the firm by e-mail, telephone, letter or in its office."""
    return actions.enter(caller, **body)


@privacy_requests.get("/<privacy_request_id>")
@requires("firms:read")
@returns(PrivacyRequestOut)
def show(caller, privacy_request_id):
    """Retrieve a privacy request."""
    return PrivacyRequest.fetch(caller, privacy_request_id)


@privacy_requests.post("/<privacy_request_id>/verify")
@requires("firms:write")
@accepts(VerificationIn)
@returns(PrivacyRequestOut)
@raises(RequestClosed)
def verify(caller, privacy_request_id, body):
    """Record how you verified who is asking."""
    return actions.verify(caller, privacy_request_id, **body)


@privacy_requests.post("/<privacy_request_id>/carry-out")
@requires("firms:write")
@returns(PrivacyRequestOut)
@raises(RequestClosed, IdentityNotChecked, InvalidStatusTransition, OnHold, ErasurePending, TooManyExports)
def carry_out(caller, privacy_request_id):
    """Make an export of the client's data, or request their erasure, which has to be confirmed separately."""
    return actions.carry_out(caller, privacy_request_id)


@privacy_requests.post("/<privacy_request_id>/extend")
@requires("firms:write")
@accepts(ExtensionIn)
@returns(PrivacyRequestOut)
@raises(RequestClosed, AlreadyExtended)
def extend(caller, privacy_request_id, body):
    """Extend the time by 45 days, once; the client gets an e-mail with the reason."""
    return actions.extend(caller, privacy_request_id, **body)


@privacy_requests.post("/<privacy_request_id>/answer")
@requires("firms:write")
@accepts(AnswerIn)
@returns(PrivacyRequestOut)
@raises(RequestClosed, IdentityNotChecked, OnHold, ErasurePending)
def answer(caller, privacy_request_id, body):
    """Write to the client that it was done, and close the request; a deletion also requests a missing erasure."""
    return actions.answer(caller, privacy_request_id, **body)


@privacy_requests.post("/<privacy_request_id>/refuse")
@requires("firms:write")
@accepts(ReasonIn)
@returns(PrivacyRequestOut)
@raises(RequestClosed)
def refuse(caller, privacy_request_id, body):
    """Write to the client why the request is refused, and close it."""
    return actions.refuse(caller, privacy_request_id, **body)
