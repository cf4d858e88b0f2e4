"""All rows of a firm in the whole database, to compare them before and after."""

from functools import cache

from intake.core.db import db


def digests(firm, *without):
    """Return a digest of the firm's rows by table; rows that differ only in the columns `without` have the same."""
    return dict(db.execute_sql(_statement(without), {"firm_id": firm.id, "without": list(without)}).fetchall())


@cache
def _statement(without):
    tables = db.execute_sql(
        "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns WHERE table_schema = 'public' "
        "GROUP BY table_name HAVING bool_or(column_name = 'firm_id')").fetchall()
    # JSON takes five times as long as text, but has the names of the columns.
    rows = {table: "kept::text" if set(without).isdisjoint(columns) else "(to_jsonb(kept) - %(without)s::text[])::text"
            for table, columns in tables}
    return " UNION ALL ".join(
        f"SELECT '{table}', md5(string_agg({row}, ',' ORDER BY {row})) "
        f'FROM "{table}" AS kept WHERE firm_id = %(firm_id)s' for table, row in rows.items())
