"""Retention of clients without a matter."""


import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.clients.models import Client
from intake.cases.holds.actions import create as hold
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.leads.actions import update
from intake.listeners import TASKS
from intake.messaging.notifications.models import Notification
from intake.records.erasures.models import Erasure
from intake.records.retention.actions import create, plan_due
from intake.records.retention.jobs import propose_destruction
from tests.builders import a_client, a_lead, a_matter, a_user
from tests.core.answers import data, ids, refusal, wrong_fields

DUE = "/retention-schedules/due?kind=clients"


@pytest.fixture
def schedule(firm):
    return create(firm, kind="clients", name="Former clients", years=7)


def left(client, years_ago=8):
    """Set the time of the client's last change, which the database records."""
    with db.atomic():
        db.execute_sql("ALTER TABLE clients DISABLE TRIGGER clients_changed_at")
        db.execute_sql("UPDATE clients SET changed_at = %s - make_interval(years => %s) WHERE id = %s",
                       (now(), years_ago, client.id))
        db.execute_sql("ALTER TABLE clients ENABLE TRIGGER clients_changed_at")
    return client


def test_names_require_the_scope_of_the_records(api_of, firm, schedule):
    client = left(a_client(firm))
    titles = [data(api_of(firm, "firms:read", *more).get(DUE))[0]["title"]
              for more in ((), ("matters:read",), ("clients:read",))]
    assert titles == [None, None, client.full_name]


def test_clients_without_matters_are_marked_and_erased(api, rival_api, firm, schedule):
    over, held, was_lead, young = (left(a_client(firm, last_name=name), years) for name, years in (
        ("Gone", 9), ("Ottoline", 8), ("Married", 8), ("Young", 6)))
    a_lead(firm, last_name="Ottoline", email=None).change(client_id=was_lead.id)
    busy, asking = a_client(firm, last_name="Busy"), left(a_client(firm, email=f"asks@{firm.slug}.example"))
    matter = a_matter(firm, client_id=busy.id)
    left(busy)
    lead = a_lead(firm, email=asking.email)
    hold(firm, "Subpoena", search={"client_name": "ottoline"})
    assert [(row["id"], row["kind"], row["title"], row["on_hold"]) for row in data(api.get(DUE))] == [
        (over.id, "clients", over.full_name, False), (held.id, "clients", held.full_name, True),
        (was_lead.id, "clients", was_lead.full_name, True)]
    sent = {"client_ids": [over.id, held.id, was_lead.id, young.id, busy.id, asking.id, "cli_nonsense"]}
    assert [each.get("error", {}).get("code") for each in data(api.post("/retention-schedules/due", sent))] == [
        None, "on_hold", "on_hold", *["not_due"] * 3, "client_not_found"]
    assert {each["error"]["code"] for each in data(rival_api.post("/retention-schedules/due", sent))} == {
        "client_not_found"}
    assert (ids(api.get(DUE)), ids(api.get(f"{DUE}&planned=true"))) == ([held.id, was_lead.id], [over.id])
    assert AuditEntry.of(firm).where(AuditEntry.action == "client.destruction_planned").count() == 1
    update(firm, lead.id, status="lost")
    assert ids(api.get(DUE)) == [held.id, was_lead.id, asking.id]

    admin = a_user(firm, "admin")
    propose_destruction()
    [notice] = Notification.select().where(Notification.firm_id == firm.id, Notification.type == "records_due")
    assert (notice.data, "of 3 clients" in notice.message) == ({"user_id": admin.id}, True)
    for asked in (Erasure.of(firm).get(), data(api.post("/erasures", {"matter_id": matter.id, "reason": "Over"}), 201)):
        id = asked.id if isinstance(asked, Erasure) else asked["id"]
        assert api.post(f"/erasures/{id}/confirm").status_code == 202
        TASKS["erase"].function(firm.id, id)
    assert api.get(f"/clients/{over.id}").status_code == 404
    assert busy.id not in ids(api.get(DUE)), "from when the last matter went"
    left(busy)
    assert busy.id in ids(api.get(DUE))


def test_a_client_who_gets_a_matter_while_marked_stays(firm, schedule, while_locked):
    client = left(a_client(firm))
    [outcome], _ = while_locked(
        lambda: a_matter(firm, client_id=client.id), lambda: plan_due(firm, client_ids=[client.id]))
    assert outcome["error"].code == "not_due"
    assert (Client.fetch(firm, client.id).matters_count, Erasure.of(firm).count()) == (1, 0)


def test_there_is_one_schedule_for_all_clients(api, schedule):
    clients = {"kind": "clients", "name": "Others", "years": 7}
    assert refusal(api.post("/retention-schedules", clients)) == (409, "duplicate_schedule")
    for wrong in ({"practice_area": "other"}, {"months": 3}, {"notice": True}, {"automatic": True}):
        assert wrong_fields(api.post("/retention-schedules", clients | wrong)) == {*wrong}
        assert wrong_fields(api.patch(f"/retention-schedules/{schedule.id}", wrong)) == {*wrong}
