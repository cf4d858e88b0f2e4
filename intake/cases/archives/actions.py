"""Making the archive of a matter's files."""

import logging
from itertools import chain

from intake.accounts.audit.recording import record_read
from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.cases.uploads.states import CLEAN, NOT_SCANNED, SKIPPED
from intake.core.errors import ApiError
from intake.core.local_time import to_local
from intake.gateways.scanner import scanner
from intake.gateways.storage import FileNotFoundInStorage, storage
from intake.web.translation import translator

from .models import list_files
from .naming import Names, archive_name, places_of
from .zipping import ZipStream

_log = logging.getLogger(__name__)

MISSING, REFUSED = "It is missing from the storage.", "It has not been scanned for viruses yet, or is infected."


def make_archive(scope, matter_id, choice, language):
    """Return the archive's name and its bytes, which are read from storage while they are taken.

    Files that are infected or not scanned yet are left out; a note in the archive names them. Raises `NotFound`,
    `StorageUnavailable`.
    """
    matter, firm = Matter.fetch(scope, matter_id), Firm.fetch(scope.firm_id)
    files = list_files(scope, matter.id, choice)
    storage.check()  # fails now rather than in the middle of the answer
    for file in files:
        if _is_safe(file):
            record_read("upload.downloaded", file, document_id=file.document_id, matter_id=matter.id)
    record_read("matter.archive_downloaded", matter, files=choice)
    pieces = _archive_pieces(_unbound(storage), files, [_is_safe(file) for file in files], firm.timezone, language,
                      to_local(matter.updated_at, firm.timezone))
    return archive_name(matter, firm.today), _logged(matter, pieces)


def _unbound(proxy):
    """Return the object behind the proxy: the answer is written after the request, without its application context."""
    return proxy._get_current_object()


def _is_safe(file):
    return file.scan_status in (CLEAN, SKIPPED) or (file.scan_status in NOT_SCANNED and not scanner.is_configured)


def _logged(matter, pieces):
    """Yield the pieces; if the storage fails, the client only sees that the answer is incomplete."""
    try:
        yield from pieces
    except ApiError as error:
        _log.error("archive was interrupted", extra={"matter_id": matter.id, "error": error.code})
        raise


def _archive_pieces(stored, files, are_safe, time_zone, language, noted_at):
    """Yield the archive, whose note is as old as `noted_at`. Called without a request and without the database."""
    archive, names, left_out = ZipStream(), Names(time_zone), []
    places = places_of([file.document for file in files])
    for file, is_safe in zip(files, are_safe, strict=True):
        name = names.name(file.document, file, places.get(file.document_id, ""))
        moment = to_local(file.uploaded_at, time_zone)
        pieces = stored.pieces(file.storage_key, file.file_size_bytes) if is_safe else iter(())
        try:
            first = next(pieces, b"")
        except FileNotFoundInStorage:
            _log.error("file is missing from storage", extra={"upload_id": file.id})
            left_out.append((name, MISSING))
            continue
        if is_safe:
            yield from archive.add(name, moment, file.file_size_bytes, chain((first,), pieces))
        else:
            left_out.append((name, REFUSED))
    if left_out or not files:
        translate = translator(language)
        note = _note(left_out, translate)
        name = names.free(translate("Please read"), ".txt")
        yield from archive.add(name, noted_at, len(note), [note])
    yield from archive.end()


def _note(left_out, translate):
    """Return a text that lists the files left out of the archive; a byte order mark tells editors its encoding."""
    if not left_out:
        return translate("No file of this matter is approved.").encode("utf-8-sig")
    lines = [translate("These files are not in the archive:"), "",
             *(f"- {name}: {translate(reason)}" for name, reason in left_out)]
    return "\r\n".join([*lines, ""]).encode("utf-8-sig")
