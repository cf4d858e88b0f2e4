"""Syncing a matter to Clio (docs/behaviour.md, "Integrations")."""

import pytest

from intake.cases.clients.actions import update as change_client
from intake.cases.matters.actions import update
from intake.integrations.platforms.registry import get_platform
from intake.integrations.sync.actions import start_run
from intake.integrations.sync.models import IntegrationLink, SyncLog
from tests.builders import a_client, a_matter


def only(records):
    [record] = records.values()
    return record


def test_sync_creates_the_contact_and_the_matter(clio, connection, matter, run):
    log = run(matter)
    contact, theirs = only(clio.contacts), only(clio.matters)

    assert (log.status, log.external_id, log.error_message) == ("success", str(theirs["id"]), None)
    assert (contact["type"], contact["first_name"], contact["last_name"]) == ("Person", "Ana", "Silva")
    assert contact["email_addresses"] == [{"name": "Work", "address": "ana@example.com", "default_email": True}]
    assert contact["phone_numbers"] == [{"name": "Mobile", "number": "+15185550142", "default_number": True}]
    assert theirs["description"] == matter.title
    assert theirs["client"]["id"] == contact["id"]
    assert theirs["practice_area"]["name"] == "Family Law"
    [created] = clio.calls_to("POST /api/v4/matters.json")
    assert created.json["data"]["custom_number"] == "D-17"


def test_second_sync_updates_the_matter(clio, connection, firm, matter, run):
    run(matter)
    update(firm, matter.id, title="Silva v. Silva", custom_fields={"case_type": "immigration_asylum"})
    run(matter)
    theirs = only(clio.matters)

    assert theirs["description"] == "Silva v. Silva"
    assert theirs["practice_area"]["name"] == "Immigration"
    assert len(clio.contacts) == 1


def test_list_that_is_gone_is_not_taken_for_the_matter(clio, connection, matter, run):
    run(matter)
    clio.fail(404, on="GET /api/v4/practice_areas.json")
    assert run(matter).error_code == "platform_error"
    assert only(clio.matters)["id"] == int(IntegrationLink.of(connection).where(
        IntegrationLink.matter_id == matter.id).get().external_id)


def test_retired_version_of_the_api_unlinks_nothing(clio, connection, firm, approved, run):
    matter = a_matter(firm, client_id=a_client(firm).id, practice_area="other")
    approved(matter)
    run(matter)
    clio.fail(410, times=20, on="")
    assert {run(matter).error_code for _ in range(2)} == {"platform_error"}
    clio.heal()

    assert run(matter).status == "success"
    assert len(clio.contacts) == len(clio.matters) == len(clio.documents) == 1


def test_two_matters_of_a_client_have_one_contact(clio, connection, firm, matter, run, lose_answer):
    lost = lose_answer('INSERT INTO "integration_links"')  # it is sent again, and once violated a constraint
    assert run(matter).status == "success"
    assert lost
    run(a_matter(firm, client_id=matter.client_id))

    assert len(clio.matters) == 2
    assert len(clio.contacts) == 1


def test_contact_is_found_by_its_address_ignoring_case(clio, connection, matter, run):
    clio.add_contact(name="Anna Sylva", email_addresses=[{"name": "Home", "address": "not-ana@example.com"}])
    theirs = clio.add_contact(name="A. Silva", email_addresses=[{"name": "Home", "address": "Ana@Example.com"}])
    run(matter)

    assert len(clio.contacts) == 2
    assert only(clio.matters)["client"]["id"] == theirs["id"]


def test_client_who_has_the_former_address_of_another_one_gets_a_contact_of_their_own(
        clio, connection, firm, matter, run):
    run(matter)
    change_client(firm, matter.client_id, email="ana@silva.example")
    run(a_matter(firm, client_id=a_client(firm, first_name="Bo", email="ana@example.com").id))

    assert [contact["first_name"] for contact in clio.contacts.values()] == ["Ana", "Bo"]
    assert len({theirs["client"]["id"] for theirs in clio.matters.values()}) == 2


def test_client_without_an_address_gets_a_new_contact(clio, connection, firm, run):
    clio.add_contact(name="Ana Silva")
    for client in (a_client(firm), a_client(firm)):
        run(a_matter(firm, client_id=client.id))

    assert [contact["name"] for contact in clio.contacts.values()] == ["Ana Silva"] * 3
    assert len({theirs["client"]["id"] for theirs in clio.matters.values()}) == 2


def test_matter_of_the_same_description_and_client_is_linked(clio, connection, matter, run):
    contact = clio.add_contact(name="Ana Silva", email_addresses=[{"name": "Work", "address": "ana@example.com"}])
    other = clio.add_contact(name="Somebody Else")
    clio.add_matter(matter.title, client=other)
    theirs = clio.add_matter(matter.title, client=contact, client_reference="their own")
    log = run(matter)

    assert log.external_id == str(theirs["id"])
    assert theirs["client_reference"] == "their own"
    assert len(clio.matters) == 2


def test_linked_matter_is_not_linked_twice(clio, connection, firm, matter, run):
    run(matter)
    title = matter.title
    update(firm, matter.id, title="Another title")
    twin = a_matter(firm, title=title, client_id=matter.client_id)
    run(twin)

    assert len(clio.matters) == 2


