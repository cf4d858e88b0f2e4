"""Everything that can happen to an upload (interface, "States and transitions"; decisions.md 5)."""

from contextlib import suppress
from datetime import timedelta

from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED as DOCUMENT_APPROVED
from intake.cases.documents.states import REJECTED as DOCUMENT_REJECTED
from intake.cases.documents.states import TRANSITIONS, UPLOADED
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.content_types import UNSPECIFIC
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import ApiError, Invalid, InvalidStatusTransition
from intake.core.ids import new_id
from intake.engine.events.actions import record_event
from intake.gateways.storage import UPLOAD_URL_SECONDS, FileNotFoundInStorage, StorageUnavailable, storage

from .errors import FileQuarantined, FileTooLarge, UploadAlreadyConfirmed, UploadUrlExpired
from .models import Upload
from .schemas import UploadOut
from .states import APPROVED, DOWNLOAD_SECONDS, INFECTED, ISSUED, PENDING, REJECTED, SCAN_PENDING

INFECTED_NOTES = "This file is infected ({}) and was locked away. Please send another one."
"""What the reviewer's notes of an infected file say; the client reads them."""


def issue(scope, document_id, filename, content_type, file_size_bytes, bind_length=False):
    """A file may be PUT to `upload.upload_url` for 15 minutes; with `bind_length` only one of exactly this length.

    Raises `NotFound`, `Invalid` for a type or size the document does not take, `InvalidStatusTransition` once the
    document is approved, `StorageUnavailable`: better now than after the client chose a file.
    """
    document = DocumentRequest.fetch(scope, document_id)
    TRANSITIONS.check(document.status, UPLOADED)
    wrong = {}
    if not document.accepts(content_type):
        wrong["content_type"] = [f"This document takes: {', '.join(document.accepted_types)}."]
    if file_size_bytes > document.max_file_size_bytes:
        wrong["file_size_bytes"] = [f"This document takes files of at most {document.max_file_size_mb} MB."]
    if wrong:
        raise Invalid(wrong)
    storage.check()
    upload_id = new_id(Upload.prefix)
    upload = Upload.create(
        id=upload_id, firm_id=document.firm_id, document_id=document.id, filename=filename, content_type=content_type,
        file_size_bytes=file_size_bytes, incoming_key=f"incoming/{document.firm_id}/{upload_id}",
        url_expires_at=now() + timedelta(seconds=UPLOAD_URL_SECONDS))
    upload.upload_url = storage.upload_url(
        upload.incoming_key, content_type, file_size_bytes if bind_length else None, UPLOAD_URL_SECONDS)
    # Storages refuse x-amz-* headers that were not signed, so the id travels under a name they ignore: whoever sends
    # all of `fields` succeeds, and so does whoever sends the Content-Type alone.
    upload.fields = {"Content-Type": content_type, "x-intake-meta-upload-id": upload.id}
    return upload


def confirm(scope, upload_id):
    """The file that was PUT is handed in; its request is `uploaded`.

    1. The file is copied to a key that no signed URL can write, one of its own for each attempt: what is scanned
       and reviewed is what is served, whatever is PUT meanwhile.
    2. One attempt wins the row; another one removes its copy and is told that it came second.

    Raises `NotFound`, `UploadAlreadyConfirmed`, `UploadUrlExpired`, `FileNotFoundInStorage`, `FileTooLarge`,
    `InvalidStatusTransition` if the document was approved meanwhile, `StorageUnavailable`.
    """
    upload = Upload.fetch(scope, upload_id)
    if upload.status != ISSUED:
        raise UploadAlreadyConfirmed
    document = DocumentRequest.fetch(scope, upload.document_id)
    arrived = storage.head(upload.incoming_key)
    if arrived and arrived.size > document.max_file_size_bytes:
        storage.delete(upload.incoming_key)
        raise FileTooLarge(max_file_size_mb=document.max_file_size_mb)
    target = f"files/{upload.firm_id}/{upload.id}/{random_token(12)}"
    if not (arrived and storage.copy(upload.incoming_key, target)):
        raise _absent(scope, upload)
    try:
        copied = storage.head(target)
        if copied.size > document.max_file_size_bytes:  # it was replaced between the look and the copy
            raise FileTooLarge(max_file_size_mb=document.max_file_size_mb)
        _hand_in(upload, target, copied)
    except ApiError:
        # Refused for certain. After any other error the commit may have happened, and then this is the only copy.
        _clear_away(target)
        raise
    _clear_away(upload.incoming_key)
    return upload


