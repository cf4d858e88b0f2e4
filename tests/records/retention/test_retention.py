"""Retention: a matter's schedule and retention date, due matters, and notifying the client once."""

from datetime import date, time, timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.cases.holds.actions import create as hold
from intake.cases.matters.actions import update as change_matter
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import moment_at, today_in
from intake.engine.tasks.models import Task
from intake.listeners import TASKS
from intake.messaging.communications.actions import send_again
from intake.messaging.communications.carriers import send_to_client
from intake.messaging.communications.models import Communication
from intake.messaging.notifications.models import Notification
from intake.records.erasures.models import Erasure
from intake.records.retention.actions import add_usual, create, plan_matter
from intake.records.retention.jobs import propose_destruction, tell_clients_of_destruction
from intake.records.retention.models import RetentionStep, due
from intake.records.retention.states import BATCH
from tests.builders import a_client, a_document, a_lead, a_matter, a_user, an_upload
from tests.core.answers import data, ids, refusal, wrong_fields
from tests.records.killed import killed
from tests.stand_ins.mailbox import plain, rich


@pytest.fixture
def schedule(firm):
    return create(firm, name="Closed", years=7, minor_years=3, excepted=["Último Testamento"])


def closed(firm, years_ago=8, **values):
    """Return a matter that was opened and closed this long ago."""
    matter = a_matter(firm, **values)
    change_matter(firm, matter.id, status="closed")
    then = now() - timedelta(days=round(years_ago * 365.25))
    Matter.update(created_at=then, closed_at=then).where(Matter.id == matter.id).execute()
    return Matter.fetch(firm, matter.id)


def told(matter, day, days_ago=61):
    step = RetentionStep.locked(matter, matter.id, day)
    step.change(notified_at=now() - timedelta(days=days_ago),
                announced_day=max(day, Firm.fetch(matter.firm_id).today - timedelta(days=days_ago - 60)))


def retention(api, matter):
    return data(api.get(f"/matters/{matter.id}"))["retention"]


def test_the_page_of_a_matter_is_shown_however_late_its_client_comes_of_age(api, firm, schedule, signed_in_as):
    matter = closed(firm, client_id=a_client(firm, date_of_birth=date(9990, 1, 1)).id)
    assert retention(api, matter)["destroy_after"] == "9999-12-31"
    assert signed_in_as(a_user(firm, "admin")).get(f"/matters/{matter.id}").status_code == 200


def test_a_matter_shows_until_when_it_is_kept(api, firm, schedule):
    matter = a_matter(firm)
    assert retention(api, matter) == {"schedule": None, "destroy_after": None, "on_hold": False}
    data(api.patch(f"/matters/{matter.id}", {"status": "closed"}))
    at = now().replace(year=2024, month=2, day=29, hour=3)  # still the 28th in New York
    Matter.update(closed_at=at).where(Matter.id == matter.id).execute()
    assert retention(api, matter) == {"schedule": schedule.id, "destroy_after": "2031-02-28", "on_hold": False}
    hold(firm, "Subpoena", matter_id=matter.id)
    assert retention(api, matter)["on_hold"] is True
    own = data(api.post("/retention-schedules", {"name": "Family", "practice_area": "family_law", "years": 10}), 201)
    assert retention(api, matter)["destroy_after"] == "2034-02-28"
    data(api.patch(f"/retention-schedules/{own['id']}", {"years": None}))
    assert retention(api, matter) == {"schedule": own["id"], "destroy_after": None, "on_hold": True}
    data(api.patch(f"/matters/{matter.id}", {"status": "active"}))
    assert Matter.fetch(firm, matter.id).closed_at is None


@pytest.mark.parametrize(("born", "day"), [
    ("2015-06-01", "2036-06-01"), ("2005-01-01", "2031-02-28"), (None, "2031-02-28"), ("2008-03-01", "2031-02-28")])
def test_minors_are_kept_until_after_their_majority(born, day, api, firm, schedule):
    client = a_client(firm, date_of_birth=born and date.fromisoformat(born))
    matter = closed(firm, client_id=client.id)
    Matter.update(closed_at=date(2024, 2, 28)).where(Matter.id == matter.id).execute()
    db.execute_sql("UPDATE matters SET closed_at = '2024-02-28 15:00+00' WHERE id = %s", (matter.id,))
    assert retention(api, matter)["destroy_after"] == day