@pytest.mark.parametrize(("case_type", "area"), [
    ("divorce_standard", "Family Law"), ("custody_only", "Family Law"), ("immigration_asylum", "Immigration"),
    ("personal_injury_auto", "Personal Injury"), ("estate_planning_will", "Estate Planning"),
    ("estate_planning_probate", "Probate")])
def test_default_mapping(case_type, area, clio, connection, firm, run):
    run(a_matter(firm, client_id=a_client(firm).id, custom_fields={"case_type": case_type}))

    assert only(clio.matters)["practice_area"]["name"] == area


def test_firms_own_mapping_takes_precedence(clio, connection, matter, run, api):
    api.patch("/integrations/clio/status", {"case_type_mappings": {"Divorce_Standard": "probate"}})
    run(matter)

    assert only(clio.matters)["practice_area"]["name"] == "Probate"


def test_case_type_of_the_template_is_the_fallback(clio, connection, firm, run, api):
    template = api.post("/matter-templates", {"name": "Asylum", "case_type": "immigration_asylum"}).json["data"]
    run(a_matter(firm, client_id=a_client(firm).id, intake_template_id=template["id"]))

    assert only(clio.matters)["practice_area"]["name"] == "Immigration"


def test_practice_area_is_used_without_a_case_type(clio, connection, firm, run):
    run(a_matter(firm, client_id=a_client(firm).id, practice_area="estate_planning"))

    assert only(clio.matters)["practice_area"]["name"] == "Estate Planning"


def test_unknown_practice_area_is_left_out_and_logged(clio, connection, matter, run, api):
    api.patch("/integrations/clio/status", {"case_type_mappings": {"divorce_standard": "Space Law"}})
    log = run(matter)

    assert only(clio.matters)["practice_area"] is None
    assert log.details["unknown_practice_area"] == "Space Law"


def test_refused_case_number_is_left_out(clio, connection, matter, run):
    def refuse(moment, call):
        if moment == "before" and "custom_number" in call.json.get("data", {}):
            clio.fail(422)

    clio.on_request = refuse
    assert run(matter).status == "success"
    assert only(clio.matters)["description"] == matter.title


def test_unusual_titles(clio, connection, firm, run):
    client = a_client(firm, first_name="Žofie", last_name="O'Neil \"Nell\"")
    for title in ("x" * 300, "Ünal & Söhne {a,b} 🏛", 'Quote " and \\ back'):
        twice = a_matter(firm, title=title, client_id=client.id)
        assert run(twice).status == run(twice).status == "success"

    assert len(clio.matters) == 3


def test_deleted_matter_is_reported_then_created_again(clio, connection, matter, approved, run):
    approved(matter)
    run(matter)
    clio.matters.clear()
    clio.documents.clear()
    log = run(matter)

    assert (log.status, log.error_code, clio.matters) == ("failed", "platform_not_found", {})
    assert "Sync again" in log.error_message
    assert run(matter).details["documents_uploaded"] == 1
    assert len(clio.matters) == len(clio.visible_documents()) == 1


def test_matter_that_was_gone_for_a_moment_keeps_its_documents(clio, connection, matter, approved, run):
    approved(matter)
    run(matter)
    removed = dict(clio.matters)
    clio.matters.clear()  # into the recovery bin, or out of sight of the person who connected
    assert run(matter).error_code == "platform_not_found"
    clio.matters.update(removed)
    log = run(matter)

    assert (log.status, log.details["documents_uploaded"]) == ("success", 0)
    assert len(clio.matters) == len(clio.visible_documents()) == 1


def test_deleted_contact_is_reported_then_created_again(clio, connection, firm, matter, run):
    run(matter)
    clio.contacts.clear()
    other = a_matter(firm, client_id=matter.client_id)
    log = run(other)

    assert log.error_code == "platform_not_found"
    assert run(other).status == "success"
    assert len(clio.contacts) == 1


def test_matter_without_a_client_cannot_be_synced(clio, connection, firm, run):
    log = run(a_matter(firm))

    assert (log.status, log.error_code) == ("failed", "platform_rejected")
    assert "has no client" in log.error_message
    assert clio.calls == [call for call in clio.calls if call.method == "GET" or "matters" not in call.path]


def test_clios_refusal_is_logged(clio, connection, matter, run):
    clio.fail(422, on="POST /api/v4/contacts.json")
    log = run(matter)

    assert "UnprocessableEntity" in log.error_message
    assert log.details["platform_said"].startswith("HTTP 422")


def test_changing_the_client_changes_the_contact(clio, connection, firm, matter, run):
    run(matter)
    other = a_client(firm, email="bo@example.com")
    update(firm, matter.id, client_id=other.id)
    run(matter)

    assert len(clio.contacts) == 2
    link = IntegrationLink.of(firm).where(IntegrationLink.client_id == other.id).get()
    assert str(only(clio.matters)["client"]["id"]) == link.external_id


def test_firms_sharing_an_account_have_separate_links(clio, connection, matter, run, rival, connect, worker):
    run(matter)
    connect(rival, clio)
    client = a_client(rival, first_name="Ana", last_name="Silva", email="ana@example.com")
    start_run(rival, get_platform("clio"), "sync_matter", a_matter(rival, client_id=client.id).id)
    worker.perform_tasks()

    assert len(clio.contacts) == 1
    assert IntegrationLink.of(rival).count() == IntegrationLink.of(matter).count() == 2
    assert SyncLog.of(rival).get().status == "success"
