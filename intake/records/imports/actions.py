"""Importing a firm: everything is checked first; then it is made step by step, suspended until the last one."""

import hashlib
import logging
import re
import time
from datetime import datetime

from peewee import DatabaseError, OperationalError

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.db import db
from intake.core.ids import is_id
from intake.core.migrations import migration_files
from intake.gateways.storage import storage
from intake.records.erasures.whole_firm import delete_tables, erase_files
from intake.records.exports.opt_outs import OPT_OUTS, add_opt_outs
from intake.records.exports.rows import columns_of, insert_rows_as_json, set_later_columns
from intake.records.exports.states import FORMAT, LISTING, MANIFEST, RECORDS
from intake.records.exports.tables import TABLES

from .archive_source import opened
from .errors import ImportAtWork, ImportRefused
from .models import TAKEN_BACK, FirmImport, clashes
from .unfinished import plan_unfinished

_log = logging.getLogger(__name__)

_AT_ONCE = 500
_SAID_EVERY = 30
"""Seconds: large imports take an hour, and people want to see that they make progress."""

_FOLDERS = ("files", "incoming", "logos")
"""Where in the storage a firm's files are: below its id, logos below its slug."""

_KEY = re.compile(r"[A-Za-z0-9_./-]{1,500}")
_NUMBER = re.compile(r"\+[0-9]{5,20}")
_DIGEST = re.compile("[0-9a-f]{64}")
_CONTENT_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)


def import_firm(path):
    """Import the firm of an export, with its ids, and return a summary. After any interruption, calling this again with
    the same export continues; a refused import leaves nothing. Raises `ImportRefused`, `StorageUnavailable`.
    """
    with opened(path) as source:
        return _Import(source).run()


