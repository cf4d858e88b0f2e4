"""Deleting or moving thousands of rows in one statement takes no longer than a statement may."""

from contextlib import contextmanager

import pytest

from intake.cases.client_merges.actions import merge
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.engagement.conflicts.actions import check
from intake.engagement.conflicts.models import ConflictCheck
from intake.records.erasures import actions, rows, whole_firm
from intake.records.erasures.naming import Names, delete_named
from tests.builders import a_caller, a_client, a_deadline, a_document, a_matter, an_upload

MOST_MS = 3_000
"""A fifth of a statement's time limit; each took several seconds when rows were counted one by one."""


@contextmanager
def impatient():
    """Cancel statements of the block that take longer than `MOST_MS`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("intake.core.connection._LIMITS", f"SET LOCAL statement_timeout = {MOST_MS};")
        yield


def _copies(record, number, **values):
    """Insert this many copies of the record's row."""
    table = record._meta.table_name
    changed = "".join(f", '{name}', {value}" for name, value in values.items())
    db.execute_sql(
        f"INSERT INTO {table} SELECT (jsonb_populate_record(row, jsonb_build_object("
        f"'id', rpad(row.id || number, length(row.id) + 6, 'X'){changed}))).* "
        f"FROM {table} AS row, generate_series(1, %s) AS number WHERE row.id = %s", (number, record.id))


def test_matter_with_thousands_of_documents_files_and_deadlines_is_deleted(firm, put):
    matter, other = a_matter(firm, client_id=a_client(firm).id), a_matter(firm)
    document = a_document(firm, matter)
    _copies(document, 2500)
    _copies(an_upload(firm, put, document), 2500, storage_key="'none'", document_id="row.document_id || '1XXXXX'")
    _copies(a_deadline(firm, matter), 2500)
    a_document(firm, other)
    db.execute_sql("INSERT INTO conflict_names SELECT %s, 'client', 'cli_' || number, 1, NULL, 'name', 'Silva', false, "
                   "'{}' FROM generate_series(1, 5000) AS number", (firm.id,))
    erasure = actions.propose(a_caller(firm), "asked for", matter_id=matter.id)

    with impatient(), db.atomic():
        rows.collect(erasure)
        delete_named(erasure, Names.of_items(erasure))
        deleted = rows.delete(erasure)

    assert {deleted[table] for table in ("document_requests", "deadlines")} == {2501}
    assert not Upload.of(firm).exists()
    assert Matter.fetch(firm, other.id).documents_count == 1


def test_firm_with_thousands_of_conflict_checks_is_deleted(firm):
    check(firm, ["Silva"])
    _copies(ConflictCheck.get(firm_id=firm.id), 10_000)
    with db.atomic():
        erasure = actions.erase_firm(firm)

    with impatient():
        whole_firm.delete_rows(erasure)

    assert not ConflictCheck.of(firm).exists()


def test_matters_that_need_action_are_listed_in_a_firm_that_grew_a_moment_ago(api, firm, rival):
    """Postgres expects a single matter and request of it, of those that it knows being all of other firms."""
    tables = "matters", "document_requests"
    for document in [a_document(rival) for _ in range(2)]:
        _copies(document, 100, status="'uploaded'")
    for table in tables:
        db.execute_sql(f"ALTER TABLE {table} SET (autovacuum_enabled = off), ALTER firm_id SET (n_distinct = 1000000)")
        db.execute_sql(f"ANALYZE {table}")
    try:
        matter = a_matter(firm)
        document = a_document(firm, matter)
        _copies(matter, 2500, title_key="row.title_key || number")
        _copies(document, 2500, matter_id="rpad(row.matter_id || number, length(row.matter_id) + 6, 'X')",
                status="CASE mod(number, 2) WHEN 0 THEN 'uploaded' ELSE 'pending' END", client_noted_at="now()")
        with impatient():
            assert api.get("/matters?focus=needs_action").json["pagination"]["total"] == 2500
    finally:
        for table in tables:
            db.execute_sql(f"ALTER TABLE {table} RESET (autovacuum_enabled), ALTER firm_id RESET (n_distinct)")
            db.execute_sql(f"ANALYZE {table}")


def test_client_with_thousands_of_matters_is_merged(firm):
    merged, client = a_client(firm), a_client(firm)
    _copies(a_matter(firm, client_id=merged.id), 1500, title_key="row.title_key || number")

    with impatient():
        merge(firm, merged.id, client.id)

    assert Client.fetch(firm, client.id).matters_count == 1501
