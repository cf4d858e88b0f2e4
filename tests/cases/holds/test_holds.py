"""`/api/v1/legal-holds`: placing, changing and lifting holds, their effects, and permissions."""

from datetime import time, timedelta
from random import Random

import pytest

from intake.accounts.audit.chain import chain
from intake.accounts.audit.models import AuditChain, AuditEntry
from intake.cases.client_merges.actions import merge
from intake.cases.client_merges.jobs import purge_merged_clients
from intake.cases.client_merges.models import ClientMerge
from intake.cases.client_merges.states import UNDO_FOR
from intake.cases.documents.actions import delete
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.actions import create, lift
from intake.cases.holds.errors import OnHold
from intake.cases.holds.models import LegalHold, block_new_holds
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.local_time import moment_at, today_in
from intake.messaging.notifications.jobs import remind_of_holds
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.states import HOLDS_AT_ONCE
from tests.builders import a_client, a_document, a_matter, a_user
from tests.core.answers import data, ids, refusal, wrong_fields
from tests.waiting import is_waited_for, wait_until


@pytest.fixture
def matter(firm):
    return a_matter(firm, description="A fall.", tags=["urgent"], custom_fields={"judge": "Ito"})


def test_a_hold_is_made_changed_and_lifted(api, matter, firm):
    made = data(api.post("/legal-holds", {"matter_id": matter.id, "reason": "Subpoena", "until": "2031-05-03"}), 201)
    assert {name: made[name] for name in ("status", "matter_id", "client_id", "search", "until", "lifted_by")} == {
        "status": "in_force", "matter_id": matter.id, "client_id": None, "search": None, "until": "2031-05-03",
        "lifted_by": None}
    assert (made["created_by"]["type"], made["created_by"]["name"]) == ("api_key", "test key")
    path = f"/legal-holds/{made['id']}"
    assert data(api.patch(path, {"reason": "Subpoena of May 3", "until": None}))["until"] is None
    assert ids(api.get("/legal-holds?status=in_force")) == ids(api.get(f"/legal-holds?matter_id={matter.id}")) == [
        made["id"]]
    lifted = data(api.post(f"{path}/lift"))
    assert (lifted["status"], lifted["lifted_by"]["name"]) == ("lifted", "test key")
    assert refusal(api.post(f"{path}/lift")) == refusal(api.patch(path, {"reason": "x"})) == (409, "already_lifted")
    assert ids(api.get("/legal-holds?status=in_force")) == []
    entries = AuditEntry.of(firm).where(AuditEntry.record_id == made["id"]).order_by(AuditEntry.id)
    acts = [each.action for each in entries]
    assert acts == ["legal_hold.created", "legal_hold.updated", "legal_hold.lifted"]


@pytest.mark.parametrize(("body", "wrong"), [
    ({}, "search"), ({"client_id": "cli_1", "matter_id": "mat_1"}, "search"), ({"search": {}}, "search"),
    ({"search": {"practice_area": "magic"}}, "search.practice_area"), ({"matter_id": "m", "until": "soon"}, "until"),
    ({"matter_id": "m", "reason": " "}, "reason"), ({"matter_id": "m", "reason": "x" * 1001}, "reason"),
    ({"search": {"title": "\0"}}, "search.title")])
def test_wrong_holds_are_refused(api, body, wrong):
    assert wrong in wrong_fields(api.post("/legal-holds", {"reason": "Subpoena"} | body))


def test_what_a_hold_leaves_possible(api, matter, firm):
    client = a_client(firm, notes="Prefers mornings.", phone="+15185550142")
    data(api.patch(f"/matters/{matter.id}", {"client_id": client.id}))
    create(firm, "Subpoena", matter_id=matter.id)
    assert api.patch(f"/matters/{matter.id}", {
        "status": "closed", "description": "A fall. At work.", "tags": ["urgent", "court"], "assigned_attorney": "x",
        "custom_fields": {"judge": "Ito", "room": 4}}).status_code == 200
    assert api.patch(f"/clients/{client.id}", {
        "phone": "+15185550143", "notes": "Prefers mornings. Moved."}).status_code == 200
    for lost in ({"tags": []}, {"custom_fields": {"judge": "Lee", "room": 4}}, {"title": "Another"},
                 {"practice_area": "other"}, {"client_id": None}):
        assert refusal(api.patch(f"/matters/{matter.id}", lost)) == (423, "on_hold")
    assert api.post(f"/matters/{matter.id}/documents/request", {"name": "Passport"}).status_code == 201


