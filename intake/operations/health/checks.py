"""Checks of the services that this installation needs.

Each function returns when the service works, possibly with a remark, and raises when it does not. Each opens a new
connection, because an existing one may outlast the ability to open more.
"""

from contextlib import contextmanager

import psycopg2
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from intake.core.migrations import ROOT

from .runner import CheckFailed

_TIMEOUT_SECONDS = 2
_HEARTBEAT_SECONDS = 60


def database(url):
    """Check that Postgres accepts a connection and answers."""
    with _connect(url) as cursor:
        cursor.execute("SELECT 1")


def database_up_to_date(url):
    """Check that Postgres answers and has every migration. Remarks on a missing search index."""
    with _connect(url) as cursor:
        missing = _missing_migrations(cursor)
        if missing:
            raise CheckFailed("Start the web server or the worker, which bring the database up to date; it lacks "
                              f"{', '.join(missing)}.")
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')")
        if cursor.fetchone()[0] < 2:
            return "Search reads every row of a firm; install the extensions pg_trgm and btree_gin to give it an index."
    return None


def redis_answers(url):
    """Check that Redis accepts a connection and answers."""
    with redis.Redis.from_url(url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS,
                              retry=Retry(NoBackoff(), 0)) as client:
        client.ping()


def worker(url):
    """Check that a worker sent a heartbeat within the last minute; workers send one every few seconds."""
    with _connect(url) as cursor:
        cursor.execute("SELECT count(*) FROM workers WHERE seen_at > now() - make_interval(secs => %s)",
                       (_HEARTBEAT_SECONDS,))
        if not cursor.fetchone()[0]:
            raise LookupError("No worker was seen in the last minute.")


@contextmanager
def _connect(url):
    connection = psycopg2.connect(url, connect_timeout=_TIMEOUT_SECONDS, application_name="intake-check",
                                  options=f"-c statement_timeout={_TIMEOUT_SECONDS}s")
    try:
        with connection.cursor() as cursor:
            yield cursor
    finally:
        connection.close()


def _missing_migrations(cursor):
    names = sorted(file.name for file in (ROOT / "migrations").glob("[0-9]*.sql"))
    cursor.execute("SELECT to_regclass('schema_migrations') IS NOT NULL")
    if not cursor.fetchone()[0]:
        return names
    cursor.execute("SELECT name FROM schema_migrations")
    applied = {name for (name,) in cursor.fetchall()}
    return [name for name in names if name not in applied]
