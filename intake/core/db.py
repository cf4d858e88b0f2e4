"""The database of this process, and the base of all models (docs/decisions/0001)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Self

import psycopg2
from peewee import (  # type: ignore[attr-defined]
    IntegrityError,
    InterfaceError,
    OperationalError,
    TextField,
    fn,
    make_snake_case,
)
from playhouse.postgres_ext import DateTimeTZField
from psycopg2.extensions import ISOLATION_LEVEL_REPEATABLE_READ

from .clock import now
from .connection import LimitedCursor, PreparingConnection, TracedCursor
from .database import Database, insert_of_rows
from .ids import new_id
from .selections import SelectingModel

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


def _table_name(model: "type[Model]") -> str:
    """Return the name of a model's table, if it names none itself: `document_requests` of `DocumentRequest`."""
    return f"{make_snake_case(model.__name__)}s"


class Model(SelectingModel):
    """A row of a table, by default of the one with the plural of the model's name."""

    class Meta:
        database = db
        primary_key = False  # each has its own
        legacy_table_names = False
        table_function = _table_name


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
        db.execute_sql(*insert_of_rows(model, rows, once))


ASYNCHRONOUS_COMMIT = "SET LOCAL synchronous_commit = off;"
"""SQL to put before a statement, so that its transaction's commit does not wait for the disk.

A crash of the database server may undo it; only for work that would then be repeated.
"""

REPEATABLE_READ = ISOLATION_LEVEL_REPEATABLE_READ
"""For `db.atomic`: every statement of the transaction reads the database as it was at the first one."""