def review(scope, upload_id, status, reviewer_notes=None):
    """The upload is approved, and its document complete; or it is rejected, and the client may send another.

    Raises `NotFound`; `InvalidStatusTransition` unless the upload is confirmed and waits for its review.
    """
    upload = Upload.fetch(scope, upload_id)
    with db.atomic():
        # The request is locked before the upload, here as in `confirm`, so that the two never wait for each other.
        document = DocumentRequest.fetch_locked(upload, upload.document_id)
        if not upload.change(Upload.status == PENDING, status=status, reviewer_notes=reviewer_notes,
                             reviewed_at=now()):
            raise InvalidStatusTransition("Only an upload that is confirmed and pending can be reviewed.")
        if status == APPROVED:
            TRANSITIONS.check(document.status, DOCUMENT_APPROVED)
            document.change(status=DOCUMENT_APPROVED, upload_id=upload.id)
        elif document.upload_id == upload.id:
            TRANSITIONS.check(document.status, DOCUMENT_REJECTED)
            document.change(status=DOCUMENT_REJECTED)
        _announce(f"document.{status}", upload, document, reviewer_notes=reviewer_notes)
    return upload


def download(scope, upload_id):
    """An address from which the file comes as an attachment for 5 minutes. Raises `NotFound`, `FileQuarantined`."""
    upload = Upload.confirmed(scope, upload_id)
    if upload.scan_status == INFECTED:
        raise FileQuarantined
    return {"url": storage.download_url(upload.storage_key, upload.filename, upload.content_type, DOWNLOAD_SECONDS),
            "expires_at": now() + timedelta(seconds=DOWNLOAD_SECONDS), "scan_status": upload.scan_status}


def record_scan(upload, scan_status, **facts):
    """What was found out stands with the upload. Says whether it did not yet."""
    return upload.change(Upload.scan_status == SCAN_PENDING, scan_status=scan_status, **facts)


def quarantine(upload, signature, **facts):
    """The upload is rejected for its infected file, which nobody can download any more. Gives the upload as it is now.

    1. The file is copied to where no signed URL leads.
    2. One run wins the row and tells of it; another one changes nothing.

    That the file is removed from where it was is up to the caller, who can try again. Raises `StorageUnavailable`.
    """
    storage.copy(upload.storage_key, upload.quarantine_key)
    with db.atomic():
        document = DocumentRequest.fetch_locked(upload, upload.document_id)
        upload = Upload.fetch_locked(upload, upload.id)
        if upload.scan_status == SCAN_PENDING:
            _reject_infected(upload, document, signature, facts)
    return upload


def _reject_infected(upload, document, signature, facts):
    notes, moment, was = INFECTED_NOTES.format(signature), now(), upload.status
    upload.change(status=REJECTED, reviewer_notes=notes, reviewed_at=moment, scan_status=INFECTED,
                  scan_signature=signature, scanned_at=moment, quarantined_at=moment, **facts)
    if document.upload_id == upload.id:
        # Also if it was approved, which is final otherwise: nobody could have known, and the file is gone.
        document.change(status=DOCUMENT_REJECTED)
    if was != REJECTED:
        _announce("document.rejected", upload, document, reviewer_notes=notes)
    _announce("upload.quarantined", upload, document, scan_signature=signature)


def _clear_away(key):
    """Nobody needs the object any more. The outcome stands, so a storage that is away now must not change it."""
    with suppress(StorageUnavailable):
        storage.delete(key)


def _absent(scope, upload):
    """Why there is no file to confirm."""
    if Upload.fetch(scope, upload.id).status != ISSUED:
        return UploadAlreadyConfirmed()  # a twin of this request was faster and has cleared the way
    return UploadUrlExpired() if upload.url_expires_at < now() else FileNotFoundInStorage()


def _hand_in(upload, target, copied):
    with db.atomic():
        document = DocumentRequest.fetch_locked(upload, upload.document_id)
        content_type = upload.content_type if copied.content_type in UNSPECIFIC else copied.content_type
        if not upload.change(Upload.status == ISSUED, status=PENDING, storage_key=target, uploaded_at=now(),
                             file_size_bytes=copied.size, content_type=content_type):
            raise UploadAlreadyConfirmed
        TRANSITIONS.check(document.status, UPLOADED)
        document.change(status=UPLOADED, upload_id=upload.id)
        _announce("document.uploaded", upload, document)


def _announce(type, upload, document, **more):
    matter = Matter.fetch(upload, document.matter_id)
    record_event(type, upload.firm_id, {
        "upload": UploadOut().dump(upload),
        "document": {"id": document.id, "name": document.name, "matter_id": document.matter_id},
        "matter": {"id": matter.id, "title": matter.title}} | more)
