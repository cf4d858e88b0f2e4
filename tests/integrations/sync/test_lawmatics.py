"""Syncing a matter to Lawmatics (docs/behaviour.md, "Integrations")."""

from contextlib import contextmanager

import pytest

from intake.cases.matters.actions import update
from intake.core.clock import now
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import IntegrationLink
from intake.portal.links.models import IntakeLink
from tests.builders import a_client, a_matter, an_intake_link
from tests.stand_ins.platform_server import LOST, MALFORMED
from tests.stand_ins.registration import registered_at

BASE = "/integrations/lawmatics"


@pytest.fixture
def connection(firm, worker, lawmatics, connect):
    """The firm's connection to Lawmatics."""
    return connect(firm, lawmatics, "lawmatics")


@pytest.fixture
def sync(run, connection):
    """Sync the matter; return the log entry of the run."""
    return lambda matter, **options: run(matter, segment="lawmatics", **options)


def only(records):
    [record] = records.values()
    return record


def name_of(records, id):
    return records[id]["name"] if id else None


def complete_intake(firm, matter):
    link = an_intake_link(firm, matter)
    IntakeLink.of(firm).where(IntakeLink.id == link.id).get().change(completed_at=now())


def test_sync_creates_the_contact_and_the_matter(lawmatics, sync, firm):
    client = a_client(firm, email="ana@example.com", phone="+15185550142")
    matter = a_matter(firm, client_id=client.id, title="Silva v. Silva", description="A divorce.",
                      custom_fields={"case_type": "divorce_standard"})
    log = sync(matter)
    contact, theirs = only(lawmatics.contacts), only(lawmatics.prospects)

    assert (log.status, log.external_id, log.error_message) == ("success", theirs["id"], None)
    assert contact == {"id": contact["id"], "first_name": "Ana", "last_name": "Silva", "email": "ana@example.com",
                       "phone": "+15185550142"}
    assert (theirs["case_title"], theirs["case_blurb"]) == ("Silva v. Silva", "A divorce.")
    assert theirs["contact_id"] == contact["id"]
    assert name_of(lawmatics.practice_areas, theirs["practice_area_id"]) == "Family Law"
    assert name_of(lawmatics.stages, theirs["stage_id"]) == "Family Law Intake"


@pytest.mark.parametrize(("case_type", "area", "stage"), [
    ("custody_only", "Family Law", "Family Law Intake"), ("immigration_asylum", "Immigration", "Immigration Intake"),
    ("personal_injury_auto", "Personal Injury", "PI Intake"),
    ("estate_planning_will", "Estate Planning", "Estate Planning Intake"),
    ("estate_planning_probate", "Probate", "Probate Intake"), ("boundary_dispute", "Family Law", None)])
def test_case_types_have_practice_areas_and_stages(case_type, area, stage, lawmatics, sync, firm, matter):
    update(firm, matter.id, custom_fields={"case_type": case_type})
    sync(matter)
    theirs = only(lawmatics.prospects)

    assert name_of(lawmatics.practice_areas, theirs["practice_area_id"]) == area
    assert name_of(lawmatics.stages, theirs["stage_id"]) == stage


def test_firms_own_mapping_takes_precedence(lawmatics, sync, matter, api):
    api.patch(f"{BASE}/status", {"case_type_mappings": {"divorce_standard": "probate"}})
    sync(matter)

    assert name_of(lawmatics.practice_areas, only(lawmatics.prospects)["practice_area_id"]) == "Probate"


def test_refused_stage_is_left_out(lawmatics, sync, matter):
    lawmatics.takes_stages = False
    log = sync(matter)

    assert log.status == "success"
    assert only(lawmatics.prospects)["stage_id"] is None


def test_unknown_stage_is_not_sent(lawmatics, sync, matter):
    lawmatics.stages.clear()
    assert sync(matter).status == "success"
    assert "stage_id" not in only({0: lawmatics.calls_to("POST /v1/prospects")[0]}).json


def test_second_sync_updates_the_matter_but_not_the_stage(lawmatics, sync, firm, matter):
    sync(matter)
    theirs = only(lawmatics.prospects)
    theirs["stage_id"] = moved_to = [*lawmatics.stages][5]
    update(firm, matter.id, title="Silva v. Silva")
    sync(matter)

    assert (only(lawmatics.prospects)["case_title"], theirs["stage_id"]) == ("Silva v. Silva", moved_to)
    assert len(lawmatics.contacts) == 1


def test_title_in_another_alphabet_is_searched_for(lawmatics, sync, firm):
    matter = a_matter(firm, client_id=a_client(firm).id, title="案" * 255)
    assert [sync(matter).status for _ in range(2)] == ["success"] * 2
    IntegrationLink.of(firm).where(IntegrationLink.kind == "matter").get().change(external_id=None)
    sync(matter)
    assert only(lawmatics.prospects)["case_title"] == matter.title


