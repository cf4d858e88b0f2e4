"""Checks of the services that this installation needs.

Each function returns when the service works, possibly with a remark, and raises when it does not. Each opens a new
connection, because an existing one may outlast the ability to open more; to the database in the very way that requests
do.
"""

import re
import time
from contextlib import contextmanager, suppress
from statistics import median
from typing import Any

import redis
from peewee import InterfaceError, OperationalError, ProgrammingError
from psycopg2 import InternalError
from psycopg2.errors import ConfigurationLimitExceeded, DiskFull, InsufficientPrivilege
from redis.backoff import NoBackoff
from redis.retry import Retry

from intake.core.best_effort_redis import ANSWER_SECONDS
from intake.core.clock_difference import ahead_of_database
from intake.core.crypto import key_check
from intake.core.db import db
from intake.core.installation_kind import reason_for_refusal
from intake.core.migrations import RESTORED_IN_PART, RIGHTS, is_restored_in_part, missing_migrations
from intake.gateways.probe import check_storage_takes_files
from intake.gateways.storage import StorageUnavailable
from intake.operations.backups.scheduling import problem

from .runner import CheckFailed, WorksInPart

_MISSING = ("Start the web server or the worker, or run `flask db upgrade`, each of which brings the database up to "
            "date; it lacks {} of the migrations, the first of them {}.")
_NO_WRITES = ("Postgres is read-only: it is a standby, or something has made it read-only, such as a platform whose "
              "disk is full. Records can be read, but every change is refused.")
_NO_CONNECTIONS = ("Postgres accepts no further connections, because all are used; Intake serves requests with those "
                   "that it has. Limit other programs, or raise max_connections.")
# A refused connection has no error code, only the words of Postgres and PgBouncer.
_USED_UP = re.compile("too many (clients|connections)|remaining connection slots|no more connections allowed")
_NO_ROOM = ("The disk of Postgres is full. Records can be read, but every change that needs room is refused. Make "
            "room; nothing has to be restarted while Postgres runs.")
# Rows beyond work_mem go to a temporary file, so that a full disk is noticed without a table and without any rights.
_TRY_TO_WRITE = "SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 10000)"
_LOCKED = ("Requests wait for a lock that another program holds, and fail after ten seconds: process {} of Postgres "
           "({}). If it was forgotten, end it: SELECT pg_terminate_backend({}).")
_HOLDER_OF_A_LOCK = """
WITH RECURSIVE holding (pid) AS (
    SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'intake' AND wait_event_type = 'Lock'
    AND query_start < now() - interval '2 seconds'
    UNION SELECT unnest(pg_blocking_pids(pid)) FROM holding
)
SELECT pid, application_name FROM holding JOIN pg_stat_activity USING (pid)
WHERE application_name <> 'intake' AND cardinality(pg_blocking_pids(pid)) = 0 LIMIT 1
"""
_CAN_COMPARE_ORDERS = "SELECT to_regproc('pg_database_collation_actual_version') IS NOT NULL"  # since Postgres 15
_HAS_OTHER_ORDER = ("SELECT datcollversion <> pg_database_collation_actual_version(oid) FROM pg_database "
                    "WHERE datname = current_database()")
_OTHER_ORDER = ("The system of Postgres was updated and sorts text in another order than the indexes: records may not "
                "be found, or be stored twice. Stop web and worker, run REINDEX DATABASE and ALTER DATABASE … REFRESH "
                "COLLATION VERSION, and start them again.")
_NO_FILES = ("The storage accepts no files: it is full, or its keys may only read. Files can be read, but not handed "
             "in. Make room, or give the keys the right to write.")
_CLOCK = ("This machine's clock is {:.0f} s {} the database's. Synchronize both: with a wrong one the storage refuses "
          "files, receivers refuse webhooks, codes of second factors are wrong, and links and sessions end too early "
          "or too late.")
_OTHER_KEY = ("A worker has a different SECRET_KEY, so links in its mails do not work. Give web, worker and commands "
              "the same one, and restart them.")
_EARLIER_KEY = ("Until {:%Y-%m-%d %H:%M} UTC a worker had a different SECRET_KEY: links that were sent with it do not "
                "work. Put it back, or send them again.")
UNKNOWN = "This is not known, because the database with the information does not answer or is not up to date."
_UNSEEN = "This is not known, because Postgres is read-only, so workers cannot show that they run."
_TIMEOUT_SECONDS = 2
_HEARTBEAT_SECONDS = 60
_CLOCK_SECONDS = 30
_PINGS = 5
_FAR_REDIS = ("Redis takes {:.0f} ms to answer. More than {:.0f} ms are as good as no answer: move it closer, or look "
              "at its load. Meanwhile each web process counts requests for itself and the worker wakes later.")
_WRITE_EVERY_SECONDS = 300
_REDIS_KEY = "intake:check"


def database():
    """Check that Postgres accepts a connection, answers, has every migration, takes writes, has room for them, and that
    no other program's lock holds requests up.
    """
    with _connected():
        try:
            missing = missing_migrations(db.cursor())
        except InsufficientPrivilege:
            raise CheckFailed(RIGHTS) from None
        if missing:
            may_create = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
            raise CheckFailed(_MISSING.format(len(missing), missing[0].name)
                              if db.execute_sql(may_create).fetchone()[0] else RIGHTS)
        _try_to_write()
        if holder := db.execute_sql(_HOLDER_OF_A_LOCK).fetchone():
            pid, program = holder
            raise WorksInPart(_LOCKED.format(pid, program or "without a name", pid))


