"""The database connection, and the base of all models (docs/decisions/0001).

Each thread keeps one connection: a request pays neither for opening one nor for asking whether it still works. A
connection that turns out to be closed is replaced and the statement sent again, but never inside a transaction, whose
earlier statements would be lost.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import peewee
import psycopg2
import psycopg2.extensions
from peewee import (  # type: ignore[attr-defined]
    IntegrityError,
    InterfaceError,
    Model,
    OperationalError,
    PostgresqlDatabase,
    TextField,
    fn,
    make_snake_case,
)
from playhouse.postgres_ext import DateTimeTZField
from playhouse.shortcuts import ReconnectMixin

from .clock import now
from .ids import new_id


class _AtCommit(threading.local):
    """The rows that this thread's transaction inserts as it commits, each with its model."""

    def __init__(self) -> None:
        self.rows: list[tuple[type[Model], Mapping[str, object]]] = []


class _Savepoint(peewee._savepoint):  # type: ignore[name-defined]
    """A savepoint whose rollback also drops the rows that were deferred since."""

    def _begin(self) -> None:
        self._kept = len(self.db.at_commit.rows)
        super()._begin()  # type: ignore[misc]

    def rollback(self, begin: bool = True) -> None:
        del self.db.at_commit.rows[self._kept:]
        super().rollback(begin)


class Database(ReconnectMixin, PostgresqlDatabase):
    reconnect_errors = (
        (OperationalError, "server closed the connection"),
        (OperationalError, "terminating connection"),
        (OperationalError, "could not receive data from server"),
        (OperationalError, "connection has been closed unexpectedly"),
        (OperationalError, "connection not open"),
        (InterfaceError, "connection already closed"),
        (InterfaceError, "cursor already closed"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.at_commit = _AtCommit()

    def insert_at_commit(self, model: type[Model], row: Mapping[str, object]) -> None:
        """Insert a row as the surrounding transaction commits, in the same round trip as all others and the COMMIT.

        All rows of a model have the same columns.
        """
        if not self.in_transaction():
            raise RuntimeError("a row that is inserted at commit belongs into a transaction")
        self.at_commit.rows.append((model, row))

    def begin(self, *args: Any, **kwargs: Any) -> None:
        self.at_commit.rows.clear()
        super().begin(*args, **kwargs)

    def savepoint(self) -> _Savepoint:
        return _Savepoint(self)

    def commit(self) -> None:
        if not self.at_commit.rows:
            super().commit()
            return
        by_model: dict[type[Model], list[Mapping[str, object]]] = {}
        for model, row in self.at_commit.rows:
            by_model.setdefault(model, []).append(row)
        with peewee.__exception_wrapper__, self.cursor() as cursor:  # type: ignore[attr-defined]
            statements = [_insert_statement(cursor, model, rows) for model, rows in by_model.items()]
            cursor.execute(b"; ".join([*statements, b"COMMIT"]))


db = Database(None)


def connect_to(url: str) -> None:
    """Make this process use the database at `url`. Opens no connection yet."""
    db.init(url, connect_timeout=5, application_name="intake",
            options="-c timezone=UTC -c statement_timeout=15s -c lock_timeout=10s "
                    "-c idle_in_transaction_session_timeout=60s")


UNAVAILABLE = (OperationalError, InterfaceError, psycopg2.OperationalError, psycopg2.InterfaceError)
"""What is raised when the database is away or too busy: the same can be tried again later."""


def leave_no_transaction() -> None:
    """Give up a transaction that is still open, which only a bug causes; what comes next must not inherit it."""
    if db.in_transaction():
        db.dispose()


class Parameter(str):
    """A named placeholder in a `CompiledQuery`: `Matter.status == Parameter("status")`."""


class CompiledQuery:
    """A query that is turned into SQL once and executed many times, with a value for each `Parameter`.

    For the statements of the busiest requests: Peewee takes longer to build one than Postgres to answer it, 0.2 ms
    against 0.1 ms.
    """

    def __init__(self, query: Any) -> None:
        self._sql, self._parameters = query.sql()

    def rows(self, **values: object) -> list[dict[str, Any]]:
        """Return the rows as dictionaries."""
        cursor = self._cursor(values)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def value(self, **values: object) -> Any:
        """Return the first value of the first row."""
        return self._cursor(values).fetchone()[0]

    def _cursor(self, values: Mapping[str, object]) -> Any:
        return db.execute_sql(
            self._sql, [values[given] if isinstance(given, Parameter) else given for given in self._parameters])


def _plural(model: type[Model]) -> str:
    """Return the name of a model's table, if it names none itself: `document_requests` of `DocumentRequest`."""
    return f"{make_snake_case(model.__name__)}s"


class Record(Model):
    """A row with an identifier and its time of creation."""

    prefix = ""
    """The prefix of this model's identifiers."""

    id = TextField(primary_key=True)
    created_at = DateTimeTZField()

    class Meta:
        database = db
        legacy_table_names = False
        table_function = _plural

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "id" not in self.__data__ and self.prefix:
            self.__data__["id"] = new_id(self.prefix)

    @classmethod
    def create(cls, **values: Any) -> Self:  # type: ignore[override]
        """Insert and return a row with an identifier and its time of creation."""
        moment = now()
        for name in ("created_at", "updated_at"):
            if name in cls._meta.fields:
                values.setdefault(name, moment)
        return super().create(**values)

    @classmethod
    def insert_once(cls, conflict_target: Sequence[Any], **values: Any) -> Self | None:
        """Insert and return a row; None if there is one with the same values in these columns, which are unique."""
        row = cls(created_at=now(), **values)
        inserted = cls.insert(**row.__data__).on_conflict(conflict_target=conflict_target, action="IGNORE").execute()
        return row if inserted else None


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


def insert_rows(model: type[Model], rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, dictionaries with the same columns, in one statement. Does nothing without rows."""
    if not rows:
        return
    with peewee.__exception_wrapper__, db.cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute(_insert_statement(cursor, model, rows))


def _insert_statement(cursor: Any, model: type[Model], rows: Sequence[Mapping[str, object]]) -> bytes:
    """Return the statement that inserts these rows, with their values in it."""
    columns = ", ".join(f'"{name}"' for name in rows[0])
    values = ", ".join(["%s"] * len(rows))
    return cursor.mogrify(f'INSERT INTO "{model._meta.table_name}" ({columns}) VALUES {values}',  # noqa: S608
                          [tuple(row.values()) for row in rows])


ASYNCHRONOUS_COMMIT = "SET LOCAL synchronous_commit = off;"
"""SQL to put before a statement, so that its transaction's commit does not wait for the disk.

A crash of the database server may undo it; only for work that would then be repeated.
"""

REPEATABLE_READ = psycopg2.extensions.ISOLATION_LEVEL_REPEATABLE_READ
"""For `db.atomic`: every statement of the transaction reads the database as it was at the first one."""
