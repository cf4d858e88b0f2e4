"""Withdrawal of an upload by the client, possible until it is reviewed."""

from intake.accounts.audit.recording import record_act
from intake.cases.documents import states as documents
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.checks import require_matter_not_held
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition

from .models import Upload
from .removal import plan_removal
from .states import PENDING

_STATUS_BY_UPLOAD = {None: documents.PENDING, PENDING: documents.UPLOADED}
"""A document's status, by the status of the upload that becomes its current file; for any other, it is rejected."""


def withdraw(scope, matter_id, upload_id):
    """Delete an upload and its file. The previous upload becomes the document's current one, if there is one.

    Raises `NotFound`, also for an upload of another matter; `InvalidStatusTransition` once it was reviewed, or another
    file for the same document was approved; `OnHold`.
    """
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        upload = Upload.fetch_in(scope, matter_id, upload_id)
        # Every action locks the document before the upload, so that no two of them can deadlock.
        document = DocumentRequest.fetch_locked(upload, upload.document_id)
        upload = Upload.fetch_locked(upload, upload.id)
        if upload.status != PENDING or document.status == documents.APPROVED:
            raise InvalidStatusTransition("Only a file that waits for its review can be taken back.")
        if document.upload_id == upload.id:
            _restore_previous(document, Upload.latest_other(upload))
        upload.delete_row()
        record_act("upload.withdrawn", upload, document_id=document.id)
        plan_removal(upload, upload.id)


def _restore_previous(document, previous):
    status = _STATUS_BY_UPLOAD.get(previous and previous.status, documents.REJECTED)
    documents.TRANSITIONS.check(document.status, status)
    document.change(status=status, upload_id=previous and previous.id)