class _Import:
    def __init__(self, source):
        self._source = source
        self._manifest = _checked(source.manifest())
        self._firm_id = self._manifest["firm_id"]
        names = {LISTING, *map(_entry, TABLES)}
        self._sums, self._digest = source.sums((names | {OPT_OUTS}).__contains__)
        self._said_at = time.monotonic()
        if missing := sorted(names - self._sums.keys()):
            raise ImportRefused(f"{missing[0]!r} is missing.")

    def run(self):
        begun = FirmImport.of(self._firm_id)
        if begun and (begun.sums != self._digest or begun.step == TAKEN_BACK):
            _delete_imported(begun)
            begun = None
        rows = self._check(is_new=begun is None)
        begun = begun or self._begin()
        steps = [*((_entry(table), table, insert_rows_as_json) for table in TABLES[1:]),
                 *((_entry(table), table, _set_later) for table in TABLES if table.later),
                 (LISTING, None, None)]
        try:
            for number, (name, table, write) in enumerate(steps):
                if number >= begun.step:
                    self._step(begun, number, name, table, write)
        except ImportAtWork:
            raise
        except ImportRefused:
            _delete_imported(begun)
            raise
        return self._finish(begun, rows)

    def _step(self, begun, number, name, table, write):
        done = begun.rows if number == begun.step else 0
        for batch in self._source.batches(name, _AT_ONCE if table else 1, done):
            done += len(batch)
            if table is None:
                self._store(*batch)
                begun.go_to(number, done)
            else:
                _write(table, write, batch, done, begun, number)
            self._log_progress("import writes", name, done)
        begun.go_to(number + 1, 0)

    def _log_progress(self, message, name, line):
        if time.monotonic() - self._said_at >= _SAID_EVERY:
            self._said_at = time.monotonic()
            _log.info(message, extra={"firm_id": self._firm_id, "entry": name, "line": line})

    def _check(self, is_new):
        """Return how many rows there are. Raises `ImportRefused` for anything that is not as an export has it."""
        for name, sha256 in self._sums.items():
            self._source.verify(name, sha256)
        self._slug = None
        for firm in self._source.rows(_entry(TABLES[0])):
            self._slug = firm.get("slug")
        rows = sum(self._check_table(table, is_new) for table in TABLES)
        self._check_files(is_new)
        for batch in self._opt_outs():
            if not all(_matches(_NUMBER, number) for number in batch):
                raise ImportRefused(f"{OPT_OUTS} has a line without a number.")
        return rows

    def _check_table(self, table, is_new):
        """Check the rows of a table, and that a new firm's clash with none that are here. Return how many there are."""
        rows, known = 0, set(columns_of(table))
        for batch in self._source.batches(_entry(table), _AT_ONCE):
            rows += len(batch)
            for row in batch:
                self._check_row(table, row, known, batch[0])
            clash = clashes(table, batch) if is_new else None
            if clash == self._firm_id:
                raise ImportRefused("This firm already exists here: it was imported completely, or is the original.")
            if clash is not None:
                raise ImportRefused(f"There is a row in {table.name} with {clash!r} here already.")
        if table.name == "firms" and rows != 1:
            raise ImportRefused("The export must have exactly one firm.")
        return rows

    def _check_files(self, is_new):
        paths: set[str] = set()
        for file in self._source.rows(LISTING):
            if "path" in file:
                self._check_file(file, paths)
                if is_new:
                    self._source.verify(file["path"], file.get("sha256"))
                    self._log_progress("import checks", LISTING, len(paths))

    def _opt_outs(self):
        """Yield lists of the numbers that get no SMS."""
        if OPT_OUTS in self._sums:
            for batch in self._source.batches(OPT_OUTS, _AT_ONCE):
                yield [row.get("number") for row in batch]

    def _check_row(self, table, row, known, first):
        own = row.get("id" if table.name == "firms" else "firm_id")
        if own != self._firm_id:
            raise ImportRefused(f"{_entry(table)} has a row of another firm.")
        if not row.keys() <= known or row.keys() != first.keys():
            raise ImportRefused(f"{_entry(table)} has other columns than this version of Intake. Install the version "
                                f"that made it, {self._manifest.get('intake')!r}.")
        if "id" in row and not is_id(row["id"]):
            raise ImportRefused(f"{_entry(table)} has a row without an id.")
        for name in table.keys:
            if row.get(name) is not None:
                self._check_key(row[name])
        for name in table.digests:
            if row.get(name) is not None and not _matches(_DIGEST, row[name]):
                raise ImportRefused(f"{_entry(table)} has a row whose {name} is no digest.")

    def _check_file(self, file, paths):
        path = file["path"]
        if not isinstance(path, str):
            raise ImportRefused(f"{path!r} is no name of an entry.")
        if path in paths:
            raise ImportRefused(f"{LISTING} has two lines of {path!r}.")
        paths.add(path)
        self._check_key(file.get("key"))
        if not _matches(_CONTENT_TYPE, file.get("content_type")):
            raise ImportRefused(f"{path!r} has no content type.")

    def _check_key(self, key):
        parts = key.split("/") if isinstance(key, str) else []
        owner = {"logos": self._slug}.get(parts[0], self._firm_id) if parts else None
        if not _matches(_KEY, key) or len(parts) < 3 or parts[0] not in _FOLDERS or parts[1] != owner or (
                {"", ".", ".."} & {*parts}):
            raise ImportRefused(f"{key!r} is not the place of a file of this firm.")

    def _begin(self):
        _write(TABLES[0], self._make_firm, list(self._source.rows(_entry(TABLES[0]))), 1)
        return FirmImport.of(self._firm_id)

    def _make_firm(self, table, rows):
        insert_rows_as_json(table, rows)
        Firm.update(suspended_at=now()).where(Firm.id == self._firm_id).execute()
        FirmImport.create(firm_id=self._firm_id, sums=self._digest, created_at=now(),
                          suspended_at=self._manifest.get("suspended_at"))

    def _store(self, file):
        if "path" in file:
            digest = hashlib.sha256()
            with storage.writing(file["key"], file["content_type"]) as stored:
                for piece in self._source.pieces(file["path"]):
                    digest.update(piece)
                    stored.write(piece)
                if digest.hexdigest() != file.get("sha256"):
                    raise ImportRefused(f"{file['path']!r} is damaged: its checksum is another.")

    def _finish(self, begun, rows):
        with db.atomic():
            firm = Firm.fetch_locked(self._firm_id)
            firm.change(suspended_at=begun.suspended_at, updated_at=firm.updated_at)
            begun.delete_instance()
            for numbers in self._opt_outs():
                add_opt_outs(firm.id, numbers)
            plan_unfinished(firm)
            record_act("firm.imported", firm, export_id=self._manifest["export_id"])
        return {"firm_id": firm.id, "name": firm.name, "rows": rows, "files": self._manifest.get("files"),
                "suspended": begun.suspended_at is not None}


