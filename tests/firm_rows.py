"""All rows of a firm in the whole database, to compare them before and after."""

from functools import cache

from intake.core.db import db


def digests(firm, *without):
    """Return a digest of the firm's rows by table; rows that differ only in the columns `without` have the same."""
    return dict(db.execute_sql(_statement(), {"firm_id": firm.id, "without": list(without)}).fetchall())


@cache
def _statement():
    tables = db.execute_sql(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'firm_id'")
    return " UNION ALL ".join(
        f"SELECT '{table}', md5(string_agg((to_jsonb(kept) - %(without)s::text[])::text, ',' ORDER BY kept::text)) "
        f'FROM "{table}" AS kept WHERE firm_id = %(firm_id)s' for table, in tables)
