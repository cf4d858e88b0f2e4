"""`/p/<token>/…/uploads`: uploading a file straight from the client's browser to the storage (docs/portal.md).

The actions are those of the API, for the matter of the link alone; the signed URL binds the file's exact length.
"""

from functools import wraps

from flask import Blueprint

from intake.cases.documents.models import DocumentRequest
from intake.cases.photos import actions as photos
from intake.cases.photos.schemas import PhotosIn
from intake.cases.uploads import actions
from intake.cases.uploads.models import Upload
from intake.cases.uploads.parts import assemble, issue_part_url
from intake.cases.uploads.schemas import PartIn, PartUrl, SignedUrl, SignedUrlIn, UploadOut
from intake.cases.uploads.states import ISSUED
from intake.core.http import accepts, returns, waits_on_network
from intake.core.rate_limiter import count_request
from intake.portal.session.portal_session import portal_page
from intake.web import csrf

from .errors import ForeignPage
from .usable import require_usable

uploading = Blueprint("uploading", __name__)

_PER_MINUTE = 60
"""How many uploads a link may begin in a minute."""

_PARTS_PER_MINUTE = 300
"""How many parts of files may be sent with a link in a minute."""

MAX_FILES = 100
"""How many files an item may have, including uploads that were begun in the last day and not finished."""


class FileIn(SignedUrlIn):
    """A file that a client wants to upload."""

    class Meta(SignedUrlIn.Meta):
        exclude = ("document_id",)


def _from_our_page(view):
    @wraps(view)
    def guarded(session, **arguments):
        if not csrf.is_from_our_page():
            raise ForeignPage
        return view(session, **arguments)

    return guarded


@uploading.post("/<token>/documents/<document_id>/uploads")
@portal_page
@_from_our_page
@waits_on_network
@accepts(FileIn)
@returns(SignedUrl, status=201)
def issue(session, document_id, body):
    """Return a signed URL to which the browser may PUT this one file."""
    _count_upload(session)
    return issue_from_browser(session, session.matter.id, document_id, body, is_client=True)


@uploading.post("/<token>/documents/<document_id>/photos")
@portal_page
@_from_our_page
@waits_on_network
@accepts(FileIn)
@returns(SignedUrl, status=201)
def issue_photo(session, document_id, body):
    """Return a signed URL to which the browser may PUT this one photo, a page of the client's document."""
    _count_upload(session)
    document = DocumentRequest.fetch_in(session, session.matter.id, document_id)
    return photos.issue_photo_url(session, document.id, most_files=MAX_FILES, **body)


@uploading.post("/<token>/documents/<document_id>/pages")
@portal_page
@_from_our_page
@waits_on_network
@accepts(PhotosIn)
@returns(UploadOut)
def confirm_photos(session, document_id, body):
    """Confirm that the photos have arrived in the storage; they become one document with a page for each."""
    return photos.confirm_photos(session, DocumentRequest.fetch_in(session, session.matter.id, document_id), **body)


@uploading.post("/<token>/uploads/<upload_id>/parts")
@portal_page
@_from_our_page
@waits_on_network
@accepts(PartIn)
@returns(PartUrl, status=201)
def issue_part(session, upload_id, body):
    """Return a signed URL to which the browser may PUT this part of its file."""
    count_request(f"portal:part:{session.link.id}", _PARTS_PER_MINUTE)
    return issue_part_url(Upload.fetch_in(session, session.matter.id, upload_id), **body)


@uploading.post("/<token>/uploads/<upload_id>/confirm")
@portal_page
@_from_our_page
@waits_on_network
@returns(UploadOut)
def confirm(session, upload_id):
    """Confirm that the file has arrived in the storage, unless it could not be used: then it is deleted."""
    upload = Upload.fetch_in(session, session.matter.id, upload_id)
    if upload.status == ISSUED:
        assemble(upload)
        require_usable(upload, DocumentRequest.fetch_in(session, session.matter.id, upload.document_id))
    return actions.confirm(session, upload.id)


def issue_from_browser(scope, matter_id, document_id, file, is_client=False):
    """Return the upload of a `FileIn` for a document of the matter, with its signed URL. Raises what issuing raises."""
    document = DocumentRequest.fetch_in(scope, matter_id, document_id)
    return actions.issue_upload_url(scope, document.id, bind_length=True, is_client=is_client, most_files=MAX_FILES,
                                    **file)


def _count_upload(session):
    count_request(f"portal:upload:{session.link.id}", _PER_MINUTE)
