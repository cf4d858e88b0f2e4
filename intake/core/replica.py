"""A read replica: it answers reads inside `reading_replica`; the primary answers everything else (docs/decisions/0034).

Its answers are at most `most_seconds_behind` old: if it lags further behind or is unavailable, the primary answers.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from peewee import PeeweeException
from psycopg2.errors import QueryCanceled

from .db import Database, connect_to, db
from .logging import error_fields

_log = logging.getLogger(__name__)


class ReplicaUnusable(Exception):
    """The replica cannot answer; the message says why."""


class Replica:
    """The replica at `url`, with a connection for each thread as the primary has."""

    most_seconds_behind = 10.0
    trusted_seconds = 1.0
    """How long the replica counts as up to date after a check."""
    left_out_seconds = 5.0
    """How long the primary answers after the replica failed."""
    catches_up_seconds = 0.2
    """How long a replica of an idle primary may take to replay the first change after a pause."""

    def __init__(self, url: str, traced: bool) -> None:
        self._database = Database(None)
        connect_to(url, self._database, connect_timeout=2, traced=traced)
        self._thread = threading.local()
        self._trusted_until = self._left_out_until = 0.0
        self._checking = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let it answer the statements of this thread that are outside transactions, until the block ends."""
        self._thread.reads = True
        try:
            yield
        finally:
            self._thread.reads = False

    def answer(self, sql: str, params: Any) -> Any:
        """Return the cursor of a statement of a `reading` block; None if the primary has to answer."""
        if not getattr(self._thread, "reads", False) or time.monotonic() < self._left_out_until:
            return None
        try:
            return self._database.execute_sql(sql, params) if self._is_trusted() else None
        except (PeeweeException, ReplicaUnusable) as error:
            if isinstance(getattr(error, "orig", None), QueryCanceled):
                raise  # it took too long, as it would on the primary
            self._left_out_until = time.monotonic() + self.left_out_seconds
            _log.warning("replica left out", extra=error_fields(error))
            return None

    def seconds_behind(self) -> float:
        """Return how old the replica's data may be. Raises `ReplicaUnusable`, or an error of the database."""
        written = db.execute_sql("SELECT pg_current_wal_lsn()").fetchone()[0]
        deadline = time.monotonic() + self.catches_up_seconds
        while True:
            is_replica, is_behind, seconds = self._database.execute_sql(_BEHIND, (written,)).fetchone()
            if not is_replica:
                raise ReplicaUnusable("DATABASE_REPLICA_URL does not name a streaming replica.")
            if not is_behind:
                return 0.0
            if seconds <= self.most_seconds_behind or time.monotonic() >= deadline:
                return float(seconds)
            time.sleep(self.catches_up_seconds / 10)

    @contextmanager
    def newly_connected(self) -> Iterator[None]:
        """Connect this thread to the primary and to the replica for a block."""
        with db.connection_context(), self._database.connection_context():
            yield

    def _is_trusted(self) -> bool:
        """Find out once a second whether the replica is too far behind. Raises `ReplicaUnusable`.

        One thread does; meanwhile it is not trusted, since it may hang, and all threads would wait for it.
        """
        if time.monotonic() < self._trusted_until:
            return True
        if not self._checking.acquire(blocking=False):
            return False
        self._thread.reads = False
        try:
            seconds = self.seconds_behind()
        finally:
            self._thread.reads = True
            self._checking.release()
        if seconds > self.most_seconds_behind:
            raise ReplicaUnusable(f"The replica is {seconds:.0f} s behind.")
        self._trusted_until = time.monotonic() + self.trusted_seconds
        return True


# Everything was replayed, or the last change that was is so old.
_BEHIND = """
    SELECT pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() < %s::pg_lsn, true),
           extract(epoch FROM clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))
"""


def use_replica(url: str | None, traced: bool = False) -> None:
    """Make this process use the replica at `url`; without one the primary answers everything."""
    db.replica = Replica(url, traced) if url else None


@contextmanager
def reading_replica() -> Iterator[None]:
    """Let the replica, if there is one, answer what is read in the block, which may be seconds old.

    A transaction inside it is the primary's.
    """
    if db.replica is None:
        yield
        return
    with db.replica.reading():
        yield
