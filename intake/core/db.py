"""The database connection, and what every table has.

Each thread keeps one connection for its life: a request pays neither for opening one nor for asking whether it
still works. A connection that turns out dead is replaced and the statement sent again, but never inside a
transaction, where what came before would be lost.
"""

from contextlib import contextmanager

import psycopg2
from peewee import (  # type: ignore[attr-defined]
    IntegrityError,
    InterfaceError,
    Model,
    OperationalError,
    PostgresqlDatabase,
    TextField,
    __exception_wrapper__,
    fn,
)
from playhouse.postgres_ext import DateTimeTZField
from playhouse.shortcuts import ReconnectMixin
from psycopg2.extras import execute_values

from .clock import now
from .ids import new_id


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


db = Database(None)


def connect_to(url):
    """From now on this process uses the database at `url`. Opens no connection yet."""
    db.init(url, connect_timeout=5, application_name="intake",
            options="-c timezone=UTC -c statement_timeout=15s -c lock_timeout=10s "
                    "-c idle_in_transaction_session_timeout=60s")


UNAVAILABLE = (OperationalError, InterfaceError, psycopg2.OperationalError, psycopg2.InterfaceError)
"""What is raised when the database is away or too busy: the same can be tried again later."""


class Parameter(str):
    """Stands in a query for a value that is not known yet: `Matter.status == Parameter("status")`."""


class CompiledQuery:
    """A query with slots, written as SQL once and sent from then on with a value for each slot.

    For the statements of the busiest requests: peewee takes longer to write one than Postgres to answer it, 0.2 ms
    against 0.1 ms.
    """

    def __init__(self, query):
        self._sql, self._parameters = query.sql()

    def rows(self, **values):
        """The rows, each as a dictionary."""
        cursor = self._cursor(values)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def value(self, **values):
        """The first value of the first row."""
        return self._cursor(values).fetchone()[0]

    def _cursor(self, values):
        return db.execute_sql(
            self._sql, [values[given] if isinstance(given, Parameter) else given for given in self._parameters])


class Record(Model):
    """A row with an identifier of its own and the moment it was made."""

    prefix = ""
    """Begins every identifier of this kind."""

    id = TextField(primary_key=True)
    created_at = DateTimeTZField()

    class Meta:
        database = db
        legacy_table_names = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "id" not in self.__data__ and self.prefix:
            self.__data__["id"] = new_id(self.prefix)

    @classmethod
    def create(cls, **values):
        """Insert a row and give it back with its identifier and its time of creation."""
        moment = now()
        for name in ("created_at", "updated_at"):
            if name in cls._meta.fields:
                values.setdefault(name, moment)
        return super().create(**values)


@contextmanager
def map_constraint_errors(**errors):
    """Turn the violation of a named constraint into the error that stands for it.

    `with refusing(matters_title_unique=DuplicateMatter): …` The database decides races, so this is the one place
    where they become an answer.
    """
    try:
        yield
    except IntegrityError as violation:
        name = violation.orig.diag.constraint_name
        if name in errors:
            raise errors[name]() from None
        raise


def iso_text(column):
    """A timestamp column as the interface writes it, for rows that the database gives as JSON."""
    return fn.to_char(fn.timezone("UTC", column), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')


def insert_rows(model, rows):
    """Insert many rows, dictionaries of the same columns, in one statement; none if there are none."""
    if not rows:
        return
    columns = ", ".join(f'"{name}"' for name in rows[0])
    with __exception_wrapper__, db.cursor() as cursor:
        execute_values(cursor, f'INSERT INTO "{model._meta.table_name}" ({columns}) VALUES %s',  # noqa: S608
                       [tuple(row.values()) for row in rows], page_size=len(rows))


ASYNCHRONOUS_COMMIT = "SET LOCAL synchronous_commit = off;"
"""In front of a statement: the commit of its transaction waits for no disk, so that a crash of the database server may
undo it. For what would then simply be done again.
"""
