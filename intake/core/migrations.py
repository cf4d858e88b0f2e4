"""Brings a database to today's shape before anything uses it.

A fresh database gets `schema.sql` in one piece; an older one gets the files of `migrations/` it has not seen, in order,
each in a transaction of its own. Processes that start at the same time wait for one another.
"""

import logging
from pathlib import Path

import psycopg2

ROOT = Path(__file__).parents[2]
_LOCK = 0x494E54414B45  # "INTAKE"
_log = logging.getLogger(__name__)


class DatabaseAway(Exception):
    """The database took no connection."""


def migrate(url, fresh_from_schema=True):
    """Apply what is missing to the database at `url`. Gives the names of the applied files. Raises `DatabaseAway`.

    With `fresh_from_schema` false an empty database is built by replaying every migration instead.
    """
    try:
        connection = psycopg2.connect(url, application_name="intake-migrations")
    except psycopg2.OperationalError as error:
        raise DatabaseAway(str(error).strip()) from error
    connection.autocommit = True
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
            return _apply_missing(cursor, fresh_from_schema)
    finally:
        connection.close()  # and with it the lock


def _apply_missing(cursor, fresh_from_schema):
    files = sorted((ROOT / "migrations").glob("[0-9]*.sql"))
    cursor.execute("SELECT to_regclass('schema_migrations') IS NULL")
    if cursor.fetchone()[0]:
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


def _apply(cursor, file, records):
    """Run one file and remember what it stands for, both or neither."""
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
