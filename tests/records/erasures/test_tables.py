"""Every table of the database, and every text column of kept tables, is classified."""

from intake.core.db import db
from intake.records.erasures.tables import ANSWERS, BY_NAME, COPIED, EMPTIED, KEPT, MARKED, OWNED, SEALED, WITH_COPIES

from .planting import TABLES

TEXTS = ("text", "jsonb", "json", "bytea", "character varying", "ARRAY", "inet", "xml", "hstore")


def columns():
    """Return `{table: text columns}` of the database."""
    found = {}
    for table, column, type in db.execute_sql(
            "SELECT table_name, column_name, data_type FROM information_schema.columns JOIN "
            "information_schema.tables USING (table_schema, table_name) WHERE table_schema = 'public' "
            "AND table_type = 'BASE TABLE' ORDER BY table_name, ordinal_position").fetchall():
        found.setdefault(table, []).extend([column] if type in TEXTS else [])
    return found


def test_every_table_and_column_is_decided_about(app):
    decided = [*OWNED, *COPIED, *WITH_COPIES, *ANSWERS, *SEALED, *KEPT, *EMPTIED, *MARKED,
               *(name for name in BY_NAME if name not in (*COPIED, *OWNED))]
    found = columns()
    assert sorted(decided) == sorted(found), "name the table in tables.py of erasures, once"
    undecided = {table: names for table, known in KEPT.items() if (names := set(found[table]) ^ set(known.split()))}
    assert undecided == {}, "what a new column has of a client has to be erased; one that has nothing is named in KEPT"
    undecided = {table: names for table, rule in EMPTIED.items()
                 if (names := set(found[table]) ^ set(" ".join(rule).split()))}
    assert undecided == {}
    unknown = {table: set(rule.columns) - set(found[table]) for table, rule in COPIED.items()}
    assert not [table for table, names in unknown.items() if names]


def test_markers_are_planted_in_every_table_of_which_something_goes():
    going = {*OWNED, *COPIED, *WITH_COPIES, *ANSWERS, *SEALED, *EMPTIED, *MARKED, *BY_NAME}
    assert going - {*TABLES} == {"sms_opt_outs"}, "it has nothing but a number, of the whole installation"


def test_what_is_owned_is_found_by_foreign_keys(app):
    """Rows that refer to an erased row have to be erased with it, by that column."""
    references = db.execute_sql(r"""
        SELECT con.conrelid::regclass::text, con.confrelid::regclass::text, att.attname
        FROM pg_constraint AS con JOIN pg_attribute AS att
            ON att.attrelid = con.conrelid AND att.attnum = con.conkey[array_length(con.conkey, 1)]
        WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace""").fetchall()
    within = {("document_requests", "upload_id"), ("communications", "reminder_id"), ("communications", "retry_of"),
              ("answer_changes", "matter_id")}
    missed = [(table, column) for table, target, column in references if target in OWNED
              and (table not in OWNED or OWNED[table].by.get(column) != target) and (table, column) not in within]
    assert missed == [], "a row that refers to one that goes is in the way of its deletion"