def test_no_schedule_ends_before_majority(api, firm, schedule):
    data(api.patch(f"/retention-schedules/{schedule.id}", {"minor_years": None}))
    child = a_client(firm, date_of_birth=date(2020, 6, 1))
    assert retention(api, closed(firm, client_id=child.id))["destroy_after"] == "2038-06-01"


def test_schedules_are_made_once_for_each_practice_area(api, rival_api, firm):
    assert [(each["kind"], each["years"], each["months"], each["quarantine_months"])
            for each in data(api.post("/retention-schedules/usual"))] == [
        ("matters", 7, None, None), ("matters", None, None, None), ("matters", None, None, None),
        ("leads", None, 24, 3)]
    assert data(api.post("/retention-schedules/usual")) == []
    [first, *_] = ids(api.get("/retention-schedules"))
    assert refusal(api.post("/retention-schedules", {"name": "Twice"})) == (409, "duplicate_schedule")
    assert refusal(rival_api.get(f"/retention-schedules/{first}"))[0] == 404
    for wrong in ({"years": 0}, {"years": 101}, {"practice_area": "magic"}, {"excepted": ["x" * 61]}, {"name": " "},
                  {"age_of_majority": 99}):
        assert wrong_fields(api.patch(f"/retention-schedules/{first}", wrong))
    assert data(api.delete(f"/retention-schedules/{first}")) == {"id": first, "deleted": True}
    assert first not in ids(api.get("/retention-schedules"))


def test_what_is_due_is_planned_when_somebody_says_so(api, rival_api, api_of, firm, schedule, put):
    due_matter, held, with_will, young = closed(firm), closed(firm, 9), closed(firm, 10), closed(firm, 6)
    was_lead = closed(firm, 11)
    a_lead(firm, last_name="Ottoline").change(matter_id=was_lead.id)
    an_upload(firm, put, a_document(firm, with_will, name="ÚLTIMO testamento de 2009"))
    assert ids(api.get("/retention-schedules/due")) == []  # no client was notified
    for matter in (due_matter, held, with_will, was_lead):
        last_day = date.fromisoformat(retention(api, matter)["destroy_after"])
        told(matter, last_day, days_ago=9999)
        assert [matter.id in [row["id"] for row in due(firm, last_day + timedelta(days=days)).dicts()]
                for days in (0, 1)] == [False, True]
    hold(firm, "Subpoena", matter_id=held.id)
    hold(firm, "Summons", search={"client_name": "ottoline"})
    rows = data(api.get("/retention-schedules/due"))
    assert [(row["id"], row["on_hold"], row["kept_documents"]) for row in rows] == [
        (was_lead.id, True, 0), (with_will.id, False, 1), (held.id, True, 0), (due_matter.id, False, 0)]
    assert rival_api.get("/retention-schedules/due").json["data"] == []
    assert {row["title"] for row in data(api_of(firm, "firms:read").get("/retention-schedules/due"))} == {None}

    sent = {"matter_ids": [due_matter.id, held.id, with_will.id, young.id, was_lead.id, "mat_nonsense"]}
    outcomes = data(api.post("/retention-schedules/due", sent))
    assert [each.get("error", {}).get("code") for each in outcomes] == [
        None, "on_hold", "originals_kept", "not_due", "on_hold", "matter_not_found"]
    assert ids(api.get("/retention-schedules/due?planned=true")) == [due_matter.id]
    assert due_matter.id not in ids(api.get("/retention-schedules/due"))
    assert data(api.post("/retention-schedules/due", {"matter_ids": [due_matter.id]}))[0]["ok"]
    assert AuditEntry.of(firm).where(AuditEntry.action == "matter.destruction_planned").count() == 1
    assert {each["error"]["code"] for each in data(rival_api.post("/retention-schedules/due", sent))} == {
        "matter_not_found"}


@pytest.fixture
def due_matters(api, firm, schedule):
    """Two due matters, the older one first, whose clients were notified."""
    matters = [closed(firm), closed(firm)]
    for matter in matters:
        told(matter, date.fromisoformat(retention(api, matter)["destroy_after"]))
    return matters


