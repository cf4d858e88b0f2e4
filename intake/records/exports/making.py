"""Making an export: step by step, so that another process can go on after the last step that was stored."""

import json
import logging
import time
from datetime import datetime, timedelta
from itertools import chain

from peewee import fn

from intake import VERSION
from intake.accounts.firms.models import Firm
from intake.accounts.generated_files.models import NoLongerWanted
from intake.accounts.generated_files.states import FAILED, READY
from intake.cases.archives.naming import Names, safe_name
from intake.cases.clients.models import Client
from intake.cases.court_forms.models import CourtForm
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import CLEAN, SCAN_PENDING, SKIPPED
from intake.core.clock import iso, now
from intake.core.content_types import PDF
from intake.core.cursors import Order
from intake.core.db import REPEATABLE_READ, db
from intake.core.migrations import migration_files
from intake.engagement.letters.actions import filename_of
from intake.engagement.letters.models import Letter
from intake.engine.tasks.actions import plan
from intake.gateways.storage import FileNotFoundInStorage, PartsGone, StorageUnavailable, storage
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.states import EXPORT_FAILED, EXPORT_READY

from .archive import Archive, pack
from .letter_files import letter_files
from .models import Export, ExportPart
from .naming import matter_folder
from .offline_pages import ASSETS, OFFLINE, index_page, matter_page, matters_by_title
from .opt_outs import OPT_OUTS, read_opt_outs
from .resources import RESOURCES, resource_lines, uploads_of
from .rows import read_rows
from .states import DATA, FORMAT, INDEX, LISTING, MANIFEST, RECORDS, SUMS, TURN_SECONDS
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
        self._place, self._missing = tuple(export.state.get("place", _START)), export.state.get("missing", [])
        self.taken_at, self._total = export.state.get("taken_at"), export.state.get("total")

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
        matters = Order(Matter.title_key, True).batches(
            matters_by_title(self._firm, self._export.client_id, self.taken_at))
        archive.add(INDEX, moment, pack(piece.encode() for piece in index_page(
            self._firm, self._export.language, client, matters, files=archive.files, made_at=moment,
            resources=RESOURCES, is_whole=client is None)))
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
        folder, names = matter_folder(matter), Names(self._firm.timezone)
        uploads = list(self._uploads().where(DocumentRequest.matter_id == matter.id, Upload.created_at <= self.taken_at)
                       .order_by(Upload.id))
        paths = {each.id: names.name(each.document, each) for each in uploads}
        is_clients_own = self._export.client_id is not None
        letters = [each for each in Letter.of_matter(self._firm, matter.id)
                   if not (is_clients_own and matter.had_other_client_at(each.created_at))]
        taken_at, zone = datetime.fromisoformat(self.taken_at), self._firm.timezone
        files = letter_files(letters, Names(zone), zone, taken_at)
        paths |= {each.id: each.path for each in files}
        if self._place[1] != matter.id:
            self._missing = []
        for file in files:
            yield (_MATTERS, matter.id, file.id), lambda file=file: self._add_file(
                f"{folder}/{file.path}", file.moment, file.key, file.size, PDF, filename_of(file.letter), file.letter,
                file.id)
        for upload in uploads:
            yield (_MATTERS, matter.id, upload.id), lambda upload=upload: self._add_upload(
                upload, f"{folder}/{paths[upload.id]}")
        yield (_MATTERS, matter.id, _PAGE), lambda: self.archive.add_text(
            f"{folder}/{INDEX}", matter.updated_at,
            matter_page(self._firm, matter, self._export.language, paths, self._missing, letters, is_clients_own))

    def _of_firm(self):
        if self._export.client_id:
            return
        forms = CourtForm.of(self._firm).where(CourtForm.storage_key.is_null(False)).order_by(CourtForm.id)
        for form in forms:
            path = f"court-forms/{safe_name(form.name, 100)} {form.id[-8:]}.pdf"
            yield (_FIRM, form.id, ""), lambda form=form, path=path: self._add_file(
                path, form.updated_at, form.storage_key, form.file_size_bytes, form.content_type, form.filename, form)
        if self._firm.logo_key and (logo := storage.head(self._firm.logo_key)):
            ending = self._firm.logo_key.rpartition(".")[2] if "." in self._firm.logo_key else "image"
            yield (_FIRM, _PAGE, ""), lambda: self._add_file(
                f"logo.{ending}", self._firm.updated_at, self._firm.logo_key, logo.size, logo.content_type, "logo",
                self._firm)

    def _add_upload(self, upload, path):
        if upload.scan_status not in (CLEAN, SKIPPED) and upload.quarantined_at:
            self._leave_out(upload, "infected")
        else:
            self._add_file(path, upload.uploaded_at or upload.created_at, upload.storage_key, upload.file_size_bytes,
                           upload.content_type, upload.filename, upload)

    def _add_file(self, path, moment, key, size, content_type, filename, record, file_id=None):
        pieces = storage.pieces(key, size)
        try:
            first = next(pieces, b"")
        except FileNotFoundInStorage:
            _log.error("file is missing from storage", extra={"export_id": self._export.id, "record_id": record.id})
            self._leave_out(record, "missing", file_id)
            return
        about = {"path": path, "key": key, "content_type": content_type, "filename": filename,
                 "record": {"type": record.resource, "id": record.id}}
        self.archive.add_file(path, moment, size, chain([first], pieces), lambda written, sha256: json.dumps(
            about | {"size_bytes": written, "sha256": sha256}, ensure_ascii=False))

    def _leave_out(self, record, reason, file_id=None):
        self._missing = [*self._missing, file_id or record.id]
        self.archive.list(json.dumps({"left_out": reason, "record": {"type": record.resource, "id": record.id}}))


def _packed_lines(lines):
    return pack(f"{line}\n".encode() for line in lines)
