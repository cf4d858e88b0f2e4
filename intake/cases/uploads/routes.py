"""`/api/v1/uploads`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.held_reviews import actions as held_reviews
from intake.cases.holds.errors import OnHold
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.http import accepts, queries, raises, returns, returns_page, waits_on_network
from intake.gateways.storage import FileNotFoundInStorage, StorageUnavailable

from . import actions, reopening
from .errors import (
    FileNotScanned,
    FileQuarantined,
    FileTooLarge,
    StorageLimitReached,
    UploadAlreadyConfirmed,
    UploadUrlExpired,
)
from .models import Upload
from .schemas import (
    Download,
    DownloadQuery,
    Reviewed,
    ReviewIn,
    SignedUrl,
    SignedUrlIn,
    UploadDetail,
    UploadOut,
    UploadQuery,
    UploadRow,
)

uploads = Blueprint("uploads", __name__)


@uploads.get("")
@requires("documents:read")
@queries(UploadQuery)
@returns_page(UploadRow)
def index(caller, query):
    """List the files of all matters, the newest first."""
    return Upload.listed(caller, query)


@uploads.post("/signed-url")
@requires("documents:write")
@waits_on_network
@accepts(SignedUrlIn)
@returns(SignedUrl)
@raises(NotFound, InvalidStatusTransition, StorageLimitReached, StorageUnavailable)
def issue(caller, body):
    """Get a storage address to PUT the file to; it works for 15 minutes."""
    return actions.issue_upload_url(caller, **body)


@uploads.post("/<upload_id>/confirm")
@requires("documents:write")
@waits_on_network
@returns(UploadOut)
@raises(UploadAlreadyConfirmed, UploadUrlExpired, FileNotFoundInStorage, FileTooLarge, InvalidStatusTransition,
        StorageUnavailable)
def confirm(caller, upload_id):
    """Confirm that the file was PUT; the virus scan and processing start."""
    return actions.confirm(caller, upload_id)


@uploads.get("/<upload_id>")
@requires("documents:read")
@returns(UploadDetail)
def show(caller, upload_id):
    """Retrieve a confirmed upload with its review, the state of its virus scan, and the detected type."""
    return Upload.confirmed(caller, upload_id)


@uploads.patch("/<upload_id>/status")
@requires("documents:write")
@accepts(ReviewIn)
@returns(Reviewed)
@raises(InvalidStatusTransition, FileNotScanned)
def review(caller, upload_id, body):
    """Approve or reject an upload."""
    return held_reviews.decide_at_once(caller, upload_id, **body)


@uploads.post("/<upload_id>/reopen")
@requires("documents:write")
@returns(UploadDetail)
@raises(InvalidStatusTransition, OnHold)
def reopen(caller, upload_id):
    """Undo a rejection: the file waits for review again."""
    return reopening.reopen(caller, upload_id)


@uploads.get("/<upload_id>/download")
@requires("documents:read")
@queries(DownloadQuery)
@returns(Download)
@raises(FileQuarantined, FileNotScanned)
def download(caller, upload_id, query):
    """Get an address that serves the file as an attachment; it works for 5 minutes.

    A file that has not been scanned for viruses yet needs `unscanned=true`.
    """
    return actions.download(caller, upload_id, **query)
