"""A connection to Postgres: the limits of each transaction, and statements that it parses and plans once.

See docs/decisions/0018 and 0077.
"""

import re
from collections.abc import Container, Sequence
from hashlib import blake2b
from typing import Any, Self

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


class Preparable(str):
    """SQL of which a connection knows statements by these names, once it has prepared them."""

    names: frozenset[str]

    def executing(self, known: Container[str]) -> str:
        """Return the SQL that executes it on a connection that knows these names."""
        raise NotImplementedError


class PreparedStatement(Preparable):
    """SQL that a connection prepares when it first executes it alone or as a transaction begins, then only executes.

    Later in a transaction it is sent as it is: a server connection that does not have it would end the transaction.
    Its name is made of its text, so that a server connection which several clients share never executes another one.
    """

    # One plan for all values: planning takes longer than these statements do.
    _settings = "SET LOCAL plan_cache_mode = force_generic_plan; "

    def __init__(self, sql: str) -> None:
        numbers = iter(range(1, len(sql)))
        text = _PLACEHOLDER.sub(lambda found: "%%" if found[1] == "%" else f"${next(numbers)}", sql)
        self.name = f"intake_{blake2b(sql.encode(), digest_size=12).hexdigest()}"
        self.names = frozenset([self.name])
        self.prepare = f"PREPARE {self.name} AS {text}; "
        arguments = ["%s"] * (next(numbers) - 1)
        self.execute = f"EXECUTE {self.name}{'(' + ', '.join(arguments) + ')' if arguments else ''}"

    def executing(self, known: Container[str]) -> str:
        """Return the SQL that executes it on a connection that knows these names."""
        return f"{self._settings}{self.executing_in_transaction(known)}"

    def executing_in_transaction(self, known: Container[str]) -> str:
        """As `executing`, without settings, which would concern the rest of the transaction."""
        return self.execute if self.name in known else f"{self.prepare}{self.execute}"


class PreparedWalk(PreparedStatement):
    """A statement that reads an index in the order of its rows, even for firms whose few rows a plan would sort."""

    _settings = f"{PreparedStatement._settings}SET LOCAL enable_sort = off; "


class Beginning(Preparable):
    """BEGIN and the statements in its message, of which those that need no settings are prepared."""

    _begin: str
    _statements: Sequence[str]

    @classmethod
    def of(cls, begin: str, statements: Sequence[str]) -> Self:
        """Return the message."""
        beginning = cls("; ".join([begin, *statements]))
        beginning._begin, beginning._statements = begin, statements
        beginning.names = frozenset(each.name for each in statements if type(each) is PreparedStatement)
        return beginning

    def executing(self, known: Container[str]) -> str:
        """Return the SQL that executes it on a connection that knows these names."""
        return "; ".join([self._begin, *(
            each.executing_in_transaction(known) if type(each) is PreparedStatement else each
            for each in self._statements)])


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
            elif isinstance(query, Preparable) and self._can_prepare(query):
                self._execute_prepared(query, vars)
            else:
                super().execute(f"{_LIMITS} {query}", vars)  # a BEGIN that follows becomes a part of the transaction

    def _can_prepare(self, query: Preparable) -> bool:
        return len(self.connection.prepared | query.names) <= MOST_PREPARED

    def _execute_prepared(self, query: Preparable, vars: Any) -> None:
        """Execute it, and prepare it if needed.

        Behind a pooler this may be a different server connection from last time, which lacks a statement or already
        has it. Then it is sent as it is; nothing is lost, since nothing came before it in its transaction.
        """
        known = self.connection.prepared
        plain = f"{_LIMITS} {query}"
        try:
            super().execute(f"{_LIMITS} {query.executing(known)}", vars)
            known |= query.names
        except DuplicatePreparedStatement as error:
            known |= _named(query, error)
            self._execute_again(plain, vars)
        except InvalidSqlStatementName as error:
            known -= _named(query, error)
            self._execute_again(plain, vars)
        except FeatureNotSupported:  # a migration has changed the type of a column that it returns
            known.clear()
            self._execute_again(f"DEALLOCATE ALL; {plain}", vars)

    def _execute_again(self, query: str, vars: Any) -> None:
        is_idle = self.connection.get_transaction_status() == TRANSACTION_STATUS_IDLE
        super().execute(query if is_idle else f"ROLLBACK; {query}", vars)


def _named(query: Preparable, error: Exception) -> set[str]:
    """Return the names of the query's statements that the error names."""
    return {name for name in query.names if name in str(error)}


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