def test_what_is_not_due_leaves_the_others_under_an_idempotency_key(api, due_matters):
    sent = {"matter_ids": ["mat_nonsense", due_matters[0].id]}
    first, again = (api.post("/retention-schedules/due", sent, headers={"Idempotency-Key": "due"}) for _ in range(2))

    assert [each["ok"] for each in data(first)] == [False, True]
    assert again.json == first.json
    assert ids(api.get("/retention-schedules/due?planned=true")) == [due_matters[0].id]


def test_under_an_idempotency_key_matters_are_locked_in_one_order(api, firm, due_matters, while_locked):
    first, second = (each.id for each in due_matters)
    body = {"matter_ids": [second, first]}
    answer, _ = while_locked(
        lambda: Matter.fetch_locked(firm, first),
        lambda: api.post("/retention-schedules/due", body, headers={"Idempotency-Key": "due"}),
        lambda: Matter.fetch_locked(firm, second))
    assert data(answer) == [{"id": second, "ok": True}, {"id": first, "ok": True}]


def test_nothing_is_destroyed_on_the_day_that_the_notice_names(api, firm, schedule):
    matter = closed(firm)
    last_day = date.fromisoformat(retention(api, matter)["destroy_after"])
    today = today_in(firm.timezone)
    step = RetentionStep.locked(firm, matter.id, last_day)
    step.change(notified_at=now() - timedelta(days=61), announced_day=today)  # “after” today
    assert ids(api.get("/retention-schedules/due")) == []
    step.change(announced_day=today - timedelta(days=1))
    assert ids(api.get("/retention-schedules/due")) == [matter.id]


def test_a_notice_holds_in_another_time_zone_of_the_firm(api, firm, schedule):
    firm.change(timezone="Etc/GMT-14")
    matter = closed(firm, client_id=a_client(firm, email=f"{firm.slug}@example.com").id)
    Matter.update(closed_at=matter.closed_at.replace(hour=11)).where(Matter.id == matter.id).execute()
    before = retention(api, matter)["destroy_after"]
    tell_clients_of_destruction()
    firm.change(timezone="Etc/GMT+12")
    assert retention(api, matter)["destroy_after"] < before
    tell_clients_of_destruction()
    assert Communication.of(firm).count() == 1

    [_, step] = RetentionStep.select().where(RetentionStep.matter_id == matter.id).order_by(RetentionStep.created_at)
    last_day = today_in(firm.timezone)
    step.change(notified_at=moment_at(last_day - timedelta(days=60), time(0, 5), "Etc/GMT-14"), announced_day=last_day)
    assert ids(api.get("/retention-schedules/due")) == []
    step.change(announced_day=last_day - timedelta(days=1))
    assert ids(api.get("/retention-schedules/due")) == [matter.id]


def test_kill_9_of_the_notice_writes_to_the_client_once(firm, schedule, services):
    tell_clients_of_destruction()  # for firms of earlier tests
    client = a_client(firm, email=f"{firm.slug}@example.com")
    matters = {closed(firm, 6.9, client_id=client.id).id for _ in range(2)}
    killed(services, "retention", "notice", 2)
    steps = RetentionStep.select().where(RetentionStep.firm_id == firm.id)
    assert ([step.communication_id for step in steps], Communication.of(firm).count()) == (
        [Communication.of(firm).get().id], 1), "what was begun is undone, what was done stays"
    for _ in range(2):
        tell_clients_of_destruction()
    assert sorted(each.matter_id for each in Communication.of(firm)) == sorted(matters)


def test_a_client_is_written_to_once_sixty_days_before(firm, schedule, at_once):
    client = a_client(firm, email="ana@example.com", custom_fields={"language": "es"})
    soon = closed(firm, 6.9, client_id=client.id)
    later, held, unknown = closed(firm, 6.5, client_id=client.id), closed(firm, client_id=client.id), closed(firm)
    a_held = hold(firm, "Subpoena", matter_id=held.id)
    at_once(2, lambda place: tell_clients_of_destruction())
    tell_clients_of_destruction()
    [mail] = Communication.of(firm)
    assert (mail.matter_id, mail.channel, mail.status) == (soon.id, "email", "queued")
    assert "destruirá" in mail.subject
    assert a_held.reason not in mail.message
    steps = {step.matter_id: step.communication_id for step in RetentionStep.select().where(
        RetentionStep.firm_id == firm.id)}
    assert steps == {soon.id: mail.id, unknown.id: None}
    assert later.id not in steps


