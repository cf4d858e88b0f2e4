"""The plans that statements would have if tables were large and a firm one of hundreds."""

from intake.core.connection import PreparedStatement
from intake.core.db import db

TABLES = ("matters", "clients", "document_requests")


def plans_in_large_tables(events, firms=900, pages=100_000):
    """Return the plans of the statements that were recorded, as text. The tables' statistics are as before then.

    A firm is taken for one of so many. Postgres knows how many pages a table has: the fewer it had when its rows were
    counted, the more rows it is taken for.
    """
    with db.atomic() as transaction:
        for table in TABLES:
            db.execute_sql(f"ALTER TABLE {table} ALTER firm_id SET (n_distinct = {firms})")
            db.execute_sql(f"ANALYZE {table}")
            db.execute_sql("SELECT gin_clean_pending_list(%s)", (f"{table}_by_word_parts",))
            db.execute_sql("SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', %s, "
                           "'relpages', %s, 'reltuples', 4000000::real)", (table, pages))
        plans = "\n".join(map(_plan, events))
        transaction.rollback()
    return plans


def _plan(event):
    sql = event.sql.removeprefix("BEGIN; ")
    if isinstance(event.sql, PreparedStatement):
        preparing, _, sql = event.sql.executing(()).rpartition("; ")
        db.execute_sql(f"DEALLOCATE ALL; {preparing}", ())
    return "\n".join(line for line, in db.execute_sql(f"EXPLAIN {sql}", event.params).fetchall())
