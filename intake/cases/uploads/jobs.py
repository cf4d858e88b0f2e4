"""What the worker does with an upload once it is confirmed (decisions.md 5)."""

import logging
from datetime import timedelta

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.gateways.scanner import Clean, Infected, NotScanned
from intake.gateways.storage import storage

from . import actions
from .models import Upload
from .processing import inspect_file
from .states import CLEAN, INFECTED, SCAN_FAILED, SCAN_PENDING, SKIPPED

UNCONFIRMED_FOR = timedelta(hours=24)
_BITE = 500
_log = logging.getLogger(__name__)


def process(upload_id):
    """What the file of the upload is stands with it; if it is infected, it is locked away.

    Safe to run twice, also at once: whoever comes second changes and tells nothing. Raises `ScannerUnavailable`,
    `StorageUnavailable` or what broke the stream from storage when it is to be run again later; until then the upload
    is shown as not yet scanned.
    """
    upload = Upload.for_job(upload_id)
    if upload and upload.scan_status == SCAN_PENDING:
        upload = _scanned(upload)
    if upload and upload.scan_status == INFECTED:  # known from before, perhaps to a run that died just then
        storage.delete(upload.storage_key)


def process_failed(upload_id):
    """The upload is shown as one that could not be scanned. For after the last attempt to `process` it."""
    upload = Upload.for_job(upload_id)
    if upload and actions.record_scan(upload, SCAN_FAILED):
        _log.error("file could not be scanned", extra={"upload_id": upload_id})


def _scanned(upload):
    """The upload, after its file was read and what was found was recorded."""
    findings = inspect_file(upload.storage_key)
    if findings is None:
        if actions.record_scan(upload, SCAN_FAILED):
            _log.error("file is missing from storage", extra={"upload_id": upload.id})
        return upload
    match findings.verdict:
        case Infected(signature):
            _log.warning("file is infected", extra={"upload_id": upload.id, "signature": signature})
            return actions.quarantine(upload, signature, **findings.facts)
        case Clean():
            actions.record_scan(upload, CLEAN, scanned_at=now(), **findings.facts)
        case NotScanned(reason):
            _log.info("file was not scanned", extra={"upload_id": upload.id, "reason": reason})
            actions.record_scan(upload, SKIPPED, **findings.facts)
    return upload


def sweep_unconfirmed():
    """Uploads that were not confirmed within a day are gone, and their files will be.

    The rows go first, so that a confirmation that comes just now is refused rather than robbed of its file; the files
    go by a task of the same transaction, so that none is forgotten.
    """
    before = now() - UNCONFIRMED_FOR
    while True:
        with db.atomic():
            swept = Upload.sweep(before, _BITE)
            for upload in swept:
                plan(upload.firm_id, "remove_files", upload.incoming_key, f"files/{upload.firm_id}/{upload.id}/")
        if len(swept) < _BITE:
            return


def remove_files(*prefixes):
    """Nothing is left in storage under these prefixes. Raises `StorageUnavailable`."""
    for prefix in prefixes:
        storage.delete_under(prefix)
