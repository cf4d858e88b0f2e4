"""Importing a firm: everything is checked first; then it is made step by step, suspended until the last one."""

import hashlib
from contextlib import contextmanager
from datetime import datetime
from itertools import islice

from peewee import DatabaseError, OperationalError

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.db import db
from intake.core.ids import is_id
from intake.core.migrations import migration_files
from intake.gateways.storage import storage
from intake.records.exports.rows import columns_of, insert_rows_as_json, set_later_columns
from intake.records.exports.states import FORMAT, LISTING, RECORDS
from intake.records.exports.tables import TABLES

from .archive_source import opened
from .errors import ImportRefused
from .models import FirmImport, clashes

_AT_ONCE = 500
_FOLDERS = ("files", "incoming", "logos")
"""Where in the storage a firm's files are: below its id, logos below its slug."""


def import_firm(path):
    """Make the firm of an export, with its ids. Return what was imported.

    Whatever interrupts it, calling this again with the same export goes on. Raises `ImportRefused`,
    `StorageUnavailable`.
    """
    with opened(path) as source:
        return _Import(source).run()


class _Import:
    def __init__(self, source):
        self._source = source
        self._manifest = _checked(source.manifest())
        self._firm_id = self._manifest["firm_id"]
        names = {LISTING, *map(_entry, TABLES)}
        self._sums, self._digest = source.sums(names.__contains__)
        if missing := sorted(names - self._sums.keys()):
            raise ImportRefused(f"{missing[0]!r} is missing.")

    def run(self):
        begun = FirmImport.of(self._firm_id)
        if begun and begun.sums != self._digest:
            raise ImportRefused("The import of another export of this firm was begun here. Go on with that one.")
        rows = self._check(is_new=begun is None)
        if begun is None:
            begun = self._begin()
        steps = [*((_entry(table), table, self._insert) for table in TABLES[1:]),
                 *((_entry(table), table, self._set_later) for table in TABLES if table.later),
                 (LISTING, None, self._store)]
        for number, (name, table, act) in enumerate(steps):
            if number >= begun.step:
                done = begun.rows if number == begun.step else 0
                for batch in _batches(islice(self._source.rows(name), done, None), _AT_ONCE if table else 1):
                    done += len(batch)
                    act(begun, number, done, table, batch)
                begun.go_to(number + 1, 0)
        return self._finish(begun, rows)

    def _check(self, is_new):
        """Return how many rows there are. Raises `ImportRefused` for anything that is not as an export has it."""
        for name, sha256 in self._sums.items():
            self._source.verify(name, sha256)
        rows, self._slug = 0, None
        for firm in self._source.rows(_entry(TABLES[0])):
            self._slug = firm.get("slug")
        for table in TABLES:
            known = set(columns_of(table))
            for batch in _batches(self._source.rows(_entry(table)), _AT_ONCE):
                rows += len(batch)
                for row in batch:
                    self._check_row(table, row, known, batch[0])
                if is_new and (clash := clashes(table, batch)) is not None:
                    raise ImportRefused(f"There is a row in {table.name} with {clash!r} here already.")
            if table.name == "firms" and rows != 1:
                raise ImportRefused("The export has not exactly one firm.")
        for file in self._source.rows(LISTING):
            if "path" in file:
                if not isinstance(file["path"], str):
                    raise ImportRefused(f"{file['path']!r} is no name of an entry.")
                self._check_key(file.get("key"))
        return rows

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

    def _check_key(self, key):
        parts = key.split("/") if isinstance(key, str) else []
        owner = {"logos": self._slug}.get(parts[0], self._firm_id) if parts else None
        if len(parts) < 3 or parts[0] not in _FOLDERS or parts[1] != owner or {"", ".", ".."} & {*parts}:
            raise ImportRefused(f"{key!r} is not the place of a file of this firm.")

    def _begin(self):
        [firm] = self._source.rows(_entry(TABLES[0]))
        before = self._manifest.get("suspended_at")
        with _refusing(TABLES[0]), db.atomic():
            insert_rows_as_json(TABLES[0], [firm])
            Firm.update(suspended_at=now()).where(Firm.id == self._firm_id).execute()
            return FirmImport.create(firm_id=self._firm_id, sums=self._digest, created_at=now(),
                                     suspended_at=datetime.fromisoformat(before) if before else None)

    def _insert(self, begun, step, done, table, rows):
        with _refusing(table), db.atomic():
            insert_rows_as_json(table, rows)
            begun.go_to(step, done)

    def _set_later(self, begun, step, done, table, rows):
        with _refusing(table), db.atomic():
            if given := [row for row in rows if any(row[name] is not None for name in table.later)]:
                set_later_columns(table, given)
            begun.go_to(step, done)

    def _store(self, begun, step, done, _, files):
        [file] = files
        if "path" in file:
            digest = hashlib.sha256()
            with storage.writing(file["key"], str(file.get("content_type"))) as stored:
                for piece in self._source.pieces(file["path"]):
                    digest.update(piece)
                    stored.write(piece)
                if digest.hexdigest() != file.get("sha256"):
                    raise ImportRefused(f"{file['path']!r} is damaged: its checksum is another.")
        begun.go_to(step, done)

    def _finish(self, begun, rows):
        with db.atomic():
            firm = Firm.fetch_locked(self._firm_id)
            firm.change(suspended_at=begun.suspended_at, updated_at=firm.updated_at)
            begun.delete_instance()
            record_act("firm.imported", firm, export_id=self._manifest.get("export_id"))
        return {"firm_id": firm.id, "name": firm.name, "rows": rows, "files": self._manifest.get("files"),
                "suspended": begun.suspended_at is not None}


def _checked(manifest):
    """Return the manifest of an export that this version can import. Raises `ImportRefused`."""
    format, schema = manifest.get("format"), manifest.get("schema")
    if not isinstance(format, int) or not isinstance(schema, str) or not is_id(manifest.get("firm_id")):
        raise ImportRefused("This is no export of a firm.")
    if manifest.get("client_id"):
        raise ImportRefused("This is the export of a client. Only that of a whole firm can be imported.")
    if format > FORMAT or schema > migration_files()[-1].name:
        raise ImportRefused(f"This export is of a newer Intake, {manifest.get('intake')!r}. Install that version.")
    return manifest


def _batches(rows, size):
    while batch := list(islice(rows, size)):
        yield batch


def _entry(table):
    return f"{RECORDS}/{table.name}.jsonl"


@contextmanager
def _refusing(table):
    """Raise `ImportRefused` if the database does not take the rows of the block."""
    try:
        yield
    except OperationalError:
        raise
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        raise ImportRefused(f"{_entry(table)} does not fit into the database: {reason}") from error
