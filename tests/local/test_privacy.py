"""docs/privacy.md: every column of the database is classified, and the page agrees with the tables."""

from intake.core.db import db
from local.privacy import PAGE, page
from local.stored_data import STORED


def test_every_table_and_column_is_decided_about_once(app):
    found = {}
    for table, column in db.execute_sql(
            "SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables "
            "USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'").fetchall():
        found.setdefault(table, []).append(column)
    assert {table: sorted(stored.columns) for table, stored in STORED.items()} == {
        table: sorted(columns) for table, columns in found.items()}, "name the column in local/stored_data.py"


def test_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m local.privacy writes it"
