"""Every table and every resource of the API is in an export, or listed here with a reason."""

from intake.core.db import db
from intake.records.exports import resources, tables
from intake.records.exports.rows import columns_of
from tests.contract.sample_firm import contracts


def test_every_table_of_a_firm_is_exported_or_has_a_reason(app):
    found = {table for table, in db.execute_sql(
        "SELECT DISTINCT table_name FROM information_schema.columns WHERE table_schema = 'public' "
        "AND (column_name = 'firm_id' OR table_name = 'firms')").fetchall()}
    exported = {table.name for table in tables.TABLES}
    assert not exported & tables.NOT_EXPORTED.keys()
    assert exported | tables.NOT_EXPORTED.keys() == found


def test_every_exported_table_comes_after_those_that_it_refers_to(app):
    places = {table.name: place for place, table in enumerate(tables.TABLES)}
    references = db.execute_sql("""
        SELECT child.relname, parent.relname, (SELECT attname FROM pg_attribute WHERE attrelid = conrelid
            AND attnum = conkey[array_length(conkey, 1)])
        FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid
        JOIN pg_class AS parent ON parent.oid = confrelid
        WHERE contype = 'f'""").fetchall()
    for table in tables.TABLES:
        assert {*table.without, *table.later, *table.keys, *table.order} <= {*columns_of(table), *table.without}
        for child, parent, column in references:
            if child == table.name and column not in (*table.later, *table.without):
                earlier = places.get(parent, -1) < places[child] or (parent == child and table.order[0] == "created_at")
                assert earlier or parent not in places, (child, column)
                assert parent in places, f"{child}.{column} refers to what is not exported"


def test_secrets_are_not_exported(app):
    names = {(table.name, column) for table in tables.TABLES for column in columns_of(table)}
    assert not [each for each in names if any(word in each[1] for word in (
        "secret", "token", "password"))]


LOOKS = {"archive", "callback", "certificate.pdf", "connect", "download", "file", "pdf", "preview", "recent",
         "statistics", "status", "subscription", "sync", "verify", "openapi.json"}
"""The last words of addresses that return another form of a resource."""


def test_every_resource_of_the_api_is_exported_or_has_a_reason():
    assert not resources.RESOURCES.keys() & resources.NOT_EXPORTED.keys()
    known = resources.RESOURCES.keys() | resources.NOT_EXPORTED.keys() | LOOKS
    paths = [rule.rule.removeprefix("/api/v1/") for call, rule in contracts()[1].items()
             if call.startswith("GET") and rule.rule.startswith("/api/v1/")]
    found = {[part for part in path.split("/") if not part.startswith("<")][-1] for path in paths}
    assert not found - known, "name these in intake/records/exports/resources.py"
    assert not resources.NOT_EXPORTED.keys() - found
