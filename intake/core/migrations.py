"""Database migrations, applied before anything uses the database.

An empty database gets `schema.sql`; an older one gets the files of `migrations/` that it lacks, in order, each in a
transaction. Each takes an advisory lock, so that processes that start at the same time take turns. The previous version
may still be running: a statement that does not get its lock within half a second gives way to the requests that wait
behind it, and is tried again. A file with `CONCURRENTLY` has only such statements; they run one by one, and after an
interruption those that are done are skipped.
"""

import logging
import re
import time
from contextlib import closing
from pathlib import Path

import psycopg2
from psycopg2.extensions import connection as Connection
from psycopg2.extensions import cursor as Cursor

from .installation_kind import mark_kind, reason_for_refusal

ROOT = Path(__file__).parents[2]
_LOCK = 0x494E54414B45  # "INTAKE"
_LOCK_TIMEOUT_MS = 500  # if requests wait for each other, Postgres ends one of them after a second (deadlock_timeout)
_CONCURRENT_TIMEOUT_MS = 60_000
_PAUSE_SECONDS = 1.0
_TURN_SECONDS = 0.1
_PATIENCE_SECONDS = 120.0
_CONCURRENT = re.compile(
    r"^(?:CREATE(?: UNIQUE)?|DROP) INDEX CONCURRENTLY (?:IF (?:NOT )?EXISTS )?(\w+)[^;]*;", re.MULTILINE)
_IN_THE_WAY = psycopg2.errors.LockNotAvailable, psycopg2.errors.DeadlockDetected, psycopg2.errors.InternalError_
"""The last is "tuple concurrently updated": Postgres still works on a statement of a process that was killed."""
_log = logging.getLogger(__name__)


OLDEST_POSTGRES = 14
"""The oldest version of Postgres that will do."""

RESTORED_IN_PART = ("A restore is at work in it, or was interrupted. Run the same `flask backup restore` again, which "
                    "brings it to its end.")
"""Why nothing starts while the large object `UNFINISHED_RESTORE` exists."""

UNFINISHED_RESTORE = 0x494E54
"""The large object that a restore makes and, at its end, removes: roles may always make one, in whatever schema."""


class _OthersTurn(Exception):
    """Another process applies a migration, or Postgres still does so for one that was killed."""


class DatabaseUnusable(Exception):
    """The database accepts no connection, is unsuitable, or lacks a right that the message names."""


def is_restored_in_part(cursor: Cursor) -> bool:
    """Whether a restore has begun to replace the database's content and has not finished."""
    cursor.execute("SELECT 1 FROM pg_largeobject_metadata WHERE oid = %s", (UNFINISHED_RESTORE,))
    return cursor.fetchone() is not None


def migrate(url: str, in_sandbox: bool | None = None, fresh_from_schema: bool = True) -> list[str]:
    """Apply what the database at `url` lacks and return the names of the files. Raises `DatabaseUnusable`.

    `in_sandbox` says what kind of installation is going to use it: nothing is done to a database of the other kind.
    With `fresh_from_schema` false an empty database is built by replaying every migration instead.
    """
    applied: list[str] = []
    try:
        with closing(psycopg2.connect(url, application_name="intake-migrations")) as connection:
            if connection.info.server_version < OLDEST_POSTGRES * 10_000:
                raise DatabaseUnusable(f"It is Postgres {connection.info.parameter_status('server_version')}; "
                                       f"Intake needs {OLDEST_POSTGRES} or later.")
            if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
                raise DatabaseUnusable(f"Its encoding is {encoding}. {ENCODING}")
            with connection, connection.cursor() as cursor:
                if is_restored_in_part(cursor):
                    raise DatabaseUnusable(RESTORED_IN_PART)
                if in_sandbox is not None and (reason := reason_for_refusal(cursor, in_sandbox)):
                    raise DatabaseUnusable(reason)
            while file := _patiently(url, connection, fresh_from_schema):
                _log.info("migration applied", extra={"migration": file.name})
                applied.append(file.name)
            if in_sandbox is not None:
                with connection, connection.cursor() as cursor:
                    mark_kind(cursor, in_sandbox)
        return applied
    except (psycopg2.OperationalError, psycopg2.errors.ReadOnlySqlTransaction) as error:
        raise DatabaseUnusable(str(error).strip()) from error
    except (psycopg2.errors.InsufficientPrivilege, psycopg2.errors.InvalidSchemaName) as error:
        raise DatabaseUnusable(f"{error.diag.message_primary}. {RIGHTS}") from error


ENCODING = ("Intake needs UTF8, which a database has from the beginning: make a new one with "
            "createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8, and set DATABASE_URL to it.")
"""What to do about a server that was set up without a locale, whose databases are SQL_ASCII unless they say so."""

