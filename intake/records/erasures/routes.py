"""`/api/v1/erasures`."""

from flask import Blueprint, Response

from intake.accounts.access.guard import requires
from intake.cases.holds.errors import OnHold
from intake.core.content_types import PDF
from intake.core.filenames import attachment
from intake.core.http import accepts, queries, raises, returns, returns_file, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .certificate import certificate_pdf
from .errors import (
    CertificateNotReady,
    ClientMerged,
    ErasureNotOpen,
    ErasurePending,
    LeadBecameClient,
    NoLongerDue,
    SecondPersonRequired,
)
from .models import Erasure
from .schemas import CertificateOut, ErasureIn, ErasureOut

erasures = Blueprint("erasures", __name__)


@erasures.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(ErasureOut)
def index(caller, query):
    """List the erasures, past and pending, the newest first."""
    return Erasure.newest_page(caller, query)


@erasures.post("")
@requires("firms:write")
@accepts(ErasureIn)
@returns(ErasureOut, status=201)
@raises(ErasurePending, LeadBecameClient, OnHold)
def create(caller, body):
    """Request the erasure of a client, a matter, a document or a lead; nothing is erased until it is confirmed.

    `goes` lists what is erased, `stays` what remains, and why. The reason is erased with the rest.
    """
    return actions.propose(caller, **body)


@erasures.get("/<erasure_id>")
@requires("firms:read")
@returns(ErasureOut)
def show(caller, erasure_id):
    """Retrieve an erasure."""
    return Erasure.fetch(caller, erasure_id)


@erasures.post("/<erasure_id>/confirm")
@requires("firms:write")
@returns(ErasureOut, status=202)
@raises(ErasureNotOpen, SecondPersonRequired, LeadBecameClient, ClientMerged, NoLongerDue, OnHold)
def confirm(caller, erasure_id):
    """Erase for good, in the background; it cannot be stopped or undone.

    If two people are required and the request came from a key that no person made, it stays `proposed` after the first
    confirmation.
    """
    return actions.confirm(caller, erasure_id)


@erasures.delete("/<erasure_id>")
@requires("firms:write")
@returns(Deleted)
@raises(ErasureNotOpen)
def destroy(caller, erasure_id):
    """Withdraw an erasure that was not confirmed, or that failed before anything was erased."""
    actions.withdraw(caller, erasure_id)
    return {"id": erasure_id}


@erasures.get("/<erasure_id>/certificate")
@requires("firms:read")
@returns(CertificateOut)
@raises(CertificateNotReady)
def certificate(caller, erasure_id):
    """Retrieve the certificate of a finished erasure: numbers and digests, and no personal data."""
    return actions.certificate_of(caller, erasure_id)


@erasures.get("/<erasure_id>/certificate.pdf")
@requires("firms:read")
@returns_file(PDF)
@raises(CertificateNotReady)
def certificate_file(caller, erasure_id):
    """Download the certificate of an erasure as a PDF."""
    written = certificate_pdf(actions.certificate_of(caller, erasure_id))
    return Response(written, mimetype=PDF, headers={"Content-Disposition": attachment(f"{erasure_id}.pdf")})
