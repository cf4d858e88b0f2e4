"""The database: how its transactions begin, nest and end (docs/decisions/0001, 0018).

Each thread keeps one connection: a request pays neither for opening one nor for asking whether it still works. A
connection that turns out to be closed is replaced and the statement sent again, but never inside a transaction, whose
earlier statements would be lost.

A transaction takes as few round trips as it can: BEGIN travels with its first statement, and a block inside another
one is part of that, without a savepoint.

Nothing outlasts a transaction: the server behind a pooler may serve another client next. So the limits of waiting are
part of each transaction, in the same message as its first statement.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import peewee
from peewee import InterfaceError, OperationalError, PostgresqlDatabase
from playhouse.shortcuts import ReconnectMixin

from .connection import Beginning


class Database(ReconnectMixin, PostgresqlDatabase):
    """Postgres, with transactions that send BEGIN late and do not nest."""

    replica: Any = None  # see replica.py

    reconnect_errors = (
        (OperationalError, "server closed the connection"),
        (OperationalError, "terminating connection"),
        (OperationalError, "could not receive data from server"),
        (OperationalError, "connection has been closed unexpectedly"),
        (OperationalError, "connection not open"),
        (InterfaceError, "connection already closed"),
        (InterfaceError, "cursor already closed"),
    )

    @contextmanager
    def atomic(self, isolation_level: int | None = None) -> Iterator[Any]:  # type: ignore[override]
        """Run a block in a transaction, or as a part of the surrounding one.

        Raises `RuntimeError` instead of committing if the block continued after a part of it had failed: only
        `savepoint` undoes a part.
        """
        if self.in_transaction():
            try:
                yield self.top_transaction()
            except BaseException:
                self._state.broken = True
                raise
            return
        with self.transaction(isolation_level) as transaction:
            self._state.broken = False
            yield transaction
            if self._state.broken:
                raise RuntimeError("a part of this transaction has failed")

    @contextmanager
    def savepoint(self) -> Iterator[Any]:  # type: ignore[override]
        """Run a part of a transaction that is undone if it raises, so that the rest can still be committed."""
        deferred = len(self._state.at_commit)
        try:
            with super().savepoint() as savepoint:
                try:
                    yield savepoint
                except BaseException:
                    self._state.waiting = []
                    raise
        except BaseException:
            self._state.broken = False
            del self._state.at_commit[deferred:]
            raise

    def insert_at_commit(self, model: type[peewee.Model], row: Mapping[str, object]) -> None:
        """Insert a row as the surrounding transaction commits, in the same round trip as all others and the COMMIT.

        All rows of a model have the same columns.
        """
        if not self.in_transaction():
            raise RuntimeError("a row is inserted at commit inside a transaction only")
        self._state.at_commit.append((model, row))

    def send_with_next(self, sql: str, params: Sequence[Any]) -> None:
        """Send a statement of the surrounding transaction in the message of the next one: one round trip less.

        Its result is lost, and its error is raised by the next one.
        """
        if not self.in_transaction():
            raise RuntimeError("a statement is sent with the next one inside a transaction only")
        self._state.waiting.append((sql, params))

    def begin(self, isolation_level: int | None = None) -> None:  # type: ignore[override]
        level = f" ISOLATION LEVEL {self._adapter.isolation_level_str(isolation_level)}" if isolation_level else ""
        self._state.due_begin = f"BEGIN{level}"
        self._state.at_commit, self._state.waiting = [], []

    def commit(self) -> None:
        begin, deferred = self._take_due_begin(), self._deferred()
        if deferred:
            with peewee.__exception_wrapper__, self.cursor() as cursor:  # type: ignore[attr-defined]
                cursor.execute("; ".join([*deferred, "COMMIT"] if begin is None else deferred))
        elif begin is None:
            super().commit()

    def rollback(self) -> None:
        if self._take_due_begin() is None:
            super().rollback()

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        is_inside = self.in_transaction()
        if self.replica and not is_inside and (answer := self.replica.answer(sql, params)):
            return answer
        begin = None
        if is_inside:
            begin = self._take_due_begin()
            sql, params = self._with_waiting(begin, sql, params)
        if begin is None:
            return super().execute_sql(sql, params)
        # Nothing is lost yet, so that a closed connection may be replaced as before a transaction.
        state = self._state
        transactions, callbacks = state.transactions, state.commit_callbacks
        state.transactions = []
        try:
            return super().execute_sql(sql, params)
        finally:
            state.transactions, state.commit_callbacks = transactions, callbacks

    def _take_due_begin(self) -> str | None:
        """Return the statement that begins this transaction, once; None if it was sent."""
        due, self._state.due_begin = self._state.due_begin, None
        return due

    def _with_waiting(self, begin: str | None, sql: str, params: Any) -> tuple[str, Any]:
        """Return the statement and its parameters, after `begin` and those of `send_with_next`."""
        waiting, self._state.waiting = self._state.waiting, []
        statements = [*(earlier for earlier, _ in waiting), sql]
        if waiting:
            params = [*chain.from_iterable(values for _, values in waiting), *(params or ())]
        return "; ".join(statements) if begin is None else Beginning.of(begin, statements), params

    def _deferred(self) -> list[str]:
        """Return what is left to be sent with the COMMIT, with its values."""
        by_model: dict[type[peewee.Model], list[Mapping[str, object]]] = {}
        for model, row in self._state.at_commit:
            by_model.setdefault(model, []).append(row)
        inserts = [insert_of_rows(model, rows) for model, rows in by_model.items()]
        with self.cursor() as cursor:
            return [cursor.mogrify(*statement).decode() for statement in (*self._state.waiting, *inserts)]


# A read-only Postgres is a temporary state of the server; its driver counts it among bugs.
peewee.__exception_wrapper__.exceptions["ReadOnlySqlTransaction"] = OperationalError  # type: ignore[attr-defined]


def insert_of_rows(model: type[peewee.Model], rows: Sequence[Mapping[str, object]], once: bool = False
                   ) -> tuple[str, list[tuple[object, ...]]]:
    """Return the statement that inserts these rows, and its parameters; with `once`, those that do not exist yet."""
    columns = ", ".join(f'"{name}"' for name in rows[0])
    values = ", ".join(["%s"] * len(rows))
    ending = " ON CONFLICT DO NOTHING" if once else ""
    return (f'INSERT INTO "{model._meta.table_name}" ({columns}) VALUES {values}{ending}',  # noqa: S608
            [tuple(row.values()) for row in rows])