def clock():
    """Check that this machine's clock is right, by that of the database's machine."""
    with _noted_in_database():
        seconds = ahead_of_database().total_seconds()
    if abs(seconds) > _CLOCK_SECONDS:
        raise CheckFailed(_CLOCK.format(abs(seconds), "ahead of" if seconds > 0 else "behind"))


def content_of_database(in_sandbox):
    """Check that the database was restored completely, is of this kind of installation, and has indexes in the order
    in which its system sorts now.
    """
    with db.connection_context():
        if is_restored_in_part(db.cursor()):
            raise CheckFailed(RESTORED_IN_PART)
        if reason := reason_for_refusal(db.cursor(), in_sandbox):
            raise CheckFailed(reason)
        if db.execute_sql(_CAN_COMPARE_ORDERS).fetchone()[0] and db.execute_sql(_HAS_OTHER_ORDER).fetchone()[0]:
            raise CheckFailed(_OTHER_ORDER)


def replica():
    """Check that the replica answers and is not too far behind. Remarks on its lag."""
    used: Any = db.replica
    with used.newly_connected():
        seconds = used.seconds_behind()
    if seconds > used.most_seconds_behind:
        raise CheckFailed(f"The replica is {seconds:.0f} s behind, so the primary answers instead. Look at its load, "
                          "and at pg_stat_replication of the primary.")
    return f"{seconds:.1f} s behind"


class StorageCheck:
    """Check that the storage answers, and every few minutes that it takes a file: one that is full answers, too.

    After a failure every check tries again, so that the recovery is noticed at once.
    """

    def __init__(self, storage):
        self._storage, self._good_until = storage, 0.0

    def __call__(self):
        self._storage.check()
        if time.monotonic() >= self._good_until:
            try:
                check_storage_takes_files(self._storage)
            except StorageUnavailable:
                raise CheckFailed(_NO_FILES) from None
            self._good_until = time.monotonic() + _WRITE_EVERY_SECONDS


def redis_answers(url):
    """Check that Redis accepts a connection, answers in time and takes writes. Remarks on its latency."""
    with redis.Redis.from_url(url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS,
                              retry=Retry(NoBackoff(), 0)) as client:
        client.set(_REDIS_KEY, 1, ex=_TIMEOUT_SECONDS)  # a full one and a replica answer a ping all the same
        away = median(_milliseconds(client.ping) for _ in range(_PINGS))
    if away > ANSWER_SECONDS * 1000:
        raise CheckFailed(_FAR_REDIS.format(away, ANSWER_SECONDS * 1000))
    return f"{away:.1f} ms away"


def worker(secret_key):
    """Check that a worker sent a heartbeat within the last minute, and that all such workers have this SECRET_KEY.

    Remarks that an earlier one had another key, which was not seen since a worker with this key started. Workers send a
    heartbeat every few seconds.
    """
    own = key_check(secret_key)
    with _noted_in_database():
        seen, others, earlier = db.execute_sql(
            "SELECT count(*) FILTER (WHERE is_at_work), count(*) FILTER (WHERE is_at_work AND has_other "
            "AND seen_at > COALESCE(own_since, '-infinity')), max(seen_at) FILTER (WHERE has_other) "
            "FROM (SELECT seen_at, max(started_at) FILTER (WHERE secret_key_check = %s) OVER () AS own_since, "
            "seen_at > now() - make_interval(secs => %s) AS is_at_work, secret_key_check <> %s AS has_other "
            "FROM workers) AS known", (own, _HEARTBEAT_SECONDS, own)).fetchone()
        if not seen:
            try:
                _try_to_write()
            except WorksInPart:
                raise CheckFailed(_UNSEEN) from None
            raise LookupError("No worker was seen in the last minute.")
    if others:
        raise CheckFailed(_OTHER_KEY)
    return earlier and _EARLIER_KEY.format(earlier)


def backup(settings):
    """Check that the last attempt at a backup succeeded, and not too long ago."""
    with _noted_in_database():
        if sentence := problem(settings):
            raise LookupError(sentence)  # for operators: it may name the database's and the target's address


def _try_to_write():
    """Raise `WorksInPart` if the connected database takes no writes, or has no room for them."""
    if db.execute_sql("SELECT current_setting('transaction_read_only')::bool").fetchone()[0]:
        raise WorksInPart(_NO_WRITES)
    try:
        with suppress(ConfigurationLimitExceeded):  # `temp_file_limit` is too low for the attempt
            db.cursor().execute(_TRY_TO_WRITE)
    except (DiskFull, InternalError):  # the latter where it is full of files
        raise WorksInPart(_NO_ROOM) from None


@contextmanager
def _connected():
    """Connect to the database as requests do. Raises `WorksInPart` if it takes no more: open connections still work."""
    try:
        db.connect()
    except OperationalError as error:
        if _USED_UP.search(str(error)):
            raise WorksInPart(_NO_CONNECTIONS) from None
        raise
    try:
        yield
    finally:
        db.close()


@contextmanager
def _noted_in_database():
    """Read what other processes store in the database. Raises `CheckFailed` while it is away or has no tables yet."""
    try:
        with db.connection_context():
            yield
    except (OperationalError, InterfaceError, ProgrammingError):
        raise CheckFailed(UNKNOWN) from None


def _milliseconds(act):
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000
