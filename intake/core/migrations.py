"""Database migrations, applied before anything uses the database.

An empty database gets `schema.sql`; an older one gets the files of `migrations/` that it lacks, in order, each in a
transaction. An advisory lock makes processes that start at the same time wait for one another.
"""

import logging
from collections.abc import Sequence
from pathlib import Path

import psycopg2
from psycopg2.extensions import cursor as Cursor

ROOT = Path(__file__).parents[2]
_LOCK = 0x494E54414B45  # "INTAKE"
_log = logging.getLogger(__name__)


class DatabaseUnreachable(Exception):
    """The database accepts no connection."""


def migrate(url: str, fresh_from_schema: bool = True) -> list[str]:
    """Apply what the database at `url` lacks and return the names of the files. Raises `DatabaseUnreachable`.

    With `fresh_from_schema` false an empty database is built by replaying every migration instead.
    """
    try:
        connection = psycopg2.connect(url, application_name="intake-migrations")
    except psycopg2.OperationalError as error:
        raise DatabaseUnreachable(str(error).strip()) from error
    connection.autocommit = True
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
            return _apply_missing(cursor, fresh_from_schema)
    finally:
        connection.close()  # releases the lock


def _apply_missing(cursor: Cursor, fresh_from_schema: bool) -> list[str]:
    files = sorted((ROOT / "migrations").glob("[0-9]*.sql"))
    cursor.execute("SELECT to_regclass('schema_migrations') IS NULL")
    if cursor.fetchone()[0]:  # type: ignore[index]
        cursor.execute("CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL "
                       "DEFAULT now())")
        if fresh_from_schema:
            _apply(cursor, ROOT / "schema.sql", records=files)
            return ["schema.sql"]
    cursor.execute("SELECT name FROM schema_migrations")
    seen = {name for (name,) in cursor.fetchall()}
    missing = [file for file in files if file.name not in seen]
    for file in missing:
        _apply(cursor, file, records=[file])
    return [file.name for file in missing]


def _apply(cursor: Cursor, file: Path, records: Sequence[Path]) -> None:
    """Run one file and record these migrations as applied, in one transaction."""
    cursor.execute("BEGIN")
    try:
        cursor.execute(file.read_text(encoding="utf-8"))
        for record in records:
            cursor.execute("INSERT INTO schema_migrations (name) VALUES (%s)", (record.name,))
        cursor.execute("COMMIT")
    except BaseException:
        cursor.execute("ROLLBACK")
        raise
    _log.info("migration applied", extra={"migration": file.name})
