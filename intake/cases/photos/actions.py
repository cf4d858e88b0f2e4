"""Handing in photos as one document."""

from contextlib import suppress

from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.checks import is_matter_held
from intake.cases.review_reasons.states import BUILT_IN
from intake.cases.uploads.actions import issue_upload_url, record_confirmation, record_scan, review
from intake.cases.uploads.errors import UploadAlreadyConfirmed
from intake.cases.uploads.models import Upload
from intake.cases.uploads.parts import assemble
from intake.cases.uploads.states import ISSUED, REJECTED, SCAN_FAILED
from intake.core.content_types import HEAD_BYTES, PDF, detect_type
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import ApiError, Invalid, InvalidStatusTransition
from intake.engine.tasks.actions import plan
from intake.gateways.storage import FileNotFoundInStorage, StorageUnavailable, storage

from .errors import NotAPhoto
from .joiner import NotJoinable, PhotosTooLarge, join_photos
from .states import TOO_LARGE, TYPES


def issue_photo_url(scope, document_id, filename, content_type, file_size_bytes, most_files=None):
    """As `issue_upload_url`, for a photo that will be a page of a PDF. The URL takes a file of this length only."""
    if content_type.lower() not in TYPES:
        raise Invalid({"content_type": [f"A photo is one of these: {', '.join(TYPES)}."]})
    return issue_upload_url(scope, document_id, filename, content_type, file_size_bytes, bind_length=True, becomes=PDF,
                            is_client=True, most_files=most_files)


def confirm_photos(scope, document, filename, photos):
    """Confirm the uploaded photos of a `PhotosIn` as one upload, from which the worker makes a PDF.

    It is the upload of the first photo, which the others join; copies made for it are deleted if this fails. Raises
    `NotFound`, `UploadAlreadyConfirmed`, `FileNotFoundInStorage`, `NotAPhoto`, `InvalidStatusTransition` if the
    document was approved meanwhile, `StorageUnavailable`.
    """
    pictures = [_issued(scope, document, photo["upload_id"]) for photo in photos]
    first, *others = pictures
    copies = f"{_folder(first)}{random_token(12)}-"
    try:
        made = [{"key": _copy(picture, f"{copies}{place}", place), "turn": photo["turn"], "crop": photo["crop"]}
                for place, (picture, photo) in enumerate(zip(pictures, photos, strict=True), 1)]
        with db.atomic():
            record_confirmation(
                first, filename=filename, content_type=PDF, storage_key=_new_key(first), photos=made,
                file_size_bytes=sum(picture.file_size_bytes for picture in pictures))
            for other in others:
                if not other.delete_row(Upload.status == ISSUED):
                    raise UploadAlreadyConfirmed
    except ApiError:
        # Nothing was committed. After any other error the commit may have happened, and these would be the only copies.
        with suppress(StorageUnavailable):
            storage.delete_under(copies)
        raise
    return first


def join(upload):
    """Make the PDF of an upload's photos, and delete them unless they are held. Safe to run twice, also concurrently.

    Photos that cannot be read, or are too large, are given up. Raises `StorageUnavailable`, `Interrupted`.
    """
    document = DocumentRequest.fetch(upload, upload.document_id)
    try:
        pdf = join_photos(upload.photos, document.max_file_size_bytes)
    except PhotosTooLarge:
        give_up(upload, TOO_LARGE)
        return
    except NotJoinable:
        give_up(upload)
        return
    key = _new_key(upload)  # each run has its own key, so that none overwrites another's file
    storage.put(key, pdf, PDF)
    with db.atomic():
        is_held = is_matter_held(upload, document.matter_id)
        made = upload.change(Upload.photos.is_null(False), photos=None, storage_key=key, file_size_bytes=len(pdf))
        if not (made and is_held):
            plan(upload.firm_id, "remove_files", _folder(upload) if made else key)


def give_up(upload, why=BUILT_IN["not_readable"]):
    """Reject photos that cannot become a PDF, so that the client is asked for them again, unless they are reviewed.

    `why` has a text for each language.
    """
    with suppress(InvalidStatusTransition):
        review(upload, upload.id, REJECTED, reason={"id": None, "text": why})
    record_scan(upload, SCAN_FAILED)  # last, since a task that is repeated begins with it


def _issued(scope, document, upload_id):
    upload = Upload.fetch_in(scope, document.matter_id, upload_id)
    if upload.status != ISSUED or upload.document_id != document.id:
        raise UploadAlreadyConfirmed
    return upload


def _copy(picture, key, place):
    """Copy a photo to the key, where no signed URL can write. Return the key."""
    assemble(picture)
    if storage.copy(picture.incoming_key, key) is None:
        raise FileNotFoundInStorage
    if detect_type(storage.part(key, 0, min(HEAD_BYTES, picture.file_size_bytes) - 1)) not in TYPES:
        raise NotAPhoto(photo=place)
    return key


def _folder(upload):
    return f"files/{upload.firm_id}/{upload.id}/photos/"


def _new_key(upload):
    return f"files/{upload.firm_id}/{upload.id}/{random_token(12)}"
