"""Actions on uploads."""

from contextlib import suppress
from datetime import timedelta

from intake.accounts.audit.recording import record_act, record_read
from intake.cases.documents import states as documents
from intake.cases.documents.models import DocumentRequest
from intake.cases.review_reasons.models import ReviewReason
from intake.core.clock import now
from intake.core.content_types import UNSPECIFIC
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import ApiError, Invalid, InvalidStatusTransition
from intake.core.ids import new_id
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan
from intake.gateways.scanner import scanner
from intake.gateways.storage import UPLOAD_URL_SECONDS, FileNotFoundInStorage, StorageUnavailable, storage

from .errors import (
    FileNotMade,
    FileNotScanned,
    FileQuarantined,
    FileTooLarge,
    TooManyFiles,
    UploadAlreadyConfirmed,
    UploadUrlExpired,
)
from .models import Upload
from .schemas import DocumentReviewed
from .states import APPROVED, DOWNLOAD_SECONDS, INFECTED, ISSUED, NOT_SCANNED, PENDING, REJECTED, SCAN_PENDING
from .storage_limit import require_space

SWEPT_AFTER = timedelta(days=1)
"""When an upload's incoming object is deleted, after its URL expired: a PUT that began in time may take long."""

_EVENT_DATA = DocumentReviewed()

INFECTED_NOTES = "This file is infected ({}) and was locked away. Please send another one."
"""The reviewer's notes of an infected file; the client reads them."""


def issue_upload_url(scope, document_id, filename, content_type, file_size_bytes, *, bind_length=False, becomes=None,
                     is_client=False, most_files=None):
    """Create an upload with a signed `upload_url`, to which its file can be PUT for 15 minutes.

    With `bind_length` the URL only takes a file of exactly this length. A file that `becomes` one of another type needs
    a document that accepts that one. A client's file is taken although the plan's storage is full. Raises `NotFound`,
    `Invalid` for a type or size that the document does not accept, `InvalidStatusTransition` once it is approved,
    `TooManyFiles` if the document has `most_files` already, `StorageLimitReached`, `StorageUnavailable`.
    """
    document = DocumentRequest.fetch(scope, document_id)
    documents.TRANSITIONS.check(document.status, documents.UPLOADED)
    _require_accepted(document, becomes or content_type, file_size_bytes)
    require_space(document, file_size_bytes, is_client)
    storage.check()  # fails now rather than after the client has chosen a file
    upload_id, expires_at = new_id(Upload.prefix), now() + timedelta(seconds=UPLOAD_URL_SECONDS)
    with db.atomic():
        if most_files is not None:
            DocumentRequest.fetch_locked(document, document.id)  # so that two requests do not both take the last place
            if Upload.count_for_document(document) >= most_files:
                raise TooManyFiles(most=most_files)
        upload = Upload.create(
            id=upload_id, firm_id=document.firm_id, document_id=document.id, filename=filename,
            content_type=content_type, file_size_bytes=file_size_bytes, url_expires_at=expires_at,
            incoming_key=f"incoming/{document.firm_id}/{upload_id}")
        # Whatever becomes of the upload, its URL takes files until it expires.
        plan(document.firm_id, "remove_files", upload.incoming_key, due_at=expires_at + SWEPT_AFTER)
        record_act("upload.issued", upload, document_id=document.id)
    upload.upload_url = storage.upload_url(
        upload.incoming_key, content_type, file_size_bytes if bind_length else None)
    # Storages refuse x-amz-* headers that were not signed, so the id has a name that they ignore: a PUT succeeds with
    # all of `fields` as well as with the Content-Type alone.
    upload.fields = {"Content-Type": content_type, "x-intake-meta-upload-id": upload.id}
    return upload


def _require_accepted(document, content_type, file_size_bytes):
    errors = {}
    if not document.accepts(content_type):
        errors["content_type"] = [f"This document takes: {', '.join(document.accepted_types)}."]
    if file_size_bytes > document.max_file_size_bytes:
        errors["file_size_bytes"] = [f"This document takes files of at most {document.max_file_size_mb} MB."]
    if errors:
        raise Invalid(errors)


