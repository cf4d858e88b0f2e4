"""The rows of a table as JSON, as Postgres writes and reads them."""

import json

from intake.core.db import db

_AT_ONCE = 500


def read_rows(table, firm_id):
    """Yield the firm's rows of an `ExportedTable` as texts of JSON objects, without the columns that stay here."""
    firm_column = "id" if table.name == "firms" else "firm_id"
    keys = ", ".join(f'"{name}"' for name in table.order)
    after, last = "", ()
    while True:
        rows = db.execute_sql(
            f'SELECT (to_jsonb(kept) - %s::text[])::text, {keys} FROM "{table.name}" AS kept '  # noqa: S608
            f'WHERE "{firm_column}" = %s AND ({table.only}) {after} ORDER BY {keys} LIMIT {_AT_ONCE}',
            [list(table.without), firm_id, *last]).fetchall()
        yield from (row[0] for row in rows)
        if len(rows) < _AT_ONCE:
            return
        after, last = f"AND ({keys}) > ({', '.join(['%s'] * len(table.order))})", rows[-1][1:]


def insert_rows_as_json(table, rows):
    """Insert rows, dictionaries of JSON values, with the columns that an export has of an `ExportedTable`."""
    names = ", ".join(f'"{name}"' for name in _columns(table, rows))
    db.execute_sql(
        f'INSERT INTO "{table.name}" ({names}) '  # noqa: S608
        f'SELECT {names} FROM jsonb_populate_recordset(NULL::"{table.name}", %s)', [json.dumps(rows)])


def set_later_columns(table, rows):
    """Set the references of rows that were inserted without them."""
    assignments = ", ".join(f'"{name}" = given."{name}"' for name in table.later)
    db.execute_sql(
        f'UPDATE "{table.name}" AS kept SET {assignments} '  # noqa: S608
        f'FROM jsonb_populate_recordset(NULL::"{table.name}", %s) AS given '
        'WHERE kept.firm_id = given.firm_id AND kept.id = given.id', [json.dumps(rows)])


def columns_of(table):
    """Return the columns that an export has of an `ExportedTable`."""
    names = db.execute_sql("SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0 "
                           "AND NOT attisdropped ORDER BY attnum", [table.name]).fetchall()
    return [name for name, in names if name not in table.without]


def _columns(table, rows):
    known = [name for name in columns_of(table) if name not in table.later]
    return [name for name in known if name in rows[0]]