def test_contact_is_found_by_its_address(lawmatics, sync, matter):
    theirs = lawmatics.add_contact(first_name="Ana", last_name="S.", email="ANA@example.com")
    sync(matter)

    assert only(lawmatics.contacts) == theirs
    assert only(lawmatics.prospects)["contact_id"] == theirs["id"]


def test_client_without_an_address_gets_a_new_contact(lawmatics, sync, firm):
    lawmatics.add_contact(first_name="Ana", last_name="Silva")
    sync(a_matter(firm, client_id=a_client(firm, email=None).id))

    assert len(lawmatics.contacts) == 2


def test_existing_matter_is_linked(lawmatics, sync, matter):
    contact = lawmatics.add_contact(first_name="Ana", email="ana@example.com")
    for number in range(30):
        lawmatics.add_prospect(f"Matter {number} of others")
    theirs = lawmatics.add_prospect(matter.title, contact_id=contact["id"])
    lawmatics.add_prospect(matter.title, contact_id=lawmatics.add_contact(first_name="Bo")["id"])
    lawmatics.add_prospect(matter.title)

    assert sync(matter).external_id == theirs["id"]
    assert len(lawmatics.prospects) == 33


def test_nothing_is_created_where_the_list_is_too_long_to_be_searched(lawmatics, sync, matter, monkeypatch):
    monkeypatch.setattr("intake.integrations.platforms.lawmatics.client._MAX_PAGES", 1)
    others = lawmatics.add_contact(first_name="Bo")["id"]
    for _ in range(26):
        lawmatics.add_prospect(matter.title, contact_id=others)

    assert (sync(matter).error_code, len(lawmatics.prospects)) == ("platform_error", 26)


def test_deleted_matter_is_reported_then_created_again(lawmatics, sync, matter):
    sync(matter)
    lawmatics.prospects.clear()
    assert sync(matter).error_code == "platform_not_found"
    assert sync(matter).status == "success"
    assert len(lawmatics.prospects) == 1


@pytest.mark.parametrize("kind", ["practice_areas", "stages"])
def test_list_that_is_gone_is_not_taken_for_the_matter(kind, lawmatics, connection, sync, firm, matter):
    sync(matter)
    lawmatics.fail(404, on=f"GET /v1/{kind}")
    assert sync(matter).error_code == (None if kind == "stages" else "platform_error")  # stages are only for a new one
    assert only(lawmatics.prospects)["id"] == IntegrationLink.of(connection).where(
        IntegrationLink.matter_id == matter.id).get().external_id
    lawmatics.heal()
    lawmatics.fail(404, on=f"GET /v1/{kind}")
    other = a_matter(firm, client_id=matter.client_id, custom_fields={"case_type": "divorce_standard"})
    assert sync(other).error_code == "platform_error"


def test_documents_are_not_sent(lawmatics, sync, matter, approved):
    approved(matter)
    assert sync(matter).details["documents_uploaded"] == 0
    assert {call.path.split("/")[2] for call in lawmatics.calls if call.path.startswith("/v1")} <= {
        "users", "contacts", "prospects", "practice_areas", "stages"}


def test_completed_intake_is_noted_once(lawmatics, sync, firm, matter):
    sync(matter)
    assert not lawmatics.notes
    complete_intake(firm, matter)
    for _ in range(2):
        sync(matter)
    note = only(lawmatics.notes)
    assert (note["notable_type"], note["notable_id"]) == ("Prospect", only(lawmatics.prospects)["id"])
    assert matter.title in note["body"]
    assert f"/matters/{matter.id}" in note["body"]


def test_lost_answers_create_no_duplicates(lawmatics, sync, firm):
    """Lose each answer of a sync once; after the next sync every record exists exactly once."""
    def prepared(number, email=True):
        client = a_client(firm, last_name=f"Silva {number}", email=f"ana{number}@example.com" if email else None)
        matter = a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard"})
        complete_intake(firm, matter)
        return matter

    for email in (True, False):
        before = len(lawmatics.calls)
        sync(prepared("whole", email))
        calls = len(lawmatics.calls) - before
        assert calls >= 7
        for place in range(calls):
            matter = prepared(f"{place} {email}", email)
            with losing(lawmatics, place):
                status = sync(matter).status
            assert status == "success" or sync(matter).status == "success"  # a lost answer to a read is requested again
            [theirs] = [row for row in lawmatics.prospects.values() if row["case_title"] == matter.title]
            assert [row["id"] for row in lawmatics.contacts.values()
                    if row["last_name"] == f"Silva {place} {email}"] == [theirs["contact_id"]]
            assert [row["notable_id"] for row in lawmatics.notes.values()].count(theirs["id"]) == 1