def confirm(scope, upload_id):
    """Confirm that the file was PUT; its document request becomes `uploaded`.

    1. Copy the file to a key that no signed URL can write, a new one for each attempt: the file that is scanned and
       reviewed is the one that is served, even if another one is PUT meanwhile.
    2. Update the row. Only one of several attempts succeeds; the others delete their copies and raise.

    `process_upload` deletes the incoming object. Raises `NotFound`, `UploadAlreadyConfirmed`, `UploadUrlExpired`,
    `FileNotFoundInStorage`, `FileTooLarge`, `InvalidStatusTransition` if the document was approved meanwhile,
    `StorageUnavailable`.
    """
    upload, document = Upload.fetch_with_document(scope, upload_id)
    if upload.status != ISSUED:
        raise UploadAlreadyConfirmed
    received = storage.head(upload.incoming_key)
    if received is None:
        raise _missing_file_error(scope, upload)
    if received.size > document.max_file_size_bytes:
        storage.delete(upload.incoming_key)
        raise FileTooLarge(max_file_size_mb=document.max_file_size_mb)
    target = f"files/{upload.firm_id}/{upload.id}/{random_token(12)}"
    etag = storage.copy(upload.incoming_key, target)
    if etag is None:
        raise _missing_file_error(scope, upload)
    try:
        copied = received if etag and etag == received.etag else storage.head(target)
        if copied is None:
            raise FileNotFoundInStorage
        if copied.size > document.max_file_size_bytes:  # it was replaced after the first check
            raise FileTooLarge(max_file_size_mb=document.max_file_size_mb)
        content_type = upload.content_type if copied.content_type in UNSPECIFIC else copied.content_type
        with db.atomic():
            record_confirmation(upload, storage_key=target, file_size_bytes=copied.size, content_type=content_type)
    except ApiError:
        # Nothing was committed. After any other error the commit may have happened, and this would be the only copy.
        with suppress(StorageUnavailable):
            storage.delete(target)
        raise
    return upload


def record_confirmation(upload, **columns):
    """Make an upload pending and its document `uploaded`. Call it inside a transaction.

    Raises `UploadAlreadyConfirmed`, `InvalidStatusTransition` if the document was approved meanwhile.
    """
    locked, document = Upload.lock_with_document(upload, upload.id)
    if locked.status != ISSUED:
        raise UploadAlreadyConfirmed
    documents.TRANSITIONS.check(document.status, documents.UPLOADED)
    upload.change_with_next(status=PENDING, uploaded_at=now(), **columns)
    document.change_with_next(status=documents.UPLOADED, upload_id=upload.id)
    record_act("upload.confirmed", upload, document_id=document.id)
    record_document_event("document.uploaded", upload, document)


def review(scope, upload_id, status, reviewer_notes=None, reason_id=None, reason=None, lock=Upload.lock_with_document):
    """Approve an upload, which completes its document request, or reject it, so that the client can send another.

    The client reads the reason in their language, then the notes. `reason` is the text of a reason chosen earlier, as
    it was then. `lock` returns the upload and its document request, both locked. Raises `NotFound`,
    `InvalidStatusTransition` unless the upload is confirmed and pending, `FileNotMade` when approving photos that were
    not made into a file yet, since they may turn out to be unreadable.
    """
    with db.atomic():
        upload, document = lock(scope, upload_id)
        if reason_id:
            reason = ReviewReason.fetch(scope, reason_id).given()
        if upload.status != PENDING:
            raise InvalidStatusTransition("Only an upload that is confirmed and pending can be reviewed.")
        if upload.photos and status == APPROVED:
            raise FileNotMade
        upload.change_with_next(status=status, reviewer_notes=reviewer_notes, review_reason=reason, reviewed_at=now())
        if status == APPROVED:
            documents.TRANSITIONS.check(document.status, documents.APPROVED)
            document.change_with_next(status=documents.APPROVED, upload_id=upload.id)
        elif document.upload_id == upload.id:
            documents.TRANSITIONS.check(document.status, documents.REJECTED)
            document.change_with_next(status=documents.REJECTED)
        record_act(f"upload.{status}", upload, document_id=document.id)
        record_document_event(f"document.{status}", upload, document, reviewer_notes=reviewer_notes,
                              **({"reason": reason} if reason else {}))
    return upload


