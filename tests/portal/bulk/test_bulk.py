"""POST /matters/bulk."""


import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.actions import change_settings
from intake.accounts.users.actions import change
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.engagement.leads.models import Lead
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.portal.bulk.actions import link_recipients
from intake.portal.links.actions import make
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.jobs import remind_clients
from intake.portal.reminders.models import Reminder
from intake.portal.reminders.rules import sending_time
from tests.builders import a_caller, a_client, a_document, a_lead, a_matter, a_user, an_intake_link
from tests.core.answers import data, wrong_fields
from tests.messaging.communications.conftest import mailing, twilio  # noqa: F401

UNKNOWN = "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6"


@pytest.fixture
def act(api):
    return lambda ids, action, **values: api.post("/matters/bulk", {"ids": ids, "action": action} | values)


def test_each_matter_is_archived_or_says_why_not(act, firm, rival, announced):
    one, archived, other, foreign = a_matter(firm), a_matter(firm, status="archived"), a_matter(firm), a_matter(rival)

    outcomes = data(act([one.id, archived.id, foreign.id, UNKNOWN, other.id], "archive"))

    assert [(each["id"], each["ok"], each.get("error", {}).get("code")) for each in outcomes] == [
        (one.id, True, None), (archived.id, False, "invalid_status_transition"),
        (foreign.id, False, "matter_not_found"), (UNKNOWN, False, "matter_not_found"), (other.id, True, None)]
    assert "error" not in outcomes[0]
    assert [Matter.fetch(firm, each.id).status for each in (one, other)] == ["archived", "archived"]
    assert Matter.fetch(rival, foreign.id).status == "active"
    assert [type for type, _ in announced()].count("matter.archived") == 2


def test_matters_are_closed_and_reopened(act, firm, announced):
    active, archived = a_matter(firm), a_matter(firm, status="archived")
    for action, expected in (("close", [True, False]), ("close", [False, False]), ("reopen", [True, True])):
        assert [each["ok"] for each in data(act([active.id, archived.id], action))] == expected
        assert Matter.fetch(firm, active.id).status == ("closed" if action == "close" else "active")
    assert Matter.fetch(firm, archived.id).status == "active"
    assert [type for type, _ in announced()].count("matter.updated") == 3


def test_failures_leave_the_others_under_an_idempotency_key(api, firm):
    matter = a_matter(firm)
    body = {"ids": [UNKNOWN, matter.id], "action": "archive"}

    first, again = (api.post("/matters/bulk", body, headers={"Idempotency-Key": "bulk"}) for _ in range(2))

    assert [each["ok"] for each in data(first)] == [False, True]
    assert again.json == first.json
    assert Matter.fetch(firm, matter.id).status == "archived"


def test_under_an_idempotency_key_matters_are_locked_in_one_order(api, firm, while_locked):
    first, second, third = (a_matter(firm).id for _ in range(3))
    body = {"ids": [third, second, first], "action": "archive"}
    answer, _ = while_locked(
        lambda: Matter.fetch_locked(firm, first),
        lambda: api.post("/matters/bulk", body, headers={"Idempotency-Key": "bulk"}),
        lambda: Matter.fetch_locked(firm, third))
    assert data(answer) == [{"id": id, "ok": True} for id in body["ids"]]


def test_matters_are_assigned_or_taken_from_somebody(act, firm):
    attorney = a_user(firm)
    matters = [a_matter(firm) for _ in range(3)]

    outcomes = data(act([each.id for each in matters], "assign", assigned_attorney=attorney.id))
    assert all(each["ok"] for each in outcomes)
    assert {Matter.fetch(firm, each.id).assigned_attorney for each in matters} == {attorney.id}
    act([matters[0].id], "assign", assigned_attorney=None)
    assert Matter.fetch(firm, matters[0].id).assigned_attorney is None


def test_nothing_is_assigned_to_a_suspended_person_at_once_or_singly(api, act, firm):
    gone, kept = a_user(firm), a_matter(firm)
    theirs, lead = a_matter(firm, assigned_attorney=gone.id), a_lead(firm, status="cleared")
    change(a_caller(firm), gone.id, status="suspended")
    for id in gone.assigned_as:
        [outcome] = data(act([kept.id], "assign", assigned_attorney=id))
        assert (outcome["ok"], outcome["error"]["code"]) == (False, "not_a_colleague")
        for answer in (api.patch(f"/matters/{kept.id}", {"assigned_attorney": id}),
                       api.post("/matters", {"title": "T", "practice_area": "other", "assigned_attorney": id}),
                       api.post("/leads", {"contact": {"first_name": "A", "last_name": "B"}, "assigned_to": id}),
                       api.patch(f"/leads/{lead.id}", {"assigned_to": id}),
                       api.post(f"/leads/{lead.id}/convert", {"assigned_attorney": id})):
            assert (answer.status_code, answer.json["error"]["code"]) == (422, "not_a_colleague")
    assert Matter.fetch(firm, kept.id).assigned_attorney is None
    assert api.patch(f"/matters/{theirs.id}", {"assigned_attorney": gone.id, "title": "Theirs"}).status_code == 200
    lead.change(assigned_to=gone.id)
    assert data(api.post(f"/leads/{lead.id}/convert", {}), 201)["matter"]["assigned_attorney"] is None
    assert Lead.fetch(firm, lead.id).assigned_to == gone.id


def test_clients_are_reminded_once_a_day(act, firm):
    matter = a_matter(firm, client_id=a_client(firm).id)
    a_document(firm, matter)
    without_link = a_matter(firm)
    link = an_intake_link(firm, matter)

    for _ in range(2):
        outcomes = data(act([matter.id, without_link.id], "remind"))
        assert [each["ok"] for each in outcomes] == [True, False]
    [reminder] = Reminder.of(firm)
    assert (reminder.link_id, reminder.days) == (link.id, 0)
    assert reminder.due_at <= now()


