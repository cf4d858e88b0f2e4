"""`/settings/records/erasures`: past erasures, the preview of one, its confirmation, and the certificate."""

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from intake.console.frame.console_page import console_page, go_to
from intake.core.content_types import PDF
from intake.core.errors import NotFound
from intake.core.filenames import attachment
from intake.records.erasures import actions
from intake.records.erasures.certificate import certificate_pdf, sha256_of
from intake.records.erasures.errors import (
    ClientMerged,
    ErasureNotOpen,
    ErasurePending,
    LeadBecameClient,
    NoLongerDue,
    SecondPersonRequired,
)
from intake.records.erasures.models import Erasure
from intake.records.erasures.names import (
    GOES,
    KIND_NAMES,
    PLATFORM_NAMES,
    PRINCIPAL,
    STATUS_NAMES,
    STAYS_NAMES,
    TABLE_NAMES,
)
from intake.records.erasures.records import fetch_record, name_of_record, names_of_records
from intake.records.erasures.refusals import hold_against
from intake.records.erasures.schemas import RECORDS, ErasureIn
from intake.records.erasures.states import CLIENT, LONGEST_REASON
from intake.records.privacy_requests.models import PrivacyRequest
from intake.web.forms import page_number, typed

from .states import NOTICES, ROWS, WRONG

erasure_pages = Blueprint("erasure_pages", __name__)

_REFUSED = {ErasureNotOpen: "not_open", SecondPersonRequired: "second_person", LeadBecameClient: "became_client",
            NoLongerDue: "no_longer_due"}
"""Why an erasure cannot be confirmed, by the key of the notice that says so."""

_WORDS = {"kinds": KIND_NAMES, "tables": TABLE_NAMES, "principal": PRINCIPAL, "goes_with": GOES,
          "stays_names": STAYS_NAMES}


@erasure_pages.get("")
@console_page("firms:write")
def index(desk):
    """List completed and pending erasures, the newest first."""
    listed = Erasure.newest_page(desk.caller, {"page": page_number(), "per_page": ROWS})
    return desk.page("erasures.html", 200, NOTICES, listed=listed, kinds=KIND_NAMES, statuses=STATUS_NAMES,
                     names=names_of_records(desk.caller, listed.rows))


@erasure_pages.get("/new/client/<client_id>")
@erasure_pages.get("/new/matter/<matter_id>")
@erasure_pages.get("/new/document/<document_id>")
@erasure_pages.get("/new/lead/<lead_id>")
@console_page("firms:write")
def new(desk, **record):
    """Show what is erased with the record in the address and what remains, and ask for the reason."""
    name, record_id = _chosen(record)
    try:
        return _preview(desk, name, record_id)
    except LeadBecameClient:
        return go_to("leads_pages.show", lead_id=record_id)


@erasure_pages.post("")
@console_page("firms:write", once=True)
def create(desk):
    """Request the erasure."""
    name, record_id = _chosen(request.form)
    try:
        asked = ErasureIn().load({name: record_id, "reason": typed("reason", LONGEST_REASON)})
        erasure = actions.propose(desk.caller, **asked)
    except ValidationError:
        return _preview(desk, name, record_id, WRONG["reason"], 422)
    except ErasurePending:
        return _preview(desk, name, record_id, WRONG["pending"], 409)
    except LeadBecameClient:
        return desk.nothing_saved(NOTICES, "became_client", "leads_pages.show", lead_id=record_id)
    return go_to("erasure_pages.show", erasure_id=erasure.id)


@erasure_pages.get("/<erasure_id>")
@console_page("firms:write")
def show(desk, erasure_id):
    """Show the records to be erased and the confirmation; later the progress and the certificate."""
    return _shown(desk, Erasure.fetch(desk.caller, erasure_id))


