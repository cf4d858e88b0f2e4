"""Every list and every page of the console answers in a firm that has just imported thousands of records.

Postgres knows the firm from no statistics yet, and expects a single row of it in each table.
"""

from datetime import timedelta

import pytest

from intake.accounts.firms.actions import register
from intake.core.clock import now
from intake.records.erasures.tables import LEFT_OF_FIRM
from intake.records.erasures.whole_firm import delete_tables
from tests.builders import (
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_user,
    an_intake_link,
    an_issued_upload,
)
from tests.many_rows import copy_row, id_of_copy, impatient, known_by_others

from .sample_firm import PREFIX, contracts

ROWS = 2000
TABLES = ("matters", "clients", "document_requests", "uploads", "deadlines", "communications", "intake_links", "leads")
QUERIES = {"GET /uploads": ("practice_area=family_law", "flag=resubmitted", "updated_since=2020-01-01T00:00:00Z"),
           "GET /documents": ("practice_area=family_law", "overdue=true"),
           "GET /deadlines": ("practice_area=family_law",),
           "GET /communications": ("practice_area=family_law", "unread=true", "unread=false"),
           "GET /matters": ("focus=needs_action", "focus=due", "focus=silent", "focus=ready", "search=matter"),
           "GET /clients": ("search=silva",),
           "GET /insights": ("practice_area=family_law",),
           "GET /matters (page)": ("focus=needs_action", "focus=due", "focus=silent", "focus=ready", "search=matter"),
           "GET /review": ("practice_area=family_law", "matter=silva", "flag=resubmitted"),
           "GET /messages": ("status=unread", "status=failed", "direction=inbound"),
           "GET /find": ("q=silva",),
           "GET /clients (page)": ("search=silva",)}
"""Query strings by which more tables are joined."""

CONTRACTS, RULES = contracts()
CALLS = [f"{rule.rule}{query}"
         for call, rule in RULES.items()
         if call.startswith("GET ") and not rule.arguments
         and (CONTRACTS[call].scope or CONTRACTS[call].any_key or CONTRACTS[call].permission)
         for query in ("", *(f"?{query}" for query in QUERIES.get(call, ())))]


def _fill(firm, number, staff=None):
    """Give the firm this many of each record, each of another matter, all assigned to the person."""
    client = a_client(firm)
    matter = a_matter(firm, client_id=client.id, assigned_attorney=staff and staff.id)
    document = a_document(firm, matter)
    upload = an_issued_upload(firm, document)
    upload.change(status="pending", uploaded_at=now(), storage_key="none")
    message = a_communication(firm, matter, direction="inbound", sender="+15551234567")
    link = an_intake_link(firm, matter)
    link.change(sent_at=now() - timedelta(days=1))
    lead = a_lead(firm)
    lead.change(assigned_to=staff and staff.id)
    of_matter = {"matter_id": id_of_copy("matter_id")}
    copy_row(client, number)
    copy_row(matter, number, title_key="row.title_key || number", client_id=id_of_copy("client_id"))
    copy_row(document, number, **of_matter)
    copy_row(upload, number, document_id=id_of_copy("document_id"), storage_key="number")
    copy_row(a_deadline(firm, matter), number, **of_matter)
    copy_row(message, number, **of_matter)
    copy_row(link, number, client_id=id_of_copy("client_id"), public_part="row.public_part || number", **of_matter)
    copy_row(lead, number)


@pytest.fixture(scope="module")
def grown(app):
    """An admin of such a firm, and a person of role staff, who sees only the matters assigned to them: all of them."""
    with app.app_context():
        known = register("Known LLP", "known@example.com", plan="enterprise")
        _fill(known, 100)
        with known_by_others(*TABLES):
            firm = register("Grown LLP", "grown@example.com", plan="enterprise")
            users = {role: a_user(firm, role) for role in ("admin", "staff")}
            _fill(firm, ROWS, users["staff"])
            yield users
        for each in (firm, known):  # so that the workers of other tests find no work
            delete_tables(each, LEFT_OF_FIRM)


@pytest.mark.parametrize("role", ["admin", "staff"])
def test_every_list_and_page_answers(role, grown, api_as, signed_in_as):
    api, browser = api_as(grown[role]), signed_in_as(grown[role])
    failed, shown = [], 0
    with impatient():
        for path in CALLS:
            answer = (api if path.startswith(PREFIX) else browser).get(path)
            shown += answer.status_code == 200
            if answer.status_code >= 500 and "not_configured" not in answer.text:
                failed.append(path)
    assert shown > 40
    assert failed == []