RIGHTS = ("As a superuser run, in this database, GRANT USAGE, CREATE ON SCHEMA public TO the role in DATABASE_URL; "
          "where its tables belong to another role, also REASSIGN OWNED BY that one TO it.")
"""What to do if the role lacks rights; since Postgres 15 only the database's owner may create tables by default."""


OWN_TABLES = """
SELECT oid, relname AS name FROM pg_class
WHERE relkind = 'r' AND relpersistence <> 't' AND pg_table_is_visible(oid)
    AND relnamespace <> 'pg_catalog'::regnamespace
"""
"""The tables that statements find by their names. They need not be in `public`: Postgres makes them in a schema that is
named after the role if there is one."""


def missing_migrations(cursor: Cursor) -> list[Path]:
    """Return the files that have not been applied, in order."""
    cursor.execute("SELECT to_regclass('schema_migrations') IS NULL")
    if cursor.fetchone()[0]:  # type: ignore[index]
        return migration_files()
    cursor.execute("SELECT name FROM schema_migrations")
    applied = {name for (name,) in cursor.fetchall()}
    return [file for file in migration_files() if file.name not in applied]


def migration_files() -> list[Path]:
    """Return the files of all migrations, in order."""
    return sorted((ROOT / "migrations").glob("[0-9]*.sql"))


def _patiently(url: str, connection: Connection, fresh_from_schema: bool) -> Path | None:
    """Apply and return the next file, several times if it cannot have a lock. Raises `DatabaseUnusable`."""
    ends = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return _apply_next(url, connection, fresh_from_schema)
        except _IN_THE_WAY as error:
            if time.monotonic() > ends:
                raise DatabaseUnusable(f"A migration waited {_PATIENCE_SECONDS:.0f} s for a lock that a long "
                                       "transaction holds. End that (see pg_stat_activity), start again. "
                                       f"Postgres says: {error.diag.message_primary}") from error
            _log.info("migration waited for a lock")
            time.sleep(_PAUSE_SECONDS)
        except _OthersTurn:
            # Not in a statement: building an index CONCURRENTLY waits for all running statements, including this one.
            time.sleep(_TURN_SECONDS)


def _apply_next(url: str, connection: Connection, fresh_from_schema: bool) -> Path | None:
    """Apply and return the next file, in one transaction; None if the database lacks nothing."""
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", (_LOCK,))
        if not cursor.fetchone()[0]:  # type: ignore[index]
            raise _OthersTurn
        _limit(cursor, _LOCK_TIMEOUT_MS, in_transaction=True)
        missing = missing_migrations(cursor)
        if not missing:
            return None
        file, records = missing[0], missing[:1]
        if missing == migration_files():
            cursor.execute("CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, "
                           "applied_at timestamptz NOT NULL DEFAULT now())")
            if fresh_from_schema:
                file, records = ROOT / "schema.sql", missing
        statements = file.read_text(encoding="utf-8")
        if concurrent := [*_CONCURRENT.finditer(statements)]:
            _apply_concurrently(url, concurrent)
        else:
            cursor.execute(statements)
        for record in records:
            cursor.execute("INSERT INTO schema_migrations (name) VALUES (%s)", (record.name,))
        return file


def _limit(cursor: Cursor, lock_ms: int, in_transaction: bool) -> None:
    """Let statements wait `lock_ms` for a lock, and lift other limits, which a provider may have set for the role."""
    cursor.execute("SELECT set_config('lock_timeout', %(lock)s, %(local)s), set_config('statement_timeout', '0', "
                   "%(local)s), set_config('idle_in_transaction_session_timeout', '0', %(local)s)",
                   {"lock": f"{lock_ms}ms", "local": in_transaction})


def _apply_concurrently(url: str, statements: list[re.Match[str]]) -> None:
    """Execute each statement separately, beside the transaction that holds the lock.

    It waits for all transactions that began before. One of them may be a process of an earlier version that waits for
    the lock in a statement, so this gives way after a while.
    """
    with closing(psycopg2.connect(url, application_name="intake-migrations")) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            _limit(cursor, _CONCURRENT_TIMEOUT_MS, in_transaction=False)
            for statement in statements:
                cursor.execute(_STATE_OF_INDEX, (statement[1],))
                is_valid, is_being_built = cursor.fetchone() or (False, False)
                if is_being_built:
                    raise _OthersTurn
                if is_valid and statement[0].startswith("CREATE"):
                    continue
                # An index that was interrupted exists, but is not valid.
                cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {statement[1]}")
                cursor.execute(statement[0])


_STATE_OF_INDEX = """
SELECT indisvalid, EXISTS (SELECT FROM pg_stat_progress_create_index
                           WHERE datname = current_database() AND index_relid = indexrelid)
FROM pg_index WHERE indexrelid = to_regclass(%s)
"""
"""Whether an index is complete, and whether Postgres is at work on it, also for a process that was killed. Beginning
again each time, starts that a platform ends after a minute would never complete the index of a large table."""
