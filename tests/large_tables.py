"""The plans that statements would have if tables were large and a firm one of hundreds."""

from intake.core.connection import PreparedStatement
from intake.core.db import db

TABLES = ("matters", "clients", "document_requests", "uploads", "matter_notes")


def plans_in_large_tables(events, firms=900):
    """Return the plans of the statements that were recorded, as text. The tables' statistics are as before then.

    Each table and index is taken for one of four million rows, and a firm for one of so many with as many rows each,
    whatever earlier tests have left in the tables. Those that are read must have a row: Postgres always reads a table
    without pages as a whole.
    """
    with db.atomic() as transaction:
        for table in TABLES:
            db.execute_sql(f"ANALYZE {table}")
            db.execute_sql("SELECT gin_clean_pending_list(indexname::regclass) FROM pg_indexes WHERE tablename = %s "
                           "AND indexdef LIKE '%% gin %%'", (table,))
            _take_for_different(table, "firm_id", firms)
            db.execute_sql(
                "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', name::text, 'relpages', "
                "(pg_relation_size(name::regclass) / 8192)::integer, 'reltuples', 4000000::real) FROM (SELECT %s "
                "UNION ALL SELECT indexname FROM pg_indexes WHERE tablename = %s AND indexdef LIKE '%% btree %%') AS "
                "named(name)", (table, table))
        _take_for_different("matters", "client_id", -1)  # each has one of its own
        plans = "\n".join(map(_plan, events))
        transaction.rollback()
    return plans


def _take_for_different(table, column, number):
    db.execute_sql("SELECT pg_clear_attribute_stats('public', %s, %s, false)", (table, column))
    db.execute_sql("SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', %s, 'attname', %s, "
                   "'inherited', false, 'n_distinct', %s::real)", (table, column, number))


def _plan(event):
    sql = event.sql.removeprefix("BEGIN; ")
    if isinstance(event.sql, PreparedStatement):
        preparing, _, sql = event.sql.executing(()).rpartition("; ")
        db.execute_sql(f"DEALLOCATE ALL; {preparing}", ())
    return "\n".join(line for line, in db.execute_sql(f"EXPLAIN {sql}", event.params).fetchall())
