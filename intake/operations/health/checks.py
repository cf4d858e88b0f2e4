"""What this installation needs, and how to tell whether it is there.

Each function returns when its part is well, perhaps with a remark, and raises when it is not. Connections are made
anew, so that nothing is well only because an old one still holds.
"""

from contextlib import contextmanager

import psycopg2
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from intake.core.migrations import ROOT

from .checkup import Unwell

_PATIENCE_SECONDS = 2
_SILENT_SECONDS = 60


def database(url):
    """Postgres takes a connection and answers."""
    with _connected(url) as cursor:
        cursor.execute("SELECT 1")


def database_up_to_date(url):
    """Postgres answers and has every migration. Remarks on a search that has to do without its index."""
    with _connected(url) as cursor:
        missing = _missing_migrations(cursor)
        if missing:
            raise Unwell("Start the web server or the worker, which bring the database up to date; it lacks "
                         f"{', '.join(missing)}.")
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')")
        if cursor.fetchone()[0] < 2:
            return "Search reads every row of a firm; install the extensions pg_trgm and btree_gin to give it an index."
    return None


def redis_answers(url):
    """Redis takes a connection and answers."""
    with redis.Redis.from_url(url, socket_timeout=_PATIENCE_SECONDS, socket_connect_timeout=_PATIENCE_SECONDS,
                              retry=Retry(NoBackoff(), 0)) as client:
        client.ping()


def worker(url):
    """A worker said within the last minute that it lives; it does so every few seconds."""
    with _connected(url) as cursor:
        cursor.execute("SELECT count(*) FROM workers WHERE seen_at > now() - make_interval(secs => %s)",
                       (_SILENT_SECONDS,))
        if not cursor.fetchone()[0]:
            raise LookupError("No worker was seen in the last minute.")


@contextmanager
def _connected(url):
    connection = psycopg2.connect(url, connect_timeout=_PATIENCE_SECONDS, application_name="intake-check",
                                  options=f"-c statement_timeout={_PATIENCE_SECONDS}s")
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
    seen = {name for (name,) in cursor.fetchall()}
    return [name for name in names if name not in seen]