@erasure_pages.post("/<erasure_id>/confirm")
@console_page("firms:write")
def confirm(desk, erasure_id):
    """Confirm the erasure, if the name was typed."""
    erasure = Erasure.fetch(desk.caller, erasure_id)
    if not erasure.is_running and not erasure.is_done and not _is_named(desk, erasure):
        return _shown(desk, erasure, WRONG["name"], 422)
    try:
        confirmed = actions.confirm(desk.caller, erasure_id)
    except ClientMerged:
        return _shown(desk, erasure, status=409)
    except tuple(_REFUSED) as refused:
        return go_to("erasure_pages.show", erasure_id=erasure_id, failed=_REFUSED[type(refused)])
    return go_to("erasure_pages.show", erasure_id=erasure_id, done="first" if confirmed.is_proposed else None)


@erasure_pages.post("/<erasure_id>/withdraw")
@console_page("firms:write")
def withdraw(desk, erasure_id):
    """Withdraw an erasure that was not confirmed."""
    try:
        actions.withdraw(desk.caller, erasure_id)
    except ErasureNotOpen:
        return go_to("erasure_pages.show", erasure_id=erasure_id, failed="not_open")
    return go_to("erasure_pages.index", done="withdrawn")


@erasure_pages.get("/<erasure_id>/certificate.pdf")
@console_page("firms:write")
def certificate(desk, erasure_id):
    """Send the certificate as a PDF."""
    erasure = Erasure.fetch(desk.caller, erasure_id)
    if not erasure.is_done:
        raise NotFound
    return Response(certificate_pdf(erasure.certificate, desk.language), mimetype=PDF, headers={
        "Content-Disposition": attachment(f"{erasure_id}.pdf")})


def _chosen(values):
    """Return the name and the value of the only record id among the values. Raises `NotFound`."""
    found = [(name, values[name]) for name in RECORDS if values.get(name)]
    if len(found) != 1:
        raise NotFound
    return found[0]


def _preview(desk, name, record_id, wrong=None, status=200):
    kind = RECORDS[name]
    record = fetch_record(desk.caller, kind, record_id)
    goes, stays = actions.preview(desk.caller, kind, record)
    return desk.page("erasure_new.html", status, field=name, kind=kind, record=record, called=name_of_record(record),
                     goes=goes, stays=stays, wrong=wrong, **_WORDS,
                     reason=request.form.get("reason", ""), longest_reason=LONGEST_REASON)


def _shown(desk, erasure, wrong=None, status=200):
    called = _called(desk, erasure)
    is_merged = erasure.kind == CLIENT and erasure.can_be_withdrawn and called == erasure.record_id
    return desk.page(
        "erasure.html", status, NOTICES, erasure=erasure, called=called, wrong=wrong, **_WORDS,
        hold=hold_against(erasure) if erasure.can_be_withdrawn and not erasure.is_proposed else None,
        goes=actions.rows_to_erase(erasure), unanswered=_unanswered(erasure), is_merged=is_merged,
        statuses=STATUS_NAMES, platforms=PLATFORM_NAMES,
        needs_first=actions.needs_first_person(desk.firm, erasure), may_confirm=actions.may_confirm(
            desk.caller, desk.firm, erasure), digest=sha256_of(erasure.certificate) if erasure.is_done else None)


def _unanswered(erasure):
    """Return the privacy request that asks for the erasure, if it is unanswered and the client can still be reached."""
    if erasure.kind == CLIENT and erasure.is_proposed:
        return PrivacyRequest.of(erasure).where(
            PrivacyRequest.erasure_id == erasure.id, PrivacyRequest.closed_at.is_null()).first()
    return None


def _called(desk, erasure):
    """Return the record's name, or its id once it is gone."""
    if erasure.is_done:
        return erasure.record_id
    try:
        return name_of_record(fetch_record(desk.caller, erasure.kind, erasure.record_id))
    except NotFound:
        return erasure.record_id


def _is_named(desk, erasure):
    return typed("name", 1000).split() == _called(desk, erasure).split()
