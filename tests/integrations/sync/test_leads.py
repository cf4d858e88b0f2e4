"""Leads are prospects at Lawmatics, which become those of the matters."""

import pytest

from intake.cases.clients.actions import update as change_client
from intake.cases.matters.actions import update as change_matter
from intake.core.clock import now
from intake.engagement.leads.actions import update
from intake.engagement.leads.models import Lead
from intake.engine.tasks.models import Task
from intake.engine.tasks.states import DELAYS
from intake.integrations.sync.jobs import send_lead
from intake.integrations.sync.models import IntegrationLink, LeadLink
from intake.portal.conversions.actions import convert
from tests.builders import a_caller, a_client, a_lead, a_matter, a_user


@pytest.fixture
def connection(firm, worker, lawmatics, connect):
    """The firm's connection to Lawmatics."""
    return connect(firm, lawmatics, "lawmatics")


def test_lead_is_one_prospect_that_becomes_the_matters(connection, firm, lawmatics, worker, run):
    lead = a_lead(firm, phone="+15185550142", message="A divorce.", practice_area="family_law")
    a_lead(firm, quarantined=True)
    worker.settle()
    [contact], [prospect] = lawmatics.contacts.values(), lawmatics.prospects.values()
    assert (contact["email"], contact["phone"]) == (lead.email, "+15185550142")
    assert (prospect["case_title"], prospect["case_blurb"]) == (f"Rosa Delgado ({lead.id[-6:]})", "A divorce.")
    assert (prospect["contact_id"], lawmatics.practice_areas[prospect["practice_area_id"]]["name"]) == (
        contact["id"], "Family Law")

    LeadLink.of(firm).get().change(contact_id=None, external_id=None)  # as if killed before the ids were stored
    send_lead(lead.id)
    assert (len(lawmatics.contacts), len(lawmatics.prospects)) == (1, 1)
    assert LeadLink.of(firm).get().external_id == prospect["id"]

    update(firm, lead.id, status="cleared")
    made = convert(a_caller(firm), lead.id, channels=[])
    log = run(made.matter, segment="lawmatics")
    assert (log.status, log.external_id, len(lawmatics.prospects)) == ("success", prospect["id"], 1)
    assert lawmatics.prospects[prospect["id"]]["case_title"] == made.matter.title
    assert {link.kind for link in IntegrationLink.of(firm)} == {"contact", "matter"}


@pytest.mark.parametrize("case", ["another-client", "another-address"])
def test_contact_of_a_lead_becomes_no_others(case, connection, firm, lawmatics, worker, run):
    lead = a_lead(firm)
    worker.settle()
    update(firm, lead.id, status="cleared")
    other = a_client(firm, first_name="Rosa", last_name="Delgado", email="rosa.delgado@silva.example")
    client = {"client_id": other.id} if case == "another-address" else {"new_client": True}
    matter = convert(a_caller(firm), lead.id, channels=[], **client).matter
    change_matter(firm, matter.id, client_id=other.id)

    log = run(matter, segment="lawmatics")

    contact = lawmatics.contacts[lawmatics.prospects[log.external_id]["contact_id"]]
    assert (log.status, len(lawmatics.prospects), contact["email"]) == ("success", 1, other.email)


@pytest.mark.parametrize("kind", ["prospects", "contacts"])
def test_prospect_that_is_deleted_there_is_made_again(kind, connection, firm, lawmatics, worker, run):
    lead = a_lead(firm)
    worker.settle()
    update(firm, lead.id, status="cleared")
    matter = convert(a_caller(firm), lead.id, channels=[]).matter

    getattr(lawmatics, kind).clear()
    assert run(matter, segment="lawmatics").error_code == "platform_not_found"
    log = run(matter, segment="lawmatics")
    assert (log.status, [*lawmatics.prospects][-1:]) == ("success", [log.external_id])
    assert not LeadLink.of(firm).exists()


def test_lead_waits_while_the_connection_is_in_use(connection, firm, lawmatics, worker, let_time_pass):
    lead = a_lead(firm, email=None)
    connection.acquire_lease("another")
    worker.settle()
    assert lawmatics.prospects == {}
    connection.release_lease("another")
    let_time_pass()
    worker.settle()
    assert len(lawmatics.prospects) == 1
    assert Lead.fetch(firm, lead.id).status == "new"


