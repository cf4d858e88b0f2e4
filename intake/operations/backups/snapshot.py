"""The database as it is at one moment, which the dump, the counts and the names of files are taken from."""

from contextlib import closing, contextmanager, suppress

import psycopg2
from psycopg2 import sql

from intake.core.migrations import OWN_TABLES

from .errors import BackupError, BackupRunning

_LOCK = 0x4241434B5550  # "BACKUP"
_AT_ONCE = 10_000

_FILES = """
SELECT storage_key AS key FROM uploads WHERE storage_key IS NOT NULL AND scan_status <> 'infected'
UNION ALL SELECT storage_key FROM court_forms WHERE storage_key IS NOT NULL
UNION ALL SELECT storage_key FROM reports WHERE storage_key IS NOT NULL
UNION ALL SELECT logo_key FROM firms WHERE logo_key IS NOT NULL
UNION ALL SELECT 'files/' || firm_id || '/' || id || '/' || document_digest || '.pdf' FROM letters
    WHERE document_digest IS NOT NULL
UNION ALL SELECT 'files/' || firm_id || '/' || id || '/sealed/' || sealed_digest || '.pdf' FROM letters
    WHERE sealed_digest IS NOT NULL
"""
"""The keys of the files that the database names. What can be made again, such as previews, is not among them."""


def connect(url):
    """Return a connection without a limit of time. Raises `BackupError`."""
    try:
        connection = psycopg2.connect(url, application_name="intake-backup", keepalives_idle=60)
    except psycopg2.OperationalError as error:
        lines = str(error).strip().splitlines() or ["no answer"]
        raise BackupError(f"The database cannot be reached: {lines[0]}") from None
    with connection, connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET timezone = 'UTC'")
    return connection


@contextmanager
def locked(url):
    """Let one process at a time make backups of this database. Raises `BackupRunning`."""
    with closing(connect(url)) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,))
            if not cursor.fetchone()[0]:
                raise BackupRunning("Another process is making a backup of this database.")
        try:
            yield connection
        finally:
            # At once: Postgres notices the end of the connection some time later, when another process may have begun.
            with suppress(psycopg2.Error), connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))


class Snapshot:
    """The database as it was when the snapshot was taken, while others continue to write."""

    def __init__(self, connection):
        self._connection = connection
        self.id = self._value("SELECT pg_export_snapshot()")

    def row_counts(self):
        """Return the number of rows by table."""
        return count_rows(self._connection)

    def migrations(self):
        """Return the names of the migrations that the database has."""
        return [name for name, in self._rows("SELECT name FROM schema_migrations ORDER BY name")]

    def bytes(self):
        """Return how much room the database takes."""
        return self._value("SELECT pg_database_size(current_database())")

    def files(self):
        """Yield the keys of the files that the database names."""
        with self._connection.cursor(name="files") as cursor:
            cursor.itersize = _AT_ONCE
            cursor.execute(_FILES)
            yield from (key for key, in cursor)

    def _value(self, question):
        return self._rows(question)[0][0]

    def _rows(self, question):
        with self._connection.cursor() as cursor:
            cursor.execute(question)
            return cursor.fetchall()


@contextmanager
def taken(url):
    """Take a `Snapshot`, which lasts until the block ends."""
    with closing(connect(url)) as connection:
        connection.set_session(isolation_level="REPEATABLE READ", readonly=True)
        yield Snapshot(connection)


def still_named(connection, keys):
    """Return the keys, among these, that the database refers to now."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT key FROM ({_FILES}) AS named WHERE key = ANY(%s)", (list(keys),))  # noqa: S608
        return {key for key, in cursor.fetchall()}


def count_rows(connection):
    """Return the number of rows of every table of Intake, by table."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT name FROM ({OWN_TABLES}) AS own ORDER BY name")  # noqa: S608
        tables = [name for name, in cursor.fetchall()]
        counts = {}
        for table in tables:
            cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))
            counts[table] = cursor.fetchone()[0]
        return counts