def download(scope, upload_id, unscanned=False):
    """Return a signed URL of the file as an attachment, valid for 5 minutes.

    With `unscanned`, also if the scanner has not read it yet. Raises `NotFound`, `FileQuarantined`, `FileNotScanned`.
    """
    upload = Upload.confirmed(scope, upload_id)
    if upload.scan_status == INFECTED:
        raise FileQuarantined
    if upload.photos:
        raise FileNotMade
    if upload.scan_status in NOT_SCANNED and scanner.is_configured and not unscanned:
        raise FileNotScanned(scan_status=upload.scan_status)
    record_read("upload.downloaded", upload, document_id=upload.document_id)
    return {"url": storage.download_url(upload.storage_key, upload.filename, upload.content_type, DOWNLOAD_SECONDS),
            "expires_at": now() + timedelta(seconds=DOWNLOAD_SECONDS), "scan_status": upload.scan_status}


def record_scan(upload, scan_status, **columns):
    """Record the result of a scan. Return False if one was recorded before."""
    with db.atomic():
        DocumentRequest.write_again(upload)  # before the upload, as every action locks them
        recorded = upload.change(Upload.scan_status == SCAN_PENDING, scan_status=scan_status, **columns)
        if recorded:
            record_event("upload.scanned", upload.firm_id, {"upload_id": upload.id})
    return recorded


def quarantine(upload, signature, **columns):
    """Reject an upload whose file is infected, and quarantine the file. Return the upload as it is in the database.

    1. Copy the file to a key for which no signed URL is issued.
    2. Update the row and record the events, unless another run has done so.

    The caller deletes the original, which can be retried. Raises `StorageUnavailable`.
    """
    storage.copy(upload.storage_key, upload.quarantine_key)
    with db.atomic():
        upload, document = Upload.lock_with_document(upload, upload.id)
        if upload.scan_status == SCAN_PENDING:
            _reject_infected(upload, document, signature, columns)
    return upload


def _reject_infected(upload, document, signature, columns):
    notes, moment, previous_status = INFECTED_NOTES.format(signature), now(), upload.status
    upload.change(status=REJECTED, reviewer_notes=notes, reviewed_at=moment, scan_status=INFECTED,
                  scan_signature=signature, scanned_at=moment, quarantined_at=moment, **columns)
    if document.upload_id == upload.id:
        # Even if it was approved, which is final otherwise: the file can no longer be downloaded.
        document.change(status=documents.REJECTED, waived_reason=None)
    if previous_status != REJECTED:
        record_document_event("document.rejected", upload, document, reviewer_notes=notes)
    record_act("upload.quarantined", upload, document_id=document.id)
    record_document_event("upload.quarantined", upload, document, scan_signature=signature)


def _missing_file_error(scope, upload):
    """Return the error for an upload whose file is not in storage."""
    if Upload.fetch(scope, upload.id).status != ISSUED:
        return UploadAlreadyConfirmed()  # a concurrent request confirmed it, and the incoming object is deleted
    return UploadUrlExpired() if upload.url_expires_at < now() else FileNotFoundInStorage()


def record_document_event(type, upload, document, **more):
    """Record an event about a file of a document, which has its `matter_title`. Call it in a transaction."""
    about = {"upload": upload, "document": document,
             "matter": {"id": document.matter_id, "title": document.matter_title}}
    record_event(type, upload.firm_id, _EVENT_DATA.dump(about) | more)
