"""Deleting or moving thousands of rows in one statement takes no longer than a statement may."""

from intake.cases.client_merges.actions import merge
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.engagement.conflicts.actions import check
from intake.engagement.conflicts.models import ConflictCheck
from intake.records.erasures import actions, rows, whole_firm
from intake.records.erasures.mentions import Names, delete_mentions
from tests.builders import a_caller, a_client, a_deadline, a_document, a_matter, an_upload
from tests.many_rows import copy_row, id_of_copy, impatient, known_by_others


def test_matter_with_thousands_of_documents_files_and_deadlines_is_deleted(firm, put):
    matter, other = a_matter(firm, client_id=a_client(firm).id), a_matter(firm)
    document = a_document(firm, matter)
    copy_row(document, 2500)
    copy_row(an_upload(firm, put, document), 2500, storage_key="'none'", document_id="row.document_id || '1XXXXX'")
    copy_row(a_deadline(firm, matter), 2500)
    a_document(firm, other)
    db.execute_sql("INSERT INTO conflict_names SELECT %s, 'client', 'cli_' || number, 1, NULL, 'name', 'Silva', false, "
                   "'{}' FROM generate_series(1, 5000) AS number", (firm.id,))
    erasure = actions.propose(a_caller(firm), "asked for", matter_id=matter.id)

    with impatient(), db.atomic():
        rows.collect(erasure)
        delete_mentions(erasure, Names.of_items(erasure))
        deleted = rows.delete(erasure)

    assert {deleted[table] for table in ("document_requests", "deadlines")} == {2501}
    assert not Upload.of(firm).exists()
    assert Matter.fetch(firm, other.id).documents_count == 1


def test_firm_with_thousands_of_conflict_checks_is_deleted(firm):
    check(firm, ["Silva"])
    copy_row(ConflictCheck.get(firm_id=firm.id), 10_000)
    with db.atomic():
        erasure = actions.erase_firm(firm)

    with impatient():
        whole_firm.delete_rows(erasure)

    assert not ConflictCheck.of(firm).exists()


def test_matters_that_need_action_are_listed_in_a_firm_that_grew_a_moment_ago(api, firm, rival):
    """Postgres expects a single matter and request of it, of those that it knows being all of other firms."""
    for document in [a_document(rival) for _ in range(2)]:
        copy_row(document, 100, status="'uploaded'")
    with known_by_others("matters", "document_requests"):
        matter = a_matter(firm)
        document = a_document(firm, matter)
        copy_row(matter, 2500, title_key="row.title_key || number")
        copy_row(document, 2500, matter_id=id_of_copy("matter_id"),
                 status="CASE mod(number, 2) WHEN 0 THEN 'uploaded' ELSE 'pending' END", client_noted_at="now()")
        with impatient():
            assert api.get("/matters?focus=needs_action").json["pagination"]["total"] == 2500


def test_client_with_thousands_of_matters_is_merged(firm):
    merged, client = a_client(firm), a_client(firm)
    copy_row(a_matter(firm, client_id=merged.id), 1500, title_key="row.title_key || number")

    with impatient():
        merge(firm, merged.id, client.id)

    assert Client.fetch(firm, client.id).matters_count == 1501