def test_a_search_holds_what_lacks_the_accents_and_apostrophes_of_its_words(firm):
    for first_name, last_name in (("Jose", "Nunez ODea"), ("José", "Núñez O'Dea")):
        client = a_client(firm, first_name=first_name, last_name=last_name)
        a_matter(firm, client_id=client.id, title=f"Estate of {first_name} {last_name}")

    for words in ("José Nuñez", "O’Dea", "nunez o'd"):
        assert create(firm, "Subpoena", search={"client_name": words}).matters_count == 2
        assert create(firm, "Subpoena", search={"title": words}).matters_count == 2
    for words in ("José Nuñéza", "dea'"):
        assert create(firm, "Subpoena", search={"client_name": words}).matters_count == 0


def test_the_number_of_held_matters_is_that_of_those_it_covers(firm, rival):
    draw, names = Random(3), ("Jose", "José", "Núñez", "Nunez", "O'Dea", "ODea", "Ünal", "D'Ávila", "Davila", "Straße")
    matters = []
    for number in range(40):
        first, last, title = draw.choice(names), draw.choice(names), draw.choice(names)
        for each in (firm, rival):
            client = a_client(each, first_name=first, last_name=last).id if number % 4 else None
            matters.append(a_matter(each, client_id=client, title=f"Estate of {title} {number}",
                                    practice_area=("family_law", "criminal")[number % 2]))
    searches = [{"client_name": "josé nuñez"}, {"title": "o’dea"}, {"title": "davila", "client_name": "ünal"},
                {"practice_area": "criminal", "client_name": "jos"}, {"title": "estate 1", "practice_area": "criminal"},
                {"client_name": "d'ávila"}, {"client_name": "strasse"}, {"title": "zebra"}, {"client_name": "nu"}]
    found = []
    for search in searches:
        hold = create(firm, "Subpoena", search=search)
        held = [matter for matter in matters if LegalHold.on_matter(matter, matter.id).exists()]
        assert {matter.firm_id for matter in held} <= {firm.id}
        assert hold.matters_count == len(held), search
        found.append(len(held))
        lift(firm, hold.id)
    assert 0 in found
    assert len([number for number in found if number]) >= 7


def test_other_matters_clients_and_firms_are_not_held(api, rival_api, api_as, matter, firm, rival):
    client = a_client(firm, notes="Old")
    other = a_document(firm, a_matter(firm, client_id=client.id))
    hold = create(firm, "Subpoena", search={"title": matter.title, "client_name": ""})
    create(firm, "Litigation", matter_id=matter.id)
    create(rival, "All of it", search={"practice_area": "family_law"})
    create(firm, "Subpoena", matter_id=matter.id)
    create(firm, "Subpoena", client_id=a_client(firm).id)
    assert hold.matters_count == 1
    assert api.patch(f"/clients/{client.id}", {"notes": "New"}).status_code == 200
    assert api.delete(f"/documents/{other.id}").status_code == 200
    assert refusal(rival_api.get(f"/legal-holds/{hold.id}")) == (404, "legal_hold_not_found")
    assert refusal(rival_api.post("/legal-holds", {"matter_id": matter.id, "reason": "x"})) == (404, "matter_not_found")
    assert refusal(api_as(a_user(firm, "attorney")).get("/legal-holds"))[0] == 403
    # Staff learn nothing of matters that are not theirs.
    staff = api_as(a_user(firm, "staff"))
    document = a_document(firm, matter)
    assert refusal(staff.delete(f"/documents/{document.id}")) == (404, "document_not_found")


def test_a_hold_and_a_deletion_at_once_have_one_winner(firm, at_once):
    for _ in range(3):
        document = a_document(firm)

        def one(place, document=document):
            try:
                return delete(firm, document.id) if place else create(firm, "x", matter_id=document.matter_id)
            except OnHold:
                return "refused"

        hold, outcome = at_once(2, one)
        is_there = DocumentRequest.of(firm).where(DocumentRequest.id == document.id).exists()
        assert hold
        assert is_there == (outcome == "refused")


