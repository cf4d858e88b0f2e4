"""Making an export: step by step, so that another process can go on after the last step that was stored."""

import json
import logging
import time
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from peewee import fn

from intake import VERSION
from intake.accounts.firms.models import Firm
from intake.accounts.generated_files.models import NoLongerWanted
from intake.accounts.generated_files.states import FAILED, READY
from intake.cases.archives.naming import Names
from intake.cases.clients.models import Client
from intake.cases.court_forms.models import CourtForm
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import CLEAN, SCAN_PENDING, SKIPPED
from intake.core.clock import iso, now
from intake.core.cursors import Order
from intake.core.db import REPEATABLE_READ, db
from intake.core.migrations import migration_files
from intake.engagement.letters.models import Letter
from intake.engine.tasks.actions import plan
from intake.gateways.storage import FileNotFoundInStorage, PartsGone, StorageUnavailable, storage
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.states import EXPORT_FAILED, EXPORT_READY

from .archive import Archive, pack
from .models import Export, ExportPart
from .naming import matter_folder
from .offline_pages import ASSETS, OFFLINE, index_page, matter_page, matters_by_title
from .opt_outs import OPT_OUTS, read_opt_outs
from .resources import RESOURCES, resource_lines, uploads_of
from .rows import read_rows
from .states import DATA, FORMAT, INDEX, LISTING, MANIFEST, RECORDS, SUMS, TURN_SECONDS
from .stored_files import file_of_court_form, file_of_logo, file_of_upload, files_of_letters
from .tables import TABLES

_log = logging.getLogger(__name__)

_MATTERS, _FIRM = 1, 2
_PAGE = "~"
"""The position of a matter's page among its files: after all of them."""

_START = (_MATTERS, "", "")
_PAUSE = timedelta(seconds=10)
_AT_ONCE = 100


def make(export, turn_seconds=TURN_SECONDS):
    """Continue an export, unless it is finished. If it is interrupted by anything, calling this again continues it.

    After `turn_seconds` the next turn is planned. An attempt that continues although another one has begun ends at its
    next step.
    """
    if not export.begin_run():
        return
    firm = Firm.fetch(export.firm_id)
    try:
        if whole := "whole" in export.state and storage.head(export.storage_key):
            _finish(export, whole.size, export.state["whole"])
            return
        if "upload" not in export.state:
            _begin(export)
        making = _Making(export, firm)
        if making.go_on(time.monotonic() + turn_seconds):
            _finish(export, making.end(), making.archive.files)
        else:
            with db.atomic():
                plan(firm.id, "make_export", firm.id, export.id, due_at=making.due_at)
    except NoLongerWanted:
        return
    except PartsGone:
        if export.change(*export.in_run(), state={}):
            raise  # the next attempt makes it again
    except StorageUnavailable:
        if Export.of(export).where(Export.id == export.id, *export.in_run()).exists():
            raise  # else it was cancelled


def fail(export):
    """Mark an export as failed, and notify its maker."""
    with db.atomic():
        if export.end(FAILED):
            notify(export, EXPORT_FAILED)


def notify(export, type):
    """Notify the person who asked for the export; a program polls."""
    if export.user_id:
        record_notification(export.firm_id, type, export.id, {"export_id": export.id, "user_id": export.user_id})


def _begin(export):
    """Discard the remains of an attempt that was killed before its first step was stored."""
    storage.delete_with_unfinished(export.folder)
    with db.atomic():
        export.change_in_run(storage_key=f"{export.folder}{export.run}", progress=0)
        ExportPart.clear(export)


def _finish(export, size, files):
    with db.atomic():
        export.change_in_run(status=READY, progress=100, ready_at=now(), size_bytes=size, files=files, state={})
        ExportPart.clear(export)
        notify(export, EXPORT_READY)


