"""`/p/<token>/…/uploads`: handing in a file, straight from the client's browser to storage (decisions.md 5 and 7).

The same actions as the API's, but for the matter of the link alone, and the signature binds the file's exact length.
"""

from functools import wraps

from flask import Blueprint, current_app

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads import actions
from intake.cases.uploads.models import Upload
from intake.cases.uploads.schemas import SignedUrl, SignedUrlIn, UploadOut
from intake.core.clock import iso
from intake.core.errors import ApiError, RateLimitExceeded
from intake.core.http import accepts, returns, waits_on_network
from intake.portal.session.visit import portal_page
from intake.web import csrf

uploading = Blueprint("uploading", __name__)

_A_MINUTE = 60
"""How many files a link may begin to send in a minute."""

MOST_FILES = 100
"""How many files an item may have, those that were begun and never finished in the last day included."""


class ForeignPage(ApiError):
    status, code = 403, "foreign_page"
    message = "This request does not come from a page of ours that was made for this browser. Load the page again."


class TooManyFiles(ApiError):
    status, code = 422, "too_many_files"
    message = f"An item may have at most {MOST_FILES} files."


class FileIn(SignedUrlIn):
    """A file that a client wants to hand in."""

    class Meta(SignedUrlIn.Meta):
        exclude = ("document_id",)


def _from_our_page(view):
    @wraps(view)
    def checked(visit, **arguments):
        if not csrf.is_genuine():
            raise ForeignPage
        return view(visit, **arguments)

    return checked


@uploading.post("/<token>/documents/<document_id>/uploads")
@portal_page
@_from_our_page
@waits_on_network
@accepts(FileIn)
@returns(SignedUrl, status=201)
def issue(visit, document_id, body):
    """An address to which the browser may PUT this one file."""
    _count(visit)
    document = DocumentRequest.fetch_in(visit, visit.matter.id, document_id)
    if Upload.count_for_document(document) >= MOST_FILES:
        raise TooManyFiles(most=MOST_FILES)
    return actions.issue_upload_url(visit, document.id, bind_length=True, **body)


@uploading.post("/<token>/uploads/<upload_id>/confirm")
@portal_page
@_from_our_page
@waits_on_network
@returns(UploadOut)
def confirm(visit, upload_id):
    """The file has arrived, and is handed in."""
    return actions.confirm(visit, Upload.fetch_in(visit, visit.matter.id, upload_id).id)


def _count(visit):
    verdict = current_app.extensions["rate_limiter"].hit(f"portal:upload:{visit.link.id}", _A_MINUTE)
    if not verdict.allowed:
        raise RateLimitExceeded(headers=verdict.headers, limit=_A_MINUTE, window="60s",
                                reset_at=iso(verdict.reset_moment))
