"""`flask db verify`: stored numbers, states and dates are compared with the records that they follow from."""

from datetime import date

import pytest

from intake.core.db import db
from intake.operations.cli.contradictions import CONTRADICTIONS
from tests.builders import a_client, a_deadline, a_document, a_matter, an_intake_link, an_upload


@pytest.fixture
def upload(firm, put):
    """A file of a matter with a client, a link and two deadlines."""
    matter = a_matter(firm, client_id=a_client(firm).id)
    an_intake_link(firm, matter)
    for day in (date(2027, 3, 1), date(2027, 2, 1)):
        a_deadline(firm, matter, due_date=day)
    return an_upload(firm, put, a_document(firm, matter))


def test_records_of_every_kind_fit_together(flask, api, firm, upload):
    other = a_document(firm)
    assert api.post(f"/documents/{other.id}/waive", {"reason": "Not needed"}).status_code == 200
    assert api.post(f"/matters/{other.matter_id}/archive").status_code == 200
    assert api.patch(f"/uploads/{upload.id}/status", {"status": "rejected"}).status_code == 200

    assert flask("db", "verify", firm.id, "--json").json == {kind: [] for kind in CONTRADICTIONS}
    assert flask("db", "verify", firm.id).code == 0


WRONG = {
    "matters_with_other_numbers_of_documents": "UPDATE matters SET documents_complete = 1 WHERE firm_id = %s",
    "clients_with_another_number_of_matters": "UPDATE clients SET matters_count = 0 WHERE firm_id = %s",
    "statuses_with_another_number_of_matters":
        "INSERT INTO matter_counts (firm_id, status, practice_area, total) VALUES (%s, 'closed', 'other', 1)",
    "bytes_beside_those_of_files": "DELETE FROM storage_changes WHERE firm_id = %s",
    "matters_with_another_next_deadline": "UPDATE matters SET next_deadline = '2027-03-01' WHERE firm_id = %s",
    "matters_with_another_link": "UPDATE matters SET link_public_part = NULL WHERE firm_id = %s",
    "matters_archived_without_a_time": "UPDATE matters SET archived_at = now() WHERE firm_id = %s",
    "matters_of_merged_clients": "UPDATE clients SET merged_into = id WHERE firm_id = %s",
    "documents_in_another_state_than_their_file": "UPDATE document_requests SET status = 'rejected' WHERE firm_id = %s",
    "files_reviewed_without_a_time": "UPDATE uploads SET reviewed_at = now() WHERE firm_id = %s",
    "deliveries_to_endpoints_that_are_off":
        "WITH webhook AS (INSERT INTO webhooks (id, firm_id, url, events, active, secret, created_at, updated_at) "
        "SELECT 'wh_' || id, id, 'https://example.com', '[]', false, '', now(), now() FROM firms WHERE id = %s "
        "RETURNING id, firm_id), event AS (INSERT INTO events (id, firm_id, type, data, created_at) "
        "SELECT 'evt_' || firm_id, firm_id, 'matter.created', '{}', now() FROM webhook RETURNING id) "
        "INSERT INTO deliveries (id, firm_id, webhook_id, event_id, status, due_at, created_at) "
        "SELECT 'dlv_' || firm_id, firm_id, webhook.id, event.id, 'pending', now(), now() FROM webhook, event",
}
"""By kind, a statement that makes a firm's records contradict others in this way."""


@pytest.mark.parametrize("kind", CONTRADICTIONS)
def test_contradiction_is_named_and_the_command_fails(flask, firm, upload, kind):
    db.execute_sql(WRONG[kind], (firm.id,))

    ran = flask("db", "verify", firm.id, "--json")
    assert (ran.code, [each for each, ids in ran.json.items() if ids]) == (1, [kind])
    assert ran.json[kind][0] in flask("db", "verify", firm.id).out
    assert flask("db", "verify").code == 1


def test_unknown_firm_is_an_error(flask):
    assert flask("db", "verify", "firm_unknown").error == "No such firm."