@pytest.mark.parametrize(("hour", "waits"), [(0, timedelta(hours=8)), (12, timedelta())])
def test_the_letter_is_not_sent_at_night(firm, schedule, hour, waits):
    firm.change(timezone=f"Etc/GMT{-((hour - now().hour + 11) % 24 - 11):+}")
    closed(firm, 6.9, client_id=a_client(firm, email=f"{firm.slug}@example.com").id)
    tell_clients_of_destruction()
    [task] = Task.of(firm).where(Task.name == "send_communication")
    assert waits - timedelta(hours=1) < task.due_at - now() <= waits


def test_the_list_says_whom_the_letter_did_not_reach(firm, schedule, signed_in_as):
    client = a_client(firm, email=f"{firm.slug}@example.com", contact_preferences={"email": False})
    matter = closed(firm, client_id=client.id)
    tell_clients_of_destruction()
    RetentionStep.update(notified_at=now() - timedelta(days=61), announced_day=firm.today - timedelta(days=1)).where(
        RetentionStep.matter_id == matter.id).execute()
    desk = signed_in_as(a_user(firm, "admin"))
    assert "Not delivered" not in desk.get("/settings/records/retention/due").text
    TASKS["send_communication"].function(Communication.of(firm).get().id)
    assert "Not delivered" in desk.get("/settings/records/retention/due").text
    failed = Communication.of(firm).get()
    Communication.create(firm_id=firm.id, matter_id=matter.id, channel="email", direction="outbound", status="sent",
                         to=client.email, message=failed.message, retry_of=failed.id)
    assert "Not delivered" not in desk.get("/settings/records/retention/due").text


def test_the_letter_names_no_firm_where_that_is_not_safe(firm, schedule, mailbox):
    client = a_client(firm, email=f"{firm.slug}@example.com",
                      contact_preferences={"identify": False, "neutral_name": "Rosa"})
    closed(firm, 6.9, client_id=client.id, title="Silva divorce")
    tell_clients_of_destruction()
    send_to_client(firm, client, 10, Communication.of(firm).get())
    [mail] = mailbox.mails(client.email)
    assert (mail["Subject"], mail["From"].partition(" <")[0].strip('"'), mail["Reply-To"]) == (
        "A message for you", "Rosa", None)
    for content in (mail["From"], plain(mail), rich(mail)):
        assert firm.name not in content
        assert firm.email not in content
        assert "Silva" not in content
    assert "destroy" in plain(mail)


def test_admins_are_notified_of_what_is_due_and_an_automatic_schedule_plans_it(firm, api, signed_in_as):
    create(firm, name="All", years=7, notice=False)
    create(firm, name="Fast", years=1, notice=False, automatic=True, practice_area="other")
    admin, due_matter, fast = a_user(firm, "admin"), closed(firm), closed(firm, 2, practice_area="other")
    propose_destruction()
    propose_destruction()
    [notice] = Notification.select().where(Notification.firm_id == firm.id, Notification.type == "records_due")
    assert notice.data == {"user_id": admin.id}
    assert "a matter" in notice.message
    [erasure] = Erasure.of(firm)
    found = data(api.get("/retention-schedules/due?planned=true"))
    assert [(each["id"], each["erasure_id"], each["erasure_status"]) for each in found] == [
        (fast.id, erasure.id, "running")]
    assert ids(api.get("/retention-schedules/due")) == [due_matter.id]
    assert (erasure.record_id, erasure.status, erasure.confirmed_by) == (fast.id, "running", None)
    for _ in range(2):  # requested once
        assert data(api.post("/retention-schedules/due", {"matter_ids": [due_matter.id]}))
    [asked] = Erasure.of(firm).where(Erasure.record_id == due_matter.id)
    assert asked.status == "proposed"
    page = signed_in_as(admin).get("/settings/records/retention/due?planned=true").text
    for each, words in ((erasure, "Being erased"), (asked, "Waiting to be confirmed")):
        assert f'href="/settings/records/erasures/{each.id}">{words}</a>' in page
    api.delete(f"/erasures/{asked.id}")
    assert {each["id"]: each["erasure_status"] for each in data(api.get("/retention-schedules/due?planned=true"))} == {
        fast.id: "running", due_matter.id: None}