def test_leads_wait_together_for_the_rate_limit(connection, firm, lawmatics, worker, let_time_pass):
    lawmatics.fail(429, retry_after=40, on="POST /v1/contacts")
    for _ in range(3):
        a_lead(firm)
    worker.settle()
    assert (len(lawmatics.calls_to("POST /v1/contacts")), len(lawmatics.prospects)) == (1, 0)
    attempts = [task.attempts for task in Task.of(firm).where(Task.name == "send_lead", Task.done_at.is_null())]
    assert sorted(attempts) == [0, 0, 1]
    let_time_pass()
    worker.settle()
    assert len(lawmatics.prospects) == 3


def test_firm_sees_that_a_lead_was_refused_with_its_token(connection, firm, lawmatics, worker, api, connect):
    lawmatics.remove_app()
    a_lead(firm)
    worker.settle()
    status = api.get("/integrations/lawmatics/status").json
    assert (status["connected"], status["error"]["code"]) == (False, "platform_unauthorized")
    connect(firm, lawmatics, "lawmatics")
    assert api.get("/integrations/lawmatics/status").json["error"] is None


@pytest.mark.parametrize(("status", "expected"), [(422, "which refused it."), (403, "may not add it there.")])
def test_page_of_a_lead_says_that_a_platform_refused_it(
        status, expected, connection, firm, lawmatics, worker, signed_in_as):
    lawmatics.fail(status, on="POST /v1/contacts")
    lead, other = a_lead(firm), a_lead(firm)
    worker.settle()
    browser = signed_in_as(a_user(firm))
    refused, sent = (browser.get(f"/leads/{each.id}").text for each in (lead, other))

    assert expected in refused
    assert f"HTTP {status}" in refused
    assert "not in Lawmatics" not in sent
    send_lead(lead.id)
    assert "not in Lawmatics" not in browser.get(f"/leads/{lead.id}").text


def test_lead_that_was_tried_for_a_day_can_be_sent_again(connection, firm, lawmatics, worker, signed_in_as):
    lawmatics.fail(500, on="POST /v1/contacts")
    lead = a_lead(firm)
    task = Task.of(firm).where(Task.name == "send_lead")
    worker.settle()
    task.get().change(attempts=len(DELAYS), due_at=now())
    lawmatics.fail(500, on="POST /v1/contacts")
    worker.settle()
    browser = signed_in_as(a_user(firm))
    path = f"/leads/{lead.id}"

    assert task.get().failed_at
    assert "not answer as it should for a day" in browser.get(path).text
    browser.submit(path, f"{path}/send-again")
    worker.settle()
    assert len(lawmatics.prospects) == 1


def test_refused_lead_is_sent_again_when_somebody_asks_for_it(
        connection, firm, lawmatics, worker, connect, signed_in_as):
    lawmatics.remove_app()
    lead = a_lead(firm)
    worker.settle()
    browser = signed_in_as(a_user(firm))
    path = f"/leads/{lead.id}"
    answer = browser.submit(path, f"{path}/send-again")
    assert "The firm is not connected to this platform." in browser.get(answer.location).text
    connect(firm, lawmatics, "lawmatics")
    worker.settle()
    assert lawmatics.prospects == {}

    lawmatics.fail(422, on="POST /v1/contacts")
    form = browser.form(path, f"{path}/send-again").fields
    for _ in range(2):  # a double press
        answer = browser.post(f"{path}/send-again", form)
    page = browser.get(answer.location).text
    assert ("It is being sent again." in page, "not in Lawmatics" in page) == (True, False)
    worker.settle()
    assert "which refused it." in browser.get(path).text
    assert len(lawmatics.calls_to("POST /v1/contacts")) == 1
    browser.submit(path, f"{path}/send-again")
    worker.settle()
    assert len(lawmatics.prospects) == 1
    assert "not in Lawmatics" not in browser.get(path).text


def test_lead_with_the_former_address_of_a_client_gets_a_contact_of_their_own(
        connection, firm, lawmatics, worker, run):
    former = a_client(firm, email="rosa@example.com")
    theirs = run(a_matter(firm, client_id=former.id), segment="lawmatics").external_id
    change_client(firm, former.id, email="rosa@silva.example")
    lead = a_lead(firm, email="rosa@example.com")
    worker.settle()
    update(firm, lead.id, status="cleared")
    matter = convert(a_caller(firm), lead.id, channels=[], new_client=True).matter
    log = run(matter, segment="lawmatics")

    contacts = [lawmatics.prospects[each]["contact_id"] for each in (theirs, log.external_id)]
    assert (log.status, len(set(contacts)), len(lawmatics.contacts)) == ("success", 2, 2)
