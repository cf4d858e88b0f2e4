"""All rows and files as they are at one moment, to be compared and restored."""

import json
import re
import shutil

from intake.core.connection import PreparedStatement
from intake.core.db import db

_OF_NO_FIRM = {"schema_migrations", "schedule", "test_clock", "workers", "counters", "sign_in_attempts"}
_SUMMED = {"matter_counts", "storage_changes", "storage_used", "api_request_counts"}
"""Tables whose rows are changes that add up; their sums are compared by `flask db verify`."""

_RANDOM = {
    "body", "changed_at", "seen_at", "last_used_at", "queued_at", "password_hash", "secret_digest", "token_digest",
    "code_digest", "sealed_token", "secret", "previous_secret", "public_part", "link_public_part", "hash",
    "previous_hash", "position", "incoming_key", "storage_key", "request_id", "address", "etag", "run", "digest",
    "salt"}
"""Columns that differ from run to run."""

_ID = re.compile(r"\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b")
_TIME = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00(?::00)?)?")
_RESTORING = "IF current_setting('races.restoring', true) = 'on' THEN RETURN coalesce(NEW, OLD); END IF;"


class Snapshot:
    """The rows of the database, and the files of the `bucket`, of which the folder `copy` keeps a copy."""

    def __init__(self, bucket, copy):
        self._bucket, self._copy = bucket, copy
        self._columns = dict(db.execute_sql(
            "SELECT table_name::text, array_agg(column_name::text) FROM information_schema.columns "
            "JOIN information_schema.tables USING (table_schema, table_name) "
            "WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL (%s) GROUP BY 1",
            (list(_OF_NO_FIRM),)).fetchall())
        self._keys = dict(db.execute_sql(
            "SELECT conrelid::regclass::text, array_agg(attname::text) FROM pg_constraint JOIN pg_attribute "
            "ON attrelid = conrelid AND attnum = ANY (conkey) WHERE contype = 'p' GROUP BY conrelid").fetchall())
        _let_restoring_bypass_triggers()
        for table in self._columns:
            db.execute_sql(f"CREATE SCHEMA IF NOT EXISTS saved; CREATE TABLE saved.{table} AS TABLE public.{table}")
        shutil.copytree(bucket, copy)
        self._reading = PreparedStatement(" UNION ALL ".join(
            f"SELECT '{table}', row::text, to_jsonb(row)::text FROM {table} AS row" for table in self._columns))
        self._saved = self._rows()
        self._text = "".join(self._saved.values())
        self._changed = set()

    def _rows(self):
        return {(table, text): row for table, text, row in db.execute_sql(self._reading).fetchall()}

    def changes(self):
        """Return a line for every row that was added or removed since, without what differs from run to run."""
        present = self._rows()
        lines = [(sign, table, rows[table, text]) for sign, rows, others in (
            ("+", present, self._saved), ("-", self._saved, present)) for table, text in rows.keys() - others.keys()]
        self._changed |= {table for _, table, _ in lines}
        return sorted(f"{sign} {table} {self._plain(row)}" for sign, table, row in lines if table not in _SUMMED)

    def _plain(self, row):
        kept = {name: value for name, value in json.loads(row).items()
                if name not in _RANDOM and not (name == "id" and isinstance(value, int))}
        text = _ID.sub(lambda found: found[0] if found[0] in self._text else f"{found[1]}_NEW", json.dumps(kept))
        return _TIME.sub(lambda found: found[0] if found[0] in self._text else "LATER", text)

    def restore(self):
        """Restore the rows and the files."""
        self.changes()
        statements = []
        for table in self._changed:
            key = ", ".join(self._keys[table])
            statements.append(f"DELETE FROM {table} WHERE ({key}) NOT IN (SELECT {key} FROM saved.{table})")
        for table in self._changed:
            key, rest = self._keys[table], set(self._columns[table]) - set(self._keys[table])
            values = ", ".join(f'"{name}" = EXCLUDED."{name}"' for name in rest)
            action = f"UPDATE SET {values}" if rest else "NOTHING"
            statements.append(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM saved.{table} "
                              f"ON CONFLICT ({', '.join(key)}) DO {action}")
        if statements:
            db.execute_sql("; ".join(["BEGIN; SET LOCAL races.restoring = 'on'; SET CONSTRAINTS ALL DEFERRED",
                                      *statements, "COMMIT"]))
        self._changed = set()
        before, present = ({path.relative_to(root) for path in root.rglob("*") if path.is_file()}
                           for root in (self._copy, self._bucket))
        for path in present - before:
            (self._bucket / path).unlink(missing_ok=True)
        for path in before - present:
            (self._bucket / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self._copy / path, self._bucket / path)


def _let_restoring_bypass_triggers():
    """Let a transaction restore rows without triggers and in any order, which otherwise only a superuser may do."""
    for name, table in db.execute_sql(
            "SELECT conname, conrelid::regclass::text FROM pg_constraint WHERE contype = 'f'").fetchall():
        db.execute_sql(f'ALTER TABLE {table} ALTER CONSTRAINT "{name}" DEFERRABLE INITIALLY IMMEDIATE')
    for definition, in db.execute_sql(
            "SELECT DISTINCT pg_get_functiondef(tgfoid) FROM pg_trigger WHERE NOT tgisinternal").fetchall():
        db.execute_sql(definition.replace("\nBEGIN\n", f"\nBEGIN\n{_RESTORING}\n", 1).replace("%", "%%"))