@contextmanager
def losing(lawmatics, place):
    """Lose the answer to one call, after `place` others."""
    left = [place]

    def count_down(moment, _call):
        if moment == "after":
            left[0] -= 1
            if left[0] == 0:
                lawmatics.fail(LOST)

    if place == 0:
        lawmatics.fail(LOST)
    lawmatics.on_request = count_down
    try:
        yield
    finally:
        lawmatics.on_request = None
        assert not lawmatics.heal()


def test_responses_have_the_documented_fields(lawmatics, connection, background_worker, matter, api):
    answer = api.post(f"{BASE}/sync", {"matter_id": matter.id})
    assert answer.status_code == 200, answer.text
    assert answer.json == {"success": True, "lawmatics_matter_id": int(only(lawmatics.prospects)["id"])}
    history = api.get(f"{BASE}/sync?limit=1").json
    assert (history["total"], [log["external_id"] for log in history["logs"]]) == (1, [*lawmatics.prospects])
    status = api.get(f"{BASE}/status").json
    assert (status["connected"], status["last_sync"]["status"]) == (True, "success")
    assert "lawmatics_user" not in status


def test_pull_counts_every_page(lawmatics, sync, matter):
    for number in range(60):
        lawmatics.add_prospect(f"Matter {number}")
    sync(matter)
    assert sync(None, action="pull_matters").details["pulled"] == {
        "matters": 61, "linked": 1, "linked_ids": [[*lawmatics.prospects][-1]]}


@pytest.mark.parametrize(("fault", "code"), [
    (401, "platform_unauthorized"), (403, "platform_forbidden"), (422, "platform_rejected"), (500, "platform_error"),
    (MALFORMED, "platform_error")])
def test_failures_are_logged(fault, code, lawmatics, sync, matter):
    lawmatics.fail(fault, times=9, on="POST /v1/contacts")
    log = sync(matter)

    assert (log.status, log.error_code) == ("failed", code)
    assert "Lawmatics" in log.error_message


MALFORMED_ANSWERS = (
    None, [], 7, {"data": None}, {"data": {"id": None}}, {"data": {"id": "x"}}, {"data": [1]}, {"data": []},
    {"data": {"id": {}, "attributes": 3}})


def test_malformed_answers_are_platform_errors(lawmatics, sync, matter):
    for answer in MALFORMED_ANSWERS:
        lawmatics.instead = {"POST /v1/contacts": answer}
        log = sync(matter)
        assert (log.status, log.error_code) == ("failed", "platform_error"), answer


def test_token_without_expiry_is_never_refreshed(lawmatics, connection, sync, matter):
    kept = Integration.fetch(connection, connection.id)
    assert (kept.token_expires_at, kept.refresh_token) == (None, None)
    assert sync(matter).status == "success"
    assert len(lawmatics.calls_to("POST /oauth/token")) == 1


def test_refused_token_requires_connecting_again(lawmatics, connection, sync, matter, api, firm, connect):
    lawmatics.remove_app()
    assert sync(matter).error_code == "platform_unauthorized"
    assert api.get(f"{BASE}/status").json["connected"] is False
    connect(firm, lawmatics, "lawmatics")
    assert sync(matter).status == "success"


def test_disconnecting_keeps_what_was_synced(lawmatics, sync, matter, api, firm, connect):
    first = sync(matter).external_id
    assert api.post(f"{BASE}/disconnect").json == {"success": True}
    assert not [call for call in lawmatics.calls if "deauthorize" in call.path or "revoke" in call.path]
    left = Integration.for_platform(firm, "lawmatics")
    assert (left.is_active, left.access_token) == (False, None)
    connect(firm, lawmatics, "lawmatics")
    assert sync(matter).external_id == first
    assert IntegrationLink.of(firm).where(IntegrationLink.kind == "matter").count() == 1


def test_token_is_revoked_at_the_configured_address(app, lawmatics, connection, api):
    token = lawmatics.grants[0].access_token
    with registered_at(app, lawmatics, LAWMATICS_DEAUTHORIZE_URL=f"{lawmatics.url}/oauth/revoke"):
        assert api.post(f"{BASE}/disconnect").json == {"success": True}
    [call] = lawmatics.calls_to("POST /oauth/revoke")
    assert call.form["token"] == token


def test_consent_asks_for_read_and_write(lawmatics, api, firm):
    address = api.get(f"{BASE}/connect").location
    assert address.startswith(f"{lawmatics.url}/oauth/authorize?")
    assert "scope=read+write" in address
