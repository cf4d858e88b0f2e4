"""Taking a rejection back, so that the file waits for its review again."""

from intake.accounts.audit.recording import record_act
from intake.cases.documents import states as documents
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.checks import require_matter_not_held
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition

from .models import Upload
from .states import INFECTED, PENDING, REJECTED


def reopen(scope, upload_id):
    """Withdraw the rejection of an upload. If it is the document's current file, the document awaits review again, too.

    Raises `NotFound`; `InvalidStatusTransition` unless it is rejected, if it is infected, or if another file for the
    same document was approved; `OnHold`, since the reviewer's notes would be lost.
    """
    upload = Upload.confirmed(scope, upload_id)
    with db.atomic():
        require_matter_not_held(scope, DocumentRequest.fetch(upload, upload.document_id).matter_id)
        # Every action locks the document before the upload, so that no two of them can deadlock.
        document = DocumentRequest.fetch_locked(upload, upload.document_id)
        if document.status == documents.APPROVED or not upload.change(
                Upload.status == REJECTED, Upload.scan_status != INFECTED,
                status=PENDING, reviewer_notes=None, review_reason=None, reviewed_at=None):
            raise InvalidStatusTransition("Only a rejected file can be reviewed again, until another one is approved.")
        if document.upload_id == upload.id:
            documents.TRANSITIONS.check(document.status, documents.UPLOADED)
            document.change(status=documents.UPLOADED)
        record_act("upload.reopened", upload, document_id=document.id)
    return upload