class _Making:
    """One turn of making an export.

    `taken_at` is the time of its snapshot, `due_at` that of the next turn, None for as soon as possible.
    """

    due_at: datetime | None = None

    def __init__(self, export, firm):
        self._export, self._firm = export, firm
        self.archive = Archive(export, firm)
        self._place = tuple(export.state.get("place", _START))
        self._missing = export.state.get("missing", [])
        self.taken_at = export.state.get("taken_at")
        self._total = export.state.get("total")

    def go_on(self, ends):
        """Continue after the last stored step. Return whether everything is done, or the turn is over."""
        if self.taken_at is None and not self._write_records():
            self.due_at = now() + _PAUSE
            return False
        for place, step in chain(self._of_matters(), self._of_firm()):
            if place <= self._place:
                continue
            step()
            self._place = place
            if self.archive.checkpoint(self._progress(), place=place, missing=self._missing, taken_at=self.taken_at,
                                       total=self._total) and time.monotonic() > ends:
                return False
        return True

    def end(self):
        """Write the end of the archive. Return its size."""
        moment, archive = now(), self.archive
        client = self._client()
        matters = Order(Matter.title_key).batches(
            matters_by_title(self._firm, self._export.client_id, self.taken_at))
        index = index_page(self._firm, self._export.language, client, matters, files=archive.files, made_at=moment,
                           resources=RESOURCES, is_whole=client is None)
        archive.add(INDEX, moment, pack(piece.encode() for piece in index))
        for name in ASSETS:
            archive.add_text(f"assets/{name}", moment, (OFFLINE / name).read_text(encoding="utf-8"))
        archive.add_text(MANIFEST, moment, json.dumps(self._manifest(client), indent=2, ensure_ascii=False))
        archive.add_text(LISTING, moment, archive.listing)
        archive.add_text(SUMS, moment, archive.sums)
        return archive.finish()

    def _client(self):
        return Client.fetch(self._firm, self._export.client_id) if self._export.client_id else None

    def _manifest(self, client):
        return {"format": FORMAT, "intake": VERSION, "schema": migration_files()[-1].name, "export_id": self._export.id,
                "firm_id": self._firm.id, "firm": self._firm.name, "client_id": client and client.id,
                "taken_at": self.taken_at, "files": self.archive.files,
                "suspended_at": self._firm.suspended_at and iso(self._firm.suspended_at)}

    def _progress(self):
        return min(98, self.archive.offset * 100 // max(self._total, 1))

    def _write_records(self):
        """Write the database's records from one snapshot: they are on disk before the storage is called.

        Nothing is written, and False returned, while the worker has photos to join, which would be lost.
        """
        client_id, packed = self._export.client_id, []
        with db.atomic(REPEATABLE_READ):
            if self._uploads().where(Upload.photos.is_null(False), Upload.scan_status == SCAN_PENDING).exists():
                return False
            for name, resource in RESOURCES.items():
                if resource.of_clients or client_id is None:
                    packed.append((f"{DATA}/{name}.jsonl", _packed_lines(resource_lines(name, self._firm, client_id))))
            if client_id is None:
                packed += [(f"{RECORDS}/{table.name}.jsonl", _packed_lines(read_rows(table, self._firm.id)))
                           for table in TABLES]
                packed.append((OPT_OUTS, _packed_lines(read_opt_outs(self._firm.id))))
            self._total = int(self._uploads().select(fn.COALESCE(fn.SUM(Upload.file_size_bytes), 0)).scalar())
            moment = now()  # no earlier: every row that was read is older
        for name, each in packed:
            self.archive.add(name, moment, each)
        self.taken_at = moment.isoformat()
        return True

    def _uploads(self):
        query = Upload.of(self._firm, Upload, DocumentRequest).join(
            DocumentRequest, attr="document", on=DocumentRequest.referenced_by(Upload.document_id)).where(
            Upload.storage_key.is_null(False))
        return uploads_of(query, self._export.client_id) if self._export.client_id else query

    def _of_matters(self):
        if self._place[0] > _MATTERS:
            return
        last = self._place[1]
        wanted = [Matter.client_id == self._export.client_id] if self._export.client_id else []
        matters = Matter.with_clients(Matter.of(self._firm, Matter, Matter.client.rel_model)).where(
            Matter.created_at <= self.taken_at, *wanted).order_by(Matter.id).limit(_AT_ONCE)
        first = Matter.id >= last  # its files may not all be there
        while found := list(matters.where(first)):
            for matter in found:
                yield from self._of_matter(matter)
                first = Matter.id > matter.id

    def _of_matter(self, matter):
        folder, zone = matter_folder(matter), self._firm.timezone
        letters = self._letters(matter)
        letter_files = files_of_letters(letters, Names(zone), zone, datetime.fromisoformat(self.taken_at))
        names = Names(zone)
        uploads = [file_of_upload(each, names.name(each.document, each)) for each in self._uploads_of(matter)]
        paths = {file.id: file.path for file in (*letter_files, *uploads)}
        if self._place[1] != matter.id:
            self._missing = []
        for file in letter_files:
            yield (_MATTERS, matter.id, file.id), partial(self._add_file, file.under(folder))
        for file in uploads:
            yield (_MATTERS, matter.id, file.id), partial(self._add_upload, file.under(folder))
        yield (_MATTERS, matter.id, _PAGE), partial(self._add_page, matter, folder, paths, letters)

    def _letters(self, matter):
        """Return the matter's letters; in an export of a client, those of other clients of the matter are left out."""
        letters = Letter.of_matter(self._firm, matter.id)
        if self._export.client_id is None:
            return list(letters)
        return [each for each in letters if not matter.had_other_client_at(each.created_at)]

    def _uploads_of(self, matter):
        wanted = DocumentRequest.matter_id == matter.id, Upload.created_at <= self.taken_at
        return self._uploads().where(*wanted).order_by(Upload.id)

    def _of_firm(self):
        if self._export.client_id:
            return
        forms = CourtForm.of(self._firm).where(CourtForm.storage_key.is_null(False)).order_by(CourtForm.id)
        for form in forms:
            yield (_FIRM, form.id, ""), partial(self._add_file, file_of_court_form(form))
        if logo := file_of_logo(self._firm):
            yield (_FIRM, _PAGE, ""), partial(self._add_file, logo)

    def _add_upload(self, file):
        if file.record.scan_status not in (CLEAN, SKIPPED) and file.record.quarantined_at:
            self._leave_out(file, "infected")
        else:
            self._add_file(file)

    def _add_file(self, file):
        pieces = storage.pieces(file.key, file.size)
        try:
            first = next(pieces, b"")
        except FileNotFoundInStorage:
            _log.error("file is missing from storage",
                       extra={"export_id": self._export.id, "record_id": file.record.id})
            self._leave_out(file, "missing")
            return
        about = {"path": file.path, "key": file.key, "content_type": file.content_type, "filename": file.filename,
                 "record": {"type": file.record.resource, "id": file.record.id}}
        self.archive.add_file(
            file.path, file.moment, file.size, chain([first], pieces), lambda written, sha256: json.dumps(
                about | {"size_bytes": written, "sha256": sha256}, ensure_ascii=False))

    def _add_page(self, matter, folder, paths, letters):
        page = matter_page(self._firm, matter, self._export.language, paths, self._missing, letters,
                           is_clients_own=self._export.client_id is not None)
        self.archive.add_text(f"{folder}/{INDEX}", matter.updated_at, page)

    def _leave_out(self, file, reason):
        record = file.record
        self._missing = [*self._missing, file.id]
        self.archive.list(json.dumps({"left_out": reason, "record": {"type": record.resource, "id": record.id}}))


def _packed_lines(lines):
    return pack(f"{line}\n".encode() for line in lines)
