"""Thousands of rows in an instant, and what no statement about them may take."""

from contextlib import contextmanager

import pytest

from intake.core.db import db

MOST_MS = 3_000
"""A fifth of a statement's time limit."""


@contextmanager
def impatient():
    """Cancel statements of the block that take longer than `MOST_MS`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("intake.core.connection._LIMITS", f"SET LOCAL statement_timeout = {MOST_MS};")
        yield


def copy_row(record, number, **values):
    """Insert this many copies of the record's row; `values` are SQL, which may use `row` and `number`."""
    table = record._meta.table_name
    changed = "".join(f", '{name}', {value}" for name, value in values.items())
    db.execute_sql(
        f"INSERT INTO {table} SELECT (jsonb_populate_record(row, jsonb_build_object("
        f"'id', {id_of_copy('id')}{changed}))).* "
        f"FROM {table} AS row, generate_series(1, %s) AS number WHERE row.id = %s", (number, record.id))


def id_of_copy(column):
    """Return SQL for the id of the copy with the same number of the row to which this column refers."""
    return f"rpad(row.{column} || number, length(row.{column}) + 6, 'X')"


@contextmanager
def known_by_others(*tables):
    """Let Postgres know only the rows that these tables have now, and take each firm for one of a million.

    So it is in a firm that has grown since then: it expects one row of it.
    """
    for table in tables:
        db.execute_sql(f"ALTER TABLE {table} SET (autovacuum_enabled = off), ALTER firm_id SET (n_distinct = 1000000)")
        db.execute_sql(f"ANALYZE {table}")
    try:
        yield
    finally:
        for table in tables:
            db.execute_sql(f"ALTER TABLE {table} RESET (autovacuum_enabled), ALTER firm_id RESET (n_distinct)")
            db.execute_sql(f"ANALYZE {table}")