@pytest.mark.parametrize(("email", "status", "erased"), [
    ("ana.{}@example.com", "sent", True), ("ana.{}@example.com", "failed", False), (None, None, False)],
    ids=["reached", "not delivered", "no address"])
def test_what_no_letter_announced_to_the_client_is_not_destroyed_automatically(firm, email, status, erased):
    create(firm, name="All", years=7, notice=True, automatic=True)
    admin = a_user(firm, "admin")
    client = a_client(firm, email=email and email.format(firm.slug))
    matter = closed(firm, client_id=client.id)
    tell_clients_of_destruction()
    Communication.update(status=status or "sent").where(Communication.firm_id == firm.id).execute()
    long_ago = now() - timedelta(days=61)
    RetentionStep.update(notified_at=long_ago, announced_day=firm.today - timedelta(days=1)).where(
        RetentionStep.firm_id == firm.id).execute()
    propose_destruction()

    assert [each.record_id for each in Erasure.of(firm)] == [matter.id] * erased
    notices = Notification.select().where(Notification.firm_id == firm.id, Notification.type == "records_due")
    assert [each.data for each in notices] == [{"user_id": admin.id}] * (not erased)
    if not erased:  # a person decides
        plan_matter(firm, matter.id)
        assert Erasure.of(firm).count() == 1


def test_a_letter_that_was_sent_again_counts_only_if_that_did_not_fail_too(firm):
    create(firm, name="All", years=7, notice=True, automatic=True)
    matter = closed(firm, client_id=a_client(firm, email=f"ana.{firm.slug}@example.com").id)
    tell_clients_of_destruction()
    long_ago = now() - timedelta(days=61)
    RetentionStep.update(notified_at=long_ago, announced_day=firm.today - timedelta(days=1)).where(
        RetentionStep.firm_id == firm.id).execute()

    def destroyed_if_the_latest(status):
        latest = Communication.of(firm).order_by(Communication.id.desc()).first()
        Communication.update(status=status, sent_at=long_ago).where(Communication.id == latest.id).execute()
        propose_destruction()
        assert [row["notice_failed"] for row in due(firm, firm.today).dicts()] == [status != "sent"]
        if status == "failed":
            send_again(firm, matter.id, latest.id)
        return [each.record_id for each in Erasure.of(firm)]

    for status, destroyed in (("failed", []), ("failed", []), ("queued", []), ("sent", [matter.id])):
        assert destroyed_if_the_latest(status) == destroyed


def test_a_letter_that_was_sent_again_leaves_as_long_a_time(api, firm, schedule):
    matter = closed(firm, client_id=a_client(firm, email=f"ana.{firm.slug}@example.com").id)
    tell_clients_of_destruction()
    told(matter, date.fromisoformat(retention(api, matter)["destroy_after"]))
    first = Communication.of(firm).get()
    Communication.update(status="failed").where(Communication.id == first.id).execute()
    assert ids(api.get("/retention-schedules/due")) == [matter.id], "a person decides"
    again = Communication.create(firm_id=firm.id, matter_id=matter.id, channel="email", direction="outbound",
                                 status="sent", to=first.to, message=first.message, retry_of=first.id,
                                 sent_at=now() - timedelta(days=60, hours=12))
    assert ids(api.get("/retention-schedules/due")) == []
    Communication.update(sent_at=now() - timedelta(days=61)).where(Communication.id == again.id).execute()
    assert ids(api.get("/retention-schedules/due")) == [matter.id]


def test_what_is_kept_however_much_keeps_nothing_else_from_an_automatic_schedule(firm):
    create(firm, name="Fast", years=1, notice=False, automatic=True)
    for _ in range(BATCH):
        closed(firm, 3, practice_area="immigration")
    due_matter = closed(firm, 2)
    hold(firm, "Subpoena", search={"practice_area": "immigration"})
    propose_destruction()
    assert [erasure.record_id for erasure in Erasure.of(firm)] == [due_matter.id]


def test_what_is_due_is_found_by_an_index(firm):
    add_usual(firm)
    db.execute_sql("SET enable_seqscan = off")
    try:
        sql, values = due(firm, today_in(firm.timezone)).sql()
        plan = "\n".join(row[0] for row in db.execute_sql(f"EXPLAIN {sql}", values))
    finally:
        db.execute_sql("SET enable_seqscan = on")
    assert "Seq Scan on matters" not in plan
    assert "created_at" in plan
