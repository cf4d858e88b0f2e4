"""Jobs that process confirmed uploads and purge unconfirmed ones."""

import logging
from datetime import timedelta

from intake.cases.photos.actions import give_up, join
from intake.core.clock import now
from intake.core.content_types import types_conflict
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.gateways.scanner import Clean, Infected, NotScanned
from intake.gateways.storage import storage

from . import actions
from .models import Upload
from .processing import inspect_file
from .states import CLEAN, INFECTED, ISSUED, SCAN_FAILED, SCAN_PENDING, SKIPPED

UNCONFIRMED_KEPT_FOR = timedelta(hours=24)
_BATCH = 500
_log = logging.getLogger(__name__)


def process(upload_id):
    """Scan and inspect the file of an upload, record the result, and quarantine the file if it is infected.

    A file that was sent as photos is made first. Delete the incoming object, of which the file is a copy.
    Safe to run twice, also concurrently. Raises `ScannerUnavailable`, `StorageUnavailable` or the error that broke the
    stream from storage, so that the task is retried; until then the upload's `scan_status` is `pending`.
    """
    upload = Upload.for_job(upload_id)
    if upload and upload.photos:
        join(upload)
        upload = Upload.for_job(upload_id)
    if upload and upload.scan_status == SCAN_PENDING:
        upload = _inspect(upload)
    if upload is None:
        return
    # Also after an earlier run that ended before this.
    storage.delete(upload.incoming_key)
    if upload.scan_status == INFECTED:
        storage.delete(upload.storage_key)


def process_failed(upload_id):
    """Record that the upload could not be scanned. Called after the last attempt to `process` it.

    Photos that were not made into a PDF cannot be read either: the client is asked for them again.
    """
    upload = Upload.for_job(upload_id)
    if upload and upload.photos:
        give_up(upload)
        _log.error("photos could not be joined", extra={"upload_id": upload_id})
    elif upload and actions.record_scan(upload, SCAN_FAILED):
        _log.error("file could not be scanned", extra={"upload_id": upload_id})


def _inspect(upload):
    """Inspect the file, record the result, and return the upload.

    None if the file is missing: the incoming object may be all that is left, and is kept for a day.
    """
    result = inspect_file(upload.storage_key, upload.filename)
    if result is None:
        if actions.record_scan(upload, SCAN_FAILED):
            _log.error("file is missing from storage", extra={"upload_id": upload.id})
        return None
    found = result.columns | {"type_mismatch": types_conflict(upload.content_type, result.columns["detected_type"])}
    match result.verdict:
        case Infected(signature):
            _log.warning("file is infected", extra={"upload_id": upload.id, "signature": signature})
            return actions.quarantine(upload, signature, **found)
        case Clean():
            actions.record_scan(upload, CLEAN, scanned_at=now(), **found)
        case NotScanned(reason):
            _log.info("file was not scanned", extra={"upload_id": upload.id, "reason": reason})
            actions.record_scan(upload, SKIPPED, **found)
    return upload


def purge_unconfirmed_uploads():
    """Delete the uploads that were not confirmed within a day, and plan the removal of copies that were not committed.

    The rows are deleted first, so that a concurrent confirmation fails instead of losing its file. A task planned in
    the same transaction deletes the files; the task for the incoming object was planned with the upload.
    """
    before = now() - UNCONFIRMED_KEPT_FOR
    while True:
        with db.atomic():
            purged = Upload.purge_unconfirmed(before, _BATCH)
            for upload in purged:
                plan(upload.firm_id, "remove_files", f"files/{upload.firm_id}/{upload.id}/")
        if len(purged) < _BATCH:
            return


def remove_files(*prefixes):
    """Delete everything in storage under these prefixes. Raises `StorageUnavailable`.

    Copies of an incoming object that interrupted confirmations left behind are deleted with it.
    """
    for prefix in prefixes:
        storage.delete_under(prefix)
        folder, _, id = prefix.rpartition("/")
        if folder.startswith("incoming/"):
            storage.abandon_unfinished(prefix)  # only what is sent by browsers arrives in parts
            if upload := Upload.for_job(id):
                _remove_other_copies(upload)


def _remove_other_copies(upload):
    if upload.status == ISSUED or upload.photos:  # its key may still become another one
        return
    folder = f"files/{upload.firm_id}/{upload.id}/"
    for found in storage.listed(folder):
        if found.key != upload.storage_key and "/" not in found.key.removeprefix(folder):
            storage.delete(found.key)
