"""Taking back a file that was handed in (decisions.md 7: the client may, until it is reviewed)."""

from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED as DOCUMENT_APPROVED
from intake.cases.documents.states import PENDING as DOCUMENT_PENDING
from intake.cases.documents.states import REJECTED as DOCUMENT_REJECTED
from intake.cases.documents.states import TRANSITIONS, UPLOADED
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.engine.tasks.actions import plan

from .models import Upload
from .states import PENDING

_WITHOUT = {None: DOCUMENT_PENDING, PENDING: UPLOADED}
"""What a request is when its current file is gone, by the status of the file before it; rejected if that one was."""


def withdraw(scope, matter_id, upload_id):
    """The upload and its file are gone; its request shows the file before it, or waits for one again.

    Raises `NotFound`, for an upload of another matter too; `InvalidStatusTransition` once it was reviewed, or another
    file of its request was approved.
    """
    with db.atomic():
        upload = Upload.fetch_in(scope, matter_id, upload_id)
        # The request is locked before the upload, as everywhere, so that nobody waits for each other.
        document = DocumentRequest.fetch_locked(upload, upload.document_id)
        upload = Upload.fetch_locked(upload, upload.id)
        if upload.status != PENDING or document.status == DOCUMENT_APPROVED:
            raise InvalidStatusTransition("Only a file that waits for its review can be taken back.")
        if document.upload_id == upload.id:
            _fall_back(document, Upload.before(upload))
        Upload.forget(upload)
        kept_at = f"files/{upload.firm_id}/{upload.id}/"
        plan(upload.firm_id, "remove_files", upload.incoming_key, kept_at, f"quarantine/{kept_at}")


def _fall_back(document, earlier):
    status = _WITHOUT.get(earlier and earlier.status, DOCUMENT_REJECTED)
    TRANSITIONS.check(document.status, status)
    document.change(status=status, upload_id=earlier and earlier.id)