def test_a_hold_waits_for_a_deletion_that_has_begun(firm, at_once):
    document = a_document(firm)

    def one(place):
        if place:
            with db.atomic():
                block_new_holds(firm)
                yielded.append(LegalHold.of(firm).count())
                wait_until(is_waited_for)
                DocumentRequest.fetch_locked(firm, document.id).delete_row()
                yielded.append(LegalHold.of(firm).count())
            return None
        wait_until(lambda: yielded)
        return create(firm, "x", matter_id=document.matter_id)

    yielded = []
    at_once(2, one)
    assert yielded == [0, 0]
    assert LegalHold.of(firm).count() == 1
    with pytest.raises(NotFound):
        DocumentRequest.fetch(firm, document.id)


@pytest.mark.parametrize("by_name", [False, True])
def test_purging_spares_what_is_held(firm, by_name):
    client, merged = a_client(firm, last_name="O'Ünal"), a_client(firm, first_name="Anna")
    merge(firm, merged.id, client.id)
    hold = create(firm, "Subpoena", **({"search": {"client_name": "o´ünal"}} if by_name else {"client_id": client.id}))
    ClientMerge.update(created_at=now() - UNDO_FOR).where(ClientMerge.firm_id == firm.id).execute()
    purge_merged_clients()
    assert ClientMerge.of(firm).count() == 1

    chain(firm.id)
    tomorrow = now() + timedelta(days=1)
    assert firm.id not in AuditChain.to_purge(tomorrow)
    lift(firm, hold.id)
    assert firm.id in AuditChain.to_purge(tomorrow)
    purge_merged_clients()
    assert ClientMerge.of(firm).count() == 0


@pytest.mark.parametrize("zone", ["Pacific/Apia", "America/New_York"])
def test_admins_are_reminded_once_when_its_day_has_come(firm, api, matter, zone):
    firm.change(timezone=zone)
    today, admin = today_in(zone), a_user(firm, "admin")
    begins = moment_at(today, time(), zone)
    hold = create(firm, "Subpoena", matter_id=matter.id, until=today)
    create(firm, "Later", matter_id=matter.id, until=today + timedelta(days=9))
    told = Notification.select().where(Notification.firm_id == firm.id, Notification.type == "hold_to_lift")
    remind_of_holds(begins - timedelta(minutes=1))
    assert told.count() == 0
    remind_of_holds(begins)
    remind_of_holds(begins)
    [notice] = told
    assert notice.data == {"legal_hold_id": hold.id, "user_id": admin.id}
    assert matter.title in notice.message
    assert LegalHold.fetch(firm, hold.id).lifted_at is None
    api.patch(f"/legal-holds/{hold.id}", {"until": str(today + timedelta(days=1))})
    remind_of_holds(begins + timedelta(hours=26))
    assert told.count() == 2


def test_its_day_is_today_or_later_unless_it_has_passed(firm, api, matter):
    hold, yesterday = create(firm, "Subpoena", matter_id=matter.id), today_in(firm.timezone) - timedelta(days=1)
    past = {"reason": "Late", "until": str(yesterday)}
    assert wrong_fields(api.post("/legal-holds", past | {"matter_id": matter.id})) == {"until"}
    assert wrong_fields(api.patch(f"/legal-holds/{hold.id}", past)) == {"until"}
    hold.change(until=yesterday)
    assert data(api.patch(f"/legal-holds/{hold.id}", past))["reason"] == "Late"


@pytest.mark.parametrize("role", ["attorney", "staff"])
def test_who_is_no_admin_any_more_finds_in_the_feed_nothing_that_was_for_admins(firm, matter, signed_in_as, role):
    admin = a_user(firm, "admin")
    create(firm, "Subpoena", matter_id=matter.id, until=today_in(firm.timezone))
    remind_of_holds()
    assert matter.title in signed_in_as(admin).get("/notifications").text
    admin.change(role=role)
    assert matter.title not in signed_in_as(admin).get("/notifications").text


def test_reminders_that_fail_keep_no_other_from_being_sent(firm, matter, breaking):
    today = today_in(firm.timezone)
    for number in range(HOLDS_AT_ONCE):
        create(firm, f"Subpoena {number}", matter_id=matter.id, until=today).change(until=today - timedelta(days=1))
    reached = create(firm, "Last", matter_id=matter.id, until=today)
    with breaking("legal_holds", f"IF NEW.id <> '{reached.id}' THEN RAISE EXCEPTION 'broken'; END IF", on="UPDATE"):
        remind_of_holds()
    assert [hold.id for hold in LegalHold.of(firm).where(LegalHold.reminded_at.is_null(False))] == [reached.id]
