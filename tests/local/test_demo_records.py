"""The demo firm's records besides its matters: each page about leads, letters and records has something to show."""

import pytest

from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import PERSON
from intake.cases.holds.models import LegalHold
from intake.core.local_time import today_in
from intake.engagement.conflicts.models import ConflictCheck
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import STATUSES
from intake.engagement.letters.models import Letter
from intake.records.erasures.models import Erasure
from intake.records.exports.models import Export
from intake.records.privacy_requests.models import PrivacyRequest
from intake.records.retention.due import due_leads
from intake.records.retention.models import RetentionSchedule, due
from local.demo_engagement import engage, first_contact
from local.demo_keeping import hand_over, keep
from local.demo_records import CLIENTS, MATTERS, Demo
from tests.builders import a_client, a_matter, a_user


@pytest.fixture
def demo(firm):
    """The demo firm with its clients and its matters, here without documents."""
    demo = Demo(firm)
    dana = a_user(firm, "admin", first_name="Dana", last_name="Whitfield")
    demo.act_for(dana)
    demo.clients = {name: a_client(firm, first_name=first, last_name=last, email=email)
                    for name, (first, last, email, *_) in CLIENTS.items()}
    demo.matters = {title: a_matter(firm, title=title, client_id=demo.clients[client].id,
                                    assigned_attorney=dana.id)
                    for title, client, *_ in MATTERS}
    return demo


def test_there_is_something_of_everything(firm, demo):
    with acting_as(PERSON, demo.dana.id):
        first_contact(demo)
        engage(demo)
        keep(demo)
        hand_over(demo)

    assert {lead.status for lead in Lead.of(firm)} == set(STATUSES)
    assert any(check.hits for check in ConflictCheck.of(firm))
    assert {letter.status for letter in Letter.of(firm)} == {"draft", "sent", "countersigned"}
    assert {bool(hold.lifted_at) for hold in LegalHold.of(firm)} == {True, False}
    rows = list(due(firm, today_in(firm.timezone)).dicts())
    assert {(row["on_hold"], row["kept_documents"]) for row in rows} == {(False, 0), (True, 0), (False, 1)}
    assert all(row["communication_id"] for row in rows), "the list of what is due says that they have no address"
    assert due_leads(firm, today_in(firm.timezone)).count() == 2
    assert RetentionSchedule.of(firm).count() == 4
    assert {erasure.status for erasure in Erasure.of(firm)} == {"proposed", "running"}
    assert {request.status for request in PrivacyRequest.of(firm)} == {"verifying", "in_progress", "answered"}
    assert {bool(export.client_id) for export in Export.of(firm)} == {True, False}