def test_client_whom_the_reminder_of_the_day_did_not_reach_is_reminded(act, firm, mailing):  # noqa: F811
    client = a_client(firm)
    matter = a_matter(firm, client_id=client.id)
    a_document(firm, matter)
    an_intake_link(firm, matter)

    def remind():
        assert data(act([matter.id], "remind"))[0]["ok"]
        remind_clients(sending_time(now(), firm.timezone))
        return Communication.of(firm).count()

    assert remind() == 0  # there is no address
    client.change(email="ana@example.com")
    assert remind() == remind() == 1


@pytest.mark.parametrize(("body", "wrong"), [
    ({"ids": [], "action": "archive"}, "ids"), ({"ids": [UNKNOWN] * 501, "action": "archive"}, "ids"),
    ({"ids": [UNKNOWN], "action": "delete"}, "action"), ({"ids": [UNKNOWN], "action": "assign"}, "assigned_attorney"),
    ({"ids": [UNKNOWN], "action": "archive", "assigned_attorney": None}, "assigned_attorney"),
])
def test_wrong_body_is_refused(api, body, wrong):
    assert wrong_fields(api.post("/matters/bulk", body)) == {wrong}


def test_a_matter_named_twice_is_changed_once(act, firm):
    matter = a_matter(firm)

    assert data(act([matter.id, matter.id], "archive")) == [{"id": matter.id, "ok": True}]


def test_staff_change_their_matters_only(api_as, firm):
    staff = a_user(firm, "staff")
    own, other = a_matter(firm, assigned_attorney=staff.id), a_matter(firm)

    outcomes = data(api_as(staff).post("/matters/bulk", {"ids": [own.id, other.id], "action": "archive"}))
    assert [each["ok"] for each in outcomes] == [True, False]
    assert Matter.fetch(firm, other.id).status == "active"


def test_each_change_is_in_the_audit_log(act, firm):
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    a_document(firm, matter)
    an_intake_link(firm, matter)
    act([matter.id], "remind")
    act([matter.id], "assign", assigned_attorney=a_user(firm).id)
    act([matter.id], "archive")

    recorded = [entry.action for entry in AuditEntry.of(firm).order_by(AuditEntry.id)
                if entry.record_id == matter.id and entry.actor_type == "api_key"]
    assert recorded == ["matter.reminder_requested", "matter.updated", "matter.archived"]


def test_links_are_sent_where_no_open_one_was(act, firm):
    client = a_client(firm, email="ana@example.com")
    fresh, reached = a_matter(firm, client_id=client.id), a_matter(firm, client_id=client.id)
    without_client, closed = a_matter(firm), a_matter(firm, client_id=client.id, status="closed")
    silent, complete = a_matter(firm, client_id=a_client(firm).id), a_matter(firm, client_id=client.id)
    an_intake_link(firm, complete).change(completed_at=now())
    assert data(act([reached.id], "send_link")) == [{"id": reached.id, "ok": True}]

    outcomes = data(act([each.id for each in (fresh, reached, without_client, closed, silent, complete)], "send_link"))

    assert [each.get("error", {}).get("code") for each in outcomes] == [
        None, "invalid_status_transition", "send_failed", "invalid_status_transition", "send_failed",
        "invalid_status_transition"]
    [link] = IntakeLink.of(firm).where(IntakeLink.matter_id == fresh.id)
    assert (link.sent_by, link.sent_at is not None) == (["email"], True)
    assert not IntakeLink.of(firm).where(IntakeLink.matter_id == silent.id).exists()
    messages = list(Communication.of(firm).where(Communication.matter_id == fresh.id))
    assert [(each.channel, each.status, each.sent_at) for each in messages] == [("email", "queued", None)]


def test_links_that_were_made_but_not_sent_are_sent_and_stay(act, firm):
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    link = make(firm, matter.id)
    assert [each["ok"] for each in data(act([matter.id], "send_link"))] == [True]
    assert IntakeLink.current(firm, matter.id).get().id == link.id


def test_links_of_a_former_client_are_replaced(act, firm):
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    assert [each["ok"] for each in data(act([matter.id], "send_link"))] == [True]
    update(firm, matter.id, client_id=a_client(firm, email="bob@example.com").id)
    assert data(act([matter.id], "send_link")) == [{"id": matter.id, "ok": True}]
    assert [each.to for each in Communication.of(firm).order_by(Communication.id)] == [
        "ana@example.com", "bob@example.com"]


def test_links_wait_for_a_required_conflict_check(act, firm):
    change_settings(firm, settings={"require_conflict_check": True})
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    [outcome] = data(act([matter.id], "send_link"))
    assert outcome["error"]["code"] == "conflict_check_required"
    assert not IntakeLink.of(firm).exists()


def test_so_many_links_are_not_sent_at_once(act):
    assert wrong_fields(act([UNKNOWN] * 101, "send_link")) == {"ids"}
    assert act([UNKNOWN] * 100, "send_link").status_code == 200


def test_who_gets_a_link_takes_few_statements_for_any_number_of_matters(firm, statements, twilio):  # noqa: F811
    firm.change(settings={"sms_notifications": True})
    phones = [f"+151855501{number}" for number in range(71, 76)]
    ids = [a_matter(firm, client_id=a_client(firm, phone=phone).id).id for phone in phones]
    SmsOptOut.add(phones[0])
    with statements() as seen:
        assert link_recipients(firm, ids) == {*ids[1:]}
    assert len(seen) <= 2
