"""Files that browsers send in parts, so that a connection that breaks costs one part instead of the whole file."""

from contextlib import suppress
from datetime import timedelta

from intake.core.clock import now
from intake.core.errors import Invalid
from intake.gateways.storage import PartsGone, storage

from .errors import UploadAlreadyConfirmed, UploadUrlExpired
from .models import Upload
from .states import ISSUED

_PART_BYTES = 5 * 1024 * 1024
"""The size of all parts but the last one: the smallest that Amazon's storage takes."""

_SENT_WITHIN = timedelta(hours=12)
"""How long after an upload was issued its parts may be sent."""


def issue_part_url(upload, start):
    """Return where to PUT the part of the upload's file that starts at this byte: {upload_url, end}.

    For 15 minutes the signed URL takes exactly the bytes up to, not including, `end`, where the next part starts.
    Raises `Invalid` if no part starts there, `UploadAlreadyConfirmed`, `UploadUrlExpired` after 12 hours,
    `StorageUnavailable`.
    """
    if upload.status != ISSUED:
        raise UploadAlreadyConfirmed
    if upload.created_at + _SENT_WITHIN < now():
        raise UploadUrlExpired
    number, within = divmod(start, _PART_BYTES)
    if within or start >= upload.file_size_bytes:
        raise Invalid({"start": ["No part of this file starts there."]})
    end = min(start + _PART_BYTES, upload.file_size_bytes)
    url = storage.part_url(upload.incoming_key, upload.multipart_id or _begin(upload), number + 1, end - start)
    return {"upload_url": url, "end": end}


def assemble(upload):
    """Make one file of an unconfirmed upload's parts, if it was sent in parts and this was not done before.

    Raises `FileNotFoundInStorage` unless all parts have arrived, `StorageUnavailable`.
    """
    if upload.status == ISSUED and upload.multipart_id is not None:
        with suppress(PartsGone):
            storage.finish_sent_parts(upload.incoming_key, upload.multipart_id, _count(upload))


def _begin(upload):
    begun = storage.begin_parts(upload.incoming_key, upload.content_type)
    if not upload.change(Upload.multipart_id.is_null(), multipart_id=begun):
        return Upload.fetch(upload, upload.id).multipart_id  # a concurrent request was first; nothing is sent to ours
    return begun


def _count(upload):
    return -(-upload.file_size_bytes // _PART_BYTES)
