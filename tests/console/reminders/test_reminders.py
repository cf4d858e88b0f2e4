"""The next reminders of clients, on the page and in the worker."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.documents.actions import note
from intake.cases.documents.models import open_documents
from intake.cases.matters.models import Matter
from intake.console.reminders import models
from intake.console.reminders.states import NOT_REMINDED
from intake.core.clock import now
from intake.core.db import db
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.portal.deadline_reminders.jobs import plan_deadline_reminders
from intake.portal.links.models import IntakeLink
from intake.portal.reminders import jobs
from intake.portal.reminders.actions import plan_reminders
from intake.portal.reminders.models import Reminder
from intake.portal.reminders.rules import EXPLAINED, STOPPED, sending_time
from intake.web.formatting import format_date
from tests.browsing import Browser
from tests.builders import (
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_matter,
    a_template,
    a_user,
    an_intake_link,
)
from tests.core.answers import data


@pytest.fixture
def desk(firm, signed_in_as):
    return signed_in_as(a_user(firm))


@pytest.fixture
def sent(firm):
    """Create a matter whose client was sent a link this long ago: `sent(days=1)`."""

    def make(days=1, client=None, **values):
        about = {"email": f"ana.{now().timestamp()}@example.com"} | (client or {})
        matter = a_matter(firm, client_id=a_client(firm, **about).id, **values)
        a_document(firm, matter)
        link = an_intake_link(firm, matter)
        at = now() - timedelta(days=days)
        link.change(sent_at=at)
        with db.atomic():
            plan_reminders(matter, link.id, at, link.expires_at)
        return Matter.fetch(firm, matter.id)

    return make


def shown_time(page):
    """Return the time of the next reminder in the first row of the page, None without one."""
    cell = re.search(r'<td data-label="Next reminder">(.*?)</td>', page.text, re.DOTALL)[1]
    found = re.search(r'<time datetime="([^"]+)"', cell)
    return found and datetime.fromisoformat(found[1])


def reminders_to(matter):
    return Communication.of(matter).where(Communication.matter_id == matter.id,
                                          Communication.reminder_id.is_null(False)).count()


def test_shown_time_is_when_the_worker_reminds(desk, firm, sent):
    matter = sent()
    page = desk.get("/reminders")
    at = shown_time(page)
    assert "3 days after the link was sent" in page.text
    assert "1 document" in page.text

    due = Reminder.of(firm).order_by(Reminder.due_at).first().due_at
    assert at == sending_time(due, firm.timezone)
    for moment, expected in ((at - timedelta(minutes=1), 0), (at, 1)):
        jobs.remind_clients(moment)
        assert reminders_to(matter) == expected
    assert "7 days after the link was sent" in desk.get("/reminders").text


@pytest.mark.parametrize(("hour", "expected"), [(7, 12), (13, 13), (2, 12)])  # in UTC; it is summer in New York
def test_night_ends_at_eight_of_the_firms_time(hour, expected):
    assert sending_time(datetime(2027, 7, 1, hour, tzinfo=UTC), "America/New_York").hour == expected


def test_link_that_did_not_arrive_is_pointed_out(desk, firm, sent):
    matter = sent()
    link = IntakeLink.current(firm, matter.id).get()
    for status, is_said in (("failed", True), ("sent", False), ("failed", True)):
        Communication.delete().execute()
        a_communication(firm, matter, channel="email", status=status, link_public_part=link.public_part)
        assert ("The link was not delivered" in desk.get("/reminders").text) == is_said
    Browser(desk.app).get(f"/p/{link.token}/documents")  # the firm gave it to the client in another way
    desk.app.extensions["audited_reads"].flush()
    assert "The link was not delivered" not in desk.get("/reminders").text


def test_paused_clients_are_not_reminded(desk, api, firm, sent):
    matter = sent()
    assert desk.submit("/reminders", f"/reminders/{matter.id}/pause").headers["Location"] == "/reminders?done=paused"
    page = desk.get("/reminders")
    assert ("Paused" in page.text, shown_time(page), f"/reminders/{matter.id}/now" in page.text) == (True, None, False)
    jobs.remind_clients(sending_time(now() + timedelta(days=4), firm.timezone))
    assert reminders_to(matter) == 0
    assert data(api.get(f"/matters/{matter.id}"))["reminders_paused"] is True
    refused = api.post("/matters/bulk", {"ids": [matter.id], "action": "remind"})
    assert data(refused)[0]["error"]["code"] == "invalid_status_transition"
    assert AuditEntry.of(firm).where(AuditEntry.action == "matter.updated").get().details["fields"] == [
        "reminders_paused"]

    desk.submit("/reminders", f"/reminders/{matter.id}/resume")
    jobs.remind_clients(sending_time(now() + timedelta(days=8), firm.timezone))
    assert reminders_to(matter) == 1


def test_pause_stops_a_message_that_waits(api, firm, sent):
    matter = sent()
    at = sending_time(now() + timedelta(days=3), firm.timezone)
    jobs.remind_clients(at)
    message = Communication.of(firm).get()
    data(api.patch(f"/matters/{matter.id}", {"reminders_paused": True}))
    jobs.send_reminder(message.id, moment=at)

    assert reminders_to(matter) == 0


def test_client_is_reminded_now_once_a_day(desk, firm, sent):
    matter = sent()
    path = f"/reminders/{matter.id}/now"
    for _ in range(2):
        assert desk.submit("/reminders", path).headers["Location"] == "/reminders?done=reminded"
    at = shown_time(desk.get("/reminders"))
    assert at >= now() - timedelta(minutes=1)
    assert "Somebody asked for it" in desk.get("/reminders").text
    jobs.remind_clients(sending_time(now(), firm.timezone))
    assert reminders_to(matter) == 1

    IntakeLink.current(firm, matter.id).get().change(completed_at=now())
    form = desk.form("/messages", "/logout").fields
    assert desk.post(path, form).headers["Location"] == "/reminders?failed=meanwhile"


def test_reason_is_said_why_a_client_is_not_reminded(desk, api, firm, sent):
    matter = sent(client={"email": None, "phone": "+15185550177"}, title="By SMS")
    assert "cannot be reached by a channel that the firm uses" in desk.get("/reminders").text  # no SMS are switched on
    data(api.patch("/firms/settings", {"settings": {"sms_notifications": True}}))
    assert shown_time(desk.get("/reminders"))
    SmsOptOut.add("+15185550177")
    page = desk.get("/reminders")
    jobs.remind_clients(sending_time(now() + timedelta(days=4), firm.timezone))
    assert ("cannot be reached" in page.text, shown_time(page), reminders_to(matter)) == (True, None, 0)
    SmsOptOut.remove("+15185550177")
    matter.change(status="closed")
    assert "You are not waiting for any client" in desk.get("/reminders").text


def test_rules_of_the_template_end_or_date_the_next_reminder(desk, firm, sent):
    rules = {"first_after_days": 5, "every_days": None, "at_most": 1, "before_deadline_days": 1, "stop": "begun"}
    matter = sent(title="By its template", intake_template_id=a_template(firm, reminder_rules=rules).id)
    due = (now() + timedelta(days=3)).date()
    a_deadline(firm, matter, due_date=due)
    plan_deadline_reminders(now())
    page = desk.get("/reminders")
    assert f"Before the deadline of {format_date(due, 'en')}" in page.text
    assert shown_time(page).date() == due - timedelta(days=1)

    Matter.update(client_active_at=now()).where(Matter.id == matter.id).execute()
    page = desk.get("/reminders")
    assert NOT_REMINDED[STOPPED] in page.text
    assert (shown_time(page), f"/reminders/{matter.id}/now" in page.text) == (None, True)
    desk.submit("/reminders", f"/reminders/{matter.id}/now")
    assert "Somebody asked for it" in desk.get("/reminders").text


def test_who_wrote_about_all_that_is_open_is_reminded_by_people_only(desk, firm, sent):
    matter = sent()
    [document] = open_documents(firm, matter.id)
    note(firm, matter, document.id, "I never had one.")
    page = desk.get("/reminders")
    assert NOT_REMINDED[EXPLAINED] in page.text
    assert (shown_time(page), f"/reminders/{matter.id}/now" in page.text) == (None, True)
    desk.submit("/reminders", f"/reminders/{matter.id}/now")
    assert "Somebody asked for it" in desk.get("/reminders").text


def test_what_a_person_may_not_see_or_do_is_not_found(firm, rival, sent, signed_in_as):
    matter = sent(title="Silva divorce")
    paralegal = signed_in_as(a_user(firm, "paralegal"))
    for user in (a_user(firm, "staff"), a_user(rival, "admin")):
        browser = signed_in_as(user)
        form = browser.form("/messages", "/logout").fields
        assert "Silva" not in browser.get("/reminders").text
        assert {browser.post(f"/reminders/{matter.id}/{act}", form).status_code for act in (
            "pause", "resume", "now")} == {404}
    assert "Silva" in paralegal.get("/reminders").text
    assert "/pause" not in paralegal.get("/reminders").text
    assert paralegal.post(f"/reminders/{matter.id}/pause").status_code == 404


def test_those_without_a_reminder_follow_the_last_one(desk, firm, rival, sent, monkeypatch):
    monkeypatch.setattr(models, "PER_PAGE", 2)
    later, sooner = sent(days=1), sent(days=2)
    done, earlier, oldest = (sent(days=days) for days in (5, 8, 9))
    settled = Reminder.matter_id.in_([done.id, earlier.id, oldest.id])
    Reminder.update(settled_at=now()).where(Reminder.firm_id == firm.id, settled).execute()
    pages = [re.findall(r'<th scope="row"><a href="/matters/(mat_\w+)/', desk.get(f"/reminders?page={number}").text)
             for number in (1, 2, 3, 4)]

    assert pages == [[sooner.id, later.id], [oldest.id, earlier.id], [done.id], []]


def test_those_of_a_person_by_page_in_few_statements(desk, firm, sent, statements):
    lawyer = a_user(firm)
    for number in range(3):
        sent(assigned_attorney=lawyer.assigned_as[number % 2], title=f"Hers {number}")
    sent(title="Another's")
    path = f"/reminders?assigned={lawyer.id}"
    assert desk.get(path).text.count("Hers") >= 3
    assert "Another&#39;s" not in desk.get(path).text
    with statements() as seen:
        desk.get(path)
    assert len(seen) <= 4, seen
    assert desk.get(f"{path}&page=2").location == path
    for odd in ("page=x", "page=0", f"page={'9' * 400}", "page=²", "assigned=%00"):
        assert desk.get(f"/reminders?{odd}").status_code == 200
