"""Retention of leads that did not become clients: retention dates, due leads, and automatic destruction."""

from datetime import date, timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.holds.actions import create as hold
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.leads.actions import update
from intake.engagement.leads.models import Lead
from intake.listeners import TASKS
from intake.messaging.notifications.models import Notification
from intake.records.erasures.models import Erasure
from intake.records.retention.actions import create, plan_due
from intake.records.retention.due import due_leads
from intake.records.retention.jobs import propose_destruction
from intake.records.retention.models import RetentionSchedule
from tests.builders import a_lead, a_user
from tests.core.answers import data, ids, refusal, wrong_fields


@pytest.fixture
def schedule(firm):
    return create(firm, kind="leads", name="Inquiries", months=24, quarantine_months=3)


def gone(firm, months_ago=30, **values):
    """Return a lead that came, and was declined or put into quarantine, this long ago."""
    lead, then = a_lead(firm, **values), now() - timedelta(days=round(months_ago * 30.5))
    if not lead.quarantined:
        lead = update(firm, lead.id, status="declined", declined_reason="Not our area")
    lead.change(created_at=then, closed_at=then)
    return lead


def retention(api, lead):
    return data(api.get(f"/leads/{lead.id}"))["retention"]


def closed_at(firm, lead):
    return Lead.fetch(firm, lead.id).closed_at


def test_a_lead_shows_until_when_it_is_kept(api, firm, schedule):
    lead, nothing = a_lead(firm), {"schedule": None, "destroy_after": None, "on_hold": False}
    assert retention(api, lead) == nothing
    data(api.patch(f"/leads/{lead.id}", {"status": "declined", "declined_reason": "Not our area"}))
    declined = closed_at(firm, lead)
    data(api.patch(f"/leads/{lead.id}", {"status": "lost"}))
    assert closed_at(firm, lead) == declined
    lead.change(closed_at=now().replace(year=2025, month=2, day=1, hour=3))  # still January 31 in New York
    assert retention(api, lead) == {"schedule": schedule.id, "destroy_after": "2027-01-31", "on_hold": False}
    data(api.patch(f"/retention-schedules/{schedule.id}", {"months": 1}))
    assert retention(api, lead)["destroy_after"] == "2025-02-28"
    own = data(api.post("/retention-schedules", {"kind": "leads", "name": "Other", "practice_area": "other"}), 201)
    assert retention(api, lead) == {"schedule": own["id"], "destroy_after": None, "on_hold": False}
    for search in ({"client_name": lead.last_name}, {"practice_area": lead.practice_area}):
        a_hold = hold(firm, "Subpoena", search=search)
        assert retention(api, lead)["on_hold"] is True
        api.post(f"/legal-holds/{a_hold.id}/lift")
    hold(firm, "Subpoena", search={"client_name": lead.last_name, "practice_area": "criminal"})
    assert retention(api, lead)["on_hold"] is False
    data(api.patch(f"/leads/{lead.id}", {"status": "new"}))
    assert (retention(api, lead), closed_at(firm, lead)) == (nothing, None)

    spam = a_lead(firm, quarantined=True, practice_area="criminal")
    assert spam.closed_at
    lead.change(quarantined=True)
    for given, is_closed in ((False, False), (True, True)):
        data(api.patch(f"/leads/{spam.id}", {"quarantined": given}))
        assert bool(closed_at(firm, spam)) is is_closed
    spam.change(closed_at=None, updated_at=now().replace(year=2025, month=11, day=30, hour=12))  # as before
    assert retention(api, spam)["destroy_after"] == "2026-02-28"
    data(api.patch(f"/retention-schedules/{schedule.id}", {"quarantine_months": None}))
    assert retention(api, spam)["destroy_after"] == "2025-12-30"


def test_a_schedule_has_only_what_is_for_its_kind(api, firm, schedule):
    leads = {"kind": "leads", "name": "Spam", "practice_area": "criminal", "quarantine_months": 3}
    made = data(api.post("/retention-schedules", leads), 201)
    assert (made["kind"], made["notice"], made["years"], made["months"]) == ("leads", False, None, None)
    assert refusal(api.post("/retention-schedules", leads)) == (409, "duplicate_schedule")
    for wrong in ({"years": 2}, {"notice": True}, {"minor_years": 1}, {"excepted": ["will"]}, {"age_of_majority": 21}):
        assert wrong_fields(api.patch(f"/retention-schedules/{made['id']}", wrong)) == {*wrong}
        assert wrong_fields(api.post("/retention-schedules", leads | {"practice_area": "other"} | wrong)) == {*wrong}
    matters = data(api.post("/retention-schedules", {"name": "Closed", "practice_area": "criminal", "years": 7}), 201)
    assert matters["kind"] == "matters"
    for wrong in ({"months": 6}, {"quarantine_months": 6}):
        assert wrong_fields(api.patch(f"/retention-schedules/{matters['id']}", wrong)) == {*wrong}
    assert data(api.patch(f"/retention-schedules/{matters['id']}", {"kind": "leads"}))["kind"] == "matters"
    assert ids(api.get("/retention-schedules")) == [matters["id"], schedule.id, made["id"]]