def _checked(manifest):
    """Return the manifest of an export that this version can import. Raises `ImportRefused`."""
    format, schema = manifest.get("format"), manifest.get("schema")
    has_ids = is_id(manifest.get("firm_id")) and is_id(manifest.get("export_id"))
    if not isinstance(format, int) or not isinstance(schema, str) or not has_ids:
        raise ImportRefused("This is not the export of a firm.")
    if manifest.get("client_id"):
        raise ImportRefused("This is the export of a client. Only that of a whole firm can be imported.")
    if format > FORMAT or schema > migration_files()[-1].name:
        raise ImportRefused(f"This export is of a newer Intake, {manifest.get('intake')!r}. Install that version.")
    return manifest | {"suspended_at": _moment(manifest.get("suspended_at"))}


def _set_later(table, rows):
    given = [row for row in rows if any(row.get(name) is not None for name in table.later)]
    if given:
        set_later_columns(table, given)


def _write(table, write, rows, done, begun=None, step=None):
    """Write rows, the last of which is in line `done`, and record that in the import. Raises `ImportRefused`."""
    try:
        with db.atomic():
            if begun:
                begun.go_to(step, done)
            write(table, rows)
    except OperationalError:
        raise
    except DatabaseError as error:
        raise ImportRefused(_refusal(table, write, rows, done - len(rows) + 1, error)) from error


def _refusal(table, write, rows, first, error):
    """Find the row that the database refuses, and the reason, by writing them one at a time. Nothing is kept."""
    place = _entry(table)
    try:
        with db.atomic() as transaction:
            for line, row in enumerate(rows, first):
                place = f"{_entry(table)}, line {line} ({row.get('id', 'without an id')})"
                write(table, [row])
            transaction.rollback()
            place = _entry(table)
    except OperationalError:
        raise
    except DatabaseError as found:
        error = found
    about = error.orig.diag
    detail = about.message_detail or ""  # that of a check would be the whole row
    return f"{place} does not fit into the database: {about.message_primary or error}" + (
        f": {detail}" if detail.startswith("Key ") else "")


def _delete_imported(begun):
    """Remove everything of a firm whose import did not finish. If this is interrupted, the next import continues it."""
    FirmImport.update(step=TAKEN_BACK).where(FirmImport.firm_id == begun.firm_id).execute()
    erase_files(Firm.fetch(begun.firm_id))
    for _ in ("what was imported", "what the database counted and queued meanwhile"):
        delete_tables(begun, left=("firm_imports",))
    with db.atomic():
        Firm.delete().where(Firm.id == begun.firm_id).execute()


def _moment(text):
    """Return a time from the manifest, None if it is missing. Raises `ImportRefused`."""
    try:
        return text and datetime.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise ImportRefused(f"{MANIFEST} has a time that cannot be read.") from error


def _matches(form, value):
    return isinstance(value, str) and form.fullmatch(value) is not None


def _entry(table):
    return f"{RECORDS}/{table.name}.jsonl"
