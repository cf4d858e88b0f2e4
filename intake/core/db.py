"""The database connection, and the base of all models (docs/decisions/0001, 0018).

Each thread keeps one connection: a request pays neither for opening one nor for asking whether it still works. A
connection that turns out to be closed is replaced and the statement sent again, but never inside a transaction, whose
earlier statements would be lost.

A transaction takes as few round trips as it can: BEGIN travels with its first statement, and a block inside another
one is part of that, without a savepoint.

Nothing outlasts a transaction: the server behind a pooler may serve another client next. So the limits of waiting are
part of each transaction, in the same message as its first statement.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Self

import peewee
import psycopg2
from peewee import (  # type: ignore[attr-defined]
    IntegrityError,
    InterfaceError,
    OperationalError,
    PostgresqlDatabase,
    TextField,
    fn,
    make_snake_case,
)
from playhouse.postgres_ext import DateTimeTZField
from playhouse.shortcuts import ReconnectMixin
from psycopg2.extensions import ISOLATION_LEVEL_REPEATABLE_READ

from .clock import now
from .connection import Beginning, LimitedCursor, PreparingConnection, TracedCursor
from .ids import new_id
from .selections import SelectingModel


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

    def insert_at_commit(self, model: "type[Model]", row: Mapping[str, object]) -> None:
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
        statements = [*(first for first, _ in waiting), sql]
        return ("; ".join(statements) if begin is None else Beginning.of(begin, statements),
                [value for _, values in (*waiting, ("", params or ())) for value in values] if waiting else params)

    def _deferred(self) -> list[str]:
        """Return what is left to be sent with the COMMIT, with its values."""
        by_model: dict[type[Model], list[Mapping[str, object]]] = {}
        for model, row in self._state.at_commit:
            by_model.setdefault(model, []).append(row)
        inserts = [_insert_of_rows(model, rows) for model, rows in by_model.items()]
        with self.cursor() as cursor:
            return [cursor.mogrify(*statement).decode() for statement in (*self._state.waiting, *inserts)]


# A read-only Postgres is a temporary state of the server; its driver counts it among bugs.
peewee.__exception_wrapper__.exceptions["ReadOnlySqlTransaction"] = OperationalError  # type: ignore[attr-defined]

db = Database(None)


def connect_to(url: str, database: Database = db, connect_timeout: int = 5, traced: bool = False) -> None:
    """Let this process use the database at `url`, opening no connection; `traced` records a span for each statement."""
    database.init(url, connect_timeout=connect_timeout, application_name="intake",
                  connection_factory=PreparingConnection, cursor_factory=TracedCursor if traced else LimitedCursor)


UNAVAILABLE = (OperationalError, InterfaceError, psycopg2.OperationalError, psycopg2.InterfaceError)
"""The exceptions raised when the database is unavailable or too busy; the same can be tried again later."""


def leave_no_transaction() -> None:
    """Roll back a transaction that a bug has left open, so that the next user of the connection does not inherit it."""
    if db.in_transaction():
        db.dispose()


def _plural(model: "type[Model]") -> str:
    """Return the name of a model's table, if it names none itself: `document_requests` of `DocumentRequest`."""
    return f"{make_snake_case(model.__name__)}s"


class Model(SelectingModel):
    """A row of a table, by default of the one with the plural of the model's name."""

    class Meta:
        database = db
        primary_key = False  # each has its own
        legacy_table_names = False
        table_function = _plural


class Record(Model):
    """A row with an identifier and its time of creation."""

    prefix = ""
    """The prefix of this model's identifiers."""

    id = TextField(primary_key=True)
    created_at = DateTimeTZField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.prefix and "id" not in self.__data__ and "__no_default__" not in kwargs:  # as of rows that are read
            self.__data__["id"] = new_id(self.prefix)

    @classmethod
    def create(cls, **values: Any) -> Self:  # type: ignore[override]
        """Insert and return a row with an identifier and its time of creation."""
        return cls._created(db.execute_sql, values)

    @classmethod
    def create_with_next(cls, **values: Any) -> Self:
        """As `create`, sent with the transaction's next statement, which raises what the database refuses."""
        return cls._created(db.send_with_next, values)

    @classmethod
    def _created(cls, send: Callable[[str, Sequence[Any]], Any], values: dict[str, Any]) -> Self:
        moment = now()
        for name in ("created_at", "updated_at"):
            if name in cls._meta.fields:
                values.setdefault(name, moment)
        row = cls(**values)
        written = row.__data__
        fields = cls._meta.fields
        send(_insert_statement(cls, tuple(written)),
             [fields[name].db_value(value) for name, value in written.items()])
        row._dirty.clear()  # type: ignore[attr-defined]
        return row

    @classmethod
    def insert_once(cls, conflict_target: Sequence[Any] = (), **values: Any) -> Self | None:
        """Insert and return a row; None if one has the same values in these columns, by default in any unique ones."""
        row = cls(created_at=now(), **values)
        inserted = cls.insert(**row.__data__).on_conflict(conflict_target=conflict_target, action="IGNORE").execute()
        return row if inserted else None


@lru_cache(None)
def _insert_statement(model: type[Model], names: tuple[str, ...]) -> str:
    """Return the statement that inserts a row with these fields; Peewee would build it again for every row."""
    columns = ", ".join(f'"{model._meta.fields[name].column_name}"' for name in names)
    return (f'INSERT INTO "{model._meta.table_name}" ({columns}) '  # noqa: S608
            f'VALUES ({", ".join(["%s"] * len(names))})')


@contextmanager
def map_constraint_errors(**errors: type[Exception]) -> Iterator[None]:
    """Raise the given error in place of the violation of the constraint it is named after.

    `with map_constraint_errors(matters_title_unique=DuplicateMatter): …` The database decides races; this is the one
    place where its decision becomes an API error.
    """
    try:
        yield
    except IntegrityError as violation:
        name = violation.orig.diag.constraint_name  # type: ignore[attr-defined]
        if name in errors:
            raise errors[name]() from None
        raise


def iso_text(column: Any) -> Any:
    """Return a timestamp column formatted as the API does, for rows that the database returns as JSON."""
    return fn.to_char(fn.timezone("UTC", column), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')


def insert_rows(model: type[Model], rows: Sequence[Mapping[str, object]], once: bool = False) -> None:
    """Insert rows, dictionaries with the same columns, in one statement; with `once`, those that do not exist yet."""
    if rows:
        sql, parameters = _insert_of_rows(model, rows)
        db.execute_sql(f"{sql} ON CONFLICT DO NOTHING" if once else sql, parameters)


def _insert_of_rows(model: type[Model], rows: Sequence[Mapping[str, object]]) -> tuple[str, list[tuple[object, ...]]]:
    """Return the statement that inserts these rows, and its parameters."""
    columns = ", ".join(f'"{name}"' for name in rows[0])
    return (f'INSERT INTO "{model._meta.table_name}" ({columns}) VALUES {", ".join(["%s"] * len(rows))}',  # noqa: S608
            [tuple(row.values()) for row in rows])


ASYNCHRONOUS_COMMIT = "SET LOCAL synchronous_commit = off;"
"""SQL to put before a statement, so that its transaction's commit does not wait for the disk.

A crash of the database server may undo it; only for work that would then be repeated.
"""

REPEATABLE_READ = ISOLATION_LEVEL_REPEATABLE_READ
"""For `db.atomic`: every statement of the transaction reads the database as it was at the first one."""
