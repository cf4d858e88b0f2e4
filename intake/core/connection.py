"""A connection to Postgres: the limits of each transaction, and statements that it parses and plans once.

See docs/decisions/0018 and 0077.
"""

import re
from hashlib import blake2b
from typing import Any

from psycopg2.errors import DuplicatePreparedStatement, FeatureNotSupported, InvalidSqlStatementName
from psycopg2.extensions import TRANSACTION_STATUS_IDLE
from psycopg2.extensions import connection as Connection
from psycopg2.extensions import cursor as Cursor

from .answer_timeout import Answer
from .spans import span

_LIMITS = ("SET LOCAL statement_timeout = '15s'; SET LOCAL lock_timeout = '10s'; "
           "SET LOCAL idle_in_transaction_session_timeout = '60s'; SET LOCAL timezone = 'UTC'; "
           "SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0; "
           "SET LOCAL work_mem = '16MB'; SET LOCAL hash_mem_multiplier = 1;")
"""Sent before each transaction.

For the largest firms Postgres overestimates the cost of a search so much that it would compile it and start processes,
even for branches that are never executed: a second, for a search of 2 ms. With the default 4 MB of `work_mem`, a bitmap
of more than 65,000 pages loses track of the rows in them, and each row has to be compared, for up to half a minute. A
hash gets no more than that, because Postgres would otherwise read whole tables instead of looking rows up.
"""

MOST_PREPARED = 100
"""The statements that a connection prepares: each takes 20 to 100 kB of its server process."""

_PLACEHOLDER = re.compile(r"%(.)")


class PreparedStatement(str):
    """SQL that a connection prepares when it first executes it outside a transaction, and then only executes.

    Inside a transaction it is sent as it is: a server connection that does not have it would end the transaction.
    Its name is made of its text, so that a server connection which several clients share never executes another one.
    """

    # One plan for all values: planning takes longer than these statements do.
    _settings = "SET LOCAL plan_cache_mode = force_generic_plan; "

    def __init__(self, sql: str) -> None:
        numbers = iter(range(1, len(sql)))
        text = _PLACEHOLDER.sub(lambda found: "%%" if found[1] == "%" else f"${next(numbers)}", sql)
        self.name = f"intake_{blake2b(sql.encode(), digest_size=12).hexdigest()}"
        self.prepare = f"PREPARE {self.name} AS {text};"
        arguments = ["%s"] * (next(numbers) - 1)
        self.execute = f"{self._settings}EXECUTE {self.name}{'(' + ', '.join(arguments) + ')' if arguments else ''}"


class PreparedWalk(PreparedStatement):
    """A statement that reads an index in the order of its rows, even for firms whose few rows a plan would sort."""

    _settings = f"{PreparedStatement._settings}SET LOCAL enable_sort = off; "


class PreparingConnection(Connection):
    """A connection that knows which statements it prepared, and does not wait forever."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.prepared: set[str] = set()
        self.answer = Answer(self)

    def commit(self) -> None:
        with self.answer:
            super().commit()

    def rollback(self) -> None:
        with self.answer:
            super().rollback()


class LimitedCursor(Cursor):
    """Begins every transaction, even of a single statement, with the limits: 4 µs, and no further round trip."""

    def execute(self, query: Any, vars: Any = None) -> None:
        with self.connection.answer:
            if self.connection.get_transaction_status() != TRANSACTION_STATUS_IDLE:
                super().execute(query, vars)
            elif isinstance(query, PreparedStatement) and self._can_prepare(query):
                self._execute_prepared(query, vars)
            else:
                super().execute(f"{_LIMITS} {query}", vars)  # a BEGIN that follows becomes a part of the transaction

    def _can_prepare(self, query: PreparedStatement) -> bool:
        known = self.connection.prepared
        return query.name in known or len(known) < MOST_PREPARED

    def _execute_prepared(self, query: PreparedStatement, vars: Any) -> None:
        """Execute it, and prepare it if needed.

        Behind a pooler this may be a different server connection from last time, which lacks the statement or already
        has it. Then it is sent as it is; nothing is lost, since it was alone in its transaction.
        """
        known = self.connection.prepared
        first = "" if query.name in known else query.prepare
        plain = f"{_LIMITS} {query}"
        try:
            super().execute(f"{_LIMITS} {first} {query.execute}", vars)
            known.add(query.name)
        except DuplicatePreparedStatement:
            known.add(query.name)
            super().execute(plain, vars)
        except InvalidSqlStatementName:
            known.discard(query.name)
            super().execute(plain, vars)
        except FeatureNotSupported:  # a migration has changed the type of a column that it returns
            known.clear()
            super().execute(f"DEALLOCATE ALL; {plain}", vars)


class TracedCursor(LimitedCursor):
    """The same with a span for each statement."""

    def execute(self, query: Any, vars: Any = None) -> None:
        with span(_statement_name(query), "client"):
            super().execute(query, vars)


_CHANGE = re.compile(r'\b(?:(INSERT) INTO "?([a-z_]+)|(UPDATE) "?([a-z_]+)"?[^;]{0,40}?\sSET\b|'
                     r'(DELETE) FROM "?([a-z_]+))')
_QUERY = re.compile(r'\b(SELECT)\b.*?\bFROM\s+"?([a-z_]+)', re.DOTALL)


def _statement_name(query: Any) -> str:
    """Return what the statement does first to which table, such as `SELECT matters`; a change before what it reads.

    The first alone: rows that are inserted at commit are written with their values.
    """
    found = isinstance(query, str) and (_CHANGE.search(query) or _QUERY.search(query))
    return " ".join(filter(None, found.groups())) if found else "SQL"