def test_what_is_due_is_marked_and_erased(api, rival_api, firm, schedule):
    over, spam, held = gone(firm), gone(firm, 4, quarantined=True), gone(firm, 29, first_name="Ottoline")
    young, new_spam, open_one = gone(firm, 20), gone(firm, 2, quarantined=True), a_lead(firm)
    became = gone(firm)
    became.change(status="engaged")
    hold(firm, "Subpoena", search={"client_name": "ottoline"})
    rows = data(api.get("/retention-schedules/due?kind=leads"))
    assert [(row["id"], row["kind"], row["on_hold"]) for row in rows] == [
        (over.id, "leads", False), (held.id, "leads", True), (spam.id, "leads", False)]
    assert (rows[0]["title"], rows[0]["schedule"]) == (over.full_name, schedule.id)
    assert ids(api.get("/retention-schedules/due")) == ids(rival_api.get("/retention-schedules/due?kind=leads")) == []
    assert wrong_fields(api.post("/retention-schedules/due", {})) == {"matter_ids"}

    sent = {"matter_ids": ["mat_nonsense"],
            "lead_ids": [spam.id, held.id, young.id, new_spam.id, open_one.id, became.id, spam.id, "lead_nonsense"]}
    assert [each.get("error", {}).get("code") for each in data(api.post("/retention-schedules/due", sent))] == [
        "matter_not_found", None, "on_hold", *["not_due"] * 4, None, "lead_not_found"]
    assert {each["error"]["code"] for each in data(rival_api.post("/retention-schedules/due", sent))} == {
        "matter_not_found", "lead_not_found"}
    assert ids(api.get("/retention-schedules/due?kind=leads")) == [over.id, held.id]
    [marked] = data(api.get("/retention-schedules/due?kind=leads&planned=true"))
    [erasure] = Erasure.of(firm)
    assert (marked["id"], marked["erasure_id"], marked["erasure_status"]) == (spam.id, erasure.id, "proposed")
    assert AuditEntry.of(firm).where(AuditEntry.action == "lead.destruction_planned").count() == 1
    api.delete(f"/erasures/{erasure.id}")
    assert spam.id in ids(api.get("/retention-schedules/due?kind=leads")), "what is withdrawn is to be decided again"
    data(api.post("/retention-schedules/due", {"lead_ids": [spam.id]}))
    [erasure] = Erasure.of(firm)
    api.post(f"/erasures/{erasure.id}/confirm")
    TASKS["erase"].function(firm.id, erasure.id)
    assert api.get(f"/leads/{spam.id}").status_code == 404
    assert ids(api.get("/retention-schedules/due?kind=leads&planned=true")) == []


def test_a_lead_that_is_opened_again_while_it_is_marked_stays(api, firm, schedule, while_locked):
    lead = gone(firm)
    assert ids(api.get("/retention-schedules/due?kind=leads")) == [lead.id]
    [outcome], _ = while_locked(
        lambda: update(firm, lead.id, status="new"), lambda: plan_due(firm, lead_ids=[lead.id]))
    assert outcome["error"].code == "not_due"
    assert (Lead.fetch(firm, lead.id).status, Erasure.of(firm).count()) == ("new", 0)


def test_admins_are_notified_and_an_automatic_schedule_erases(firm, schedule):
    create(firm, kind="leads", name="Fast", months=1, automatic=True, practice_area="criminal")
    admin, over = a_user(firm, "admin"), gone(firm)
    fast, held = (gone(firm, 2, practice_area="criminal", first_name=name) for name in ("Ana", "Ottoline"))
    hold(firm, "Subpoena", search={"client_name": "ottoline"})
    for _ in range(2):
        propose_destruction()
    [notice] = Notification.select().where(Notification.firm_id == firm.id, Notification.type == "records_due")
    assert notice.data == {"user_id": admin.id}
    assert notice.message.startswith("The retention period of a lead has ended.")
    [erasure] = Erasure.of(firm)
    assert (erasure.record_id, erasure.status) == (fast.id, "running")
    assert {Lead.fetch(firm, each.id).status for each in (over, held)} == {"declined"}
    RetentionSchedule.update(automatic=False).where(RetentionSchedule.firm_id == firm.id).execute()
    Notification.delete().where(Notification.firm_id == firm.id).execute()
    propose_destruction()
    assert "of 2 leads" in Notification.get(Notification.firm_id == firm.id).message


def test_months_of_any_length_are_over_on_the_next_day(firm):
    create(firm, kind="leads", name="Short", months=1)
    lead = gone(firm)
    for closed, day in (("2026-03-01 04:30+00", date(2026, 3, 29)), ("2026-01-31 12:00+00", date(2026, 3, 1)),
                        ("2026-03-31 12:00+00", date(2026, 5, 1))):  # in New York the first is on February 28
        db.execute_sql("UPDATE leads SET created_at = %s, closed_at = %s WHERE id = %s", (closed, closed, lead.id))
        assert [due_leads(firm, each).count() for each in (day - timedelta(days=1), day)] == [0, 1]
