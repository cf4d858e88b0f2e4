"""A person's calendar at its secret address."""

import re
from datetime import datetime, timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.calendar_addresses.actions import make_feed
from intake.accounts.calendar_addresses.models import CalendarFeed
from intake.accounts.sessions.actions import end_all
from intake.accounts.sessions.models import Session
from intake.accounts.sessions.passwords import actions as passwords
from intake.cases.deadlines.models import Deadline
from intake.core.clock import now
from intake.core.local_time import today_in
from tests.builders import a_deadline, a_matter, a_user
from tests.conftest import Api

AGAIN = "/deadlines/calendar"


@pytest.fixture
def lawyer(firm):
    return a_user(firm)


@pytest.fixture
def desk(lawyer, signed_in_as):
    return signed_in_as(lawyer)


@pytest.fixture
def make(desk):
    """Create the lawyer's calendar address and return its path: `make("all")`."""
    def made(which="mine", browser=desk):
        page = browser.post(AGAIN, browser.form("/deadlines", AGAIN).fields | {"which": which})
        return re.search(r'value="https?://[^/"]+(/calendars/[A-Za-z0-9]{40}\.ics)"', page.text)[1]

    return made


@pytest.fixture
def read(app):
    """Read an address as a calendar program does, without a session."""
    program = Api(app)

    def get(path, **headers):
        with app.app_context():
            return program.client.get(path, headers=headers)

    return get


def unfolded(answer):
    """Return the lines of a calendar, with folded lines joined."""
    return answer.get_data(as_text=True).replace("\r\n ", "").split("\r\n")


def test_events_are_whole_days_with_stable_ids(firm, lawyer, make, read):
    matter = a_matter(firm, title="Silva; Costa, \\ & Ünal" + "ü" * 60, assigned_attorney=lawyer.assigned_as[1])
    deadline = a_deadline(firm, matter, title="Hearing\r\nEND:VEVENT", notes="Room 3")
    answer = read(make())
    lines = unfolded(answer)

    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    assert answer.headers["Cache-Control"].startswith("private")
    assert [line for line in lines if line.startswith(("BEGIN", "END"))] == [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR"]
    assert "DTSTART;VALUE=DATE:20270301" in lines
    assert any(line.startswith(f"UID:{deadline.id}@") for line in lines)
    assert any(line.endswith(f"/deadlines/{deadline.id}") for line in lines)
    assert f"SUMMARY:Hearing\\nEND:VEVENT · Silva\\; Costa\\, \\\\ & Ünal{'ü' * 60}" in lines
    assert "Room 3" not in answer.text
    assert max(len(line) for line in answer.data.split(b"\r\n")) <= 75
    assert [line for line in unfolded(read(make())) if line.startswith("UID")] == [
        line for line in lines if line.startswith("UID")]


def test_event_says_when_it_was_changed_last(firm, lawyer, make, read):
    matter, path = a_matter(firm, assigned_attorney=lawyer.id), make()
    deadline = a_deadline(firm, matter, dated_at=now() - timedelta(days=9))
    matter.change(updated_at=now() - timedelta(days=8))

    def stamps():
        return {datetime.strptime(line.partition(":")[2], "%Y%m%dT%H%M%S%z").date() for line in unfolded(read(path))
                if line.startswith(("DTSTAMP", "LAST-MODIFIED"))}

    Deadline.update(title="Hearing").where(Deadline.id == deadline.id).execute()  # which notes that it changed
    assert stamps() == {now().date()}
    matter.change(updated_at=now() + timedelta(days=1))  # as another title does
    assert stamps() == {(now() + timedelta(days=1)).date()}


def test_only_what_the_person_may_see_and_wants(firm, rival, lawyer, make, read, signed_in_as):
    staff = a_user(firm, "staff")
    mine = a_matter(firm, title="Mine", assigned_attorney=lawyer.id)
    theirs = a_matter(firm, title="Theirs", assigned_attorney=staff.id)
    closed = a_matter(firm, title="Closed", assigned_attorney=lawyer.id)
    for matter in (mine, theirs, closed):
        a_deadline(firm, matter)
    closed.change(status="closed")
    a_deadline(firm, mine, title="Done").change(completed=True)
    a_deadline(firm, mine, title="Long past", due_date=(now() - timedelta(days=400)).date())
    a_deadline(rival, a_matter(rival, title="Rival's"))

    def summaries(path):
        return sorted(line for line in unfolded(read(path)) if line.startswith("SUMMARY"))

    assert summaries(make("mine")) == ["SUMMARY:Answer · Mine"]
    assert summaries(make("all")) == ["SUMMARY:Answer · Mine", "SUMMARY:Answer · Theirs"]
    assert summaries(make("all", signed_in_as(staff))) == ["SUMMARY:Answer · Theirs"]


def test_of_too_many_those_to_come_are_there(firm, lawyer, make, read, monkeypatch):
    monkeypatch.setattr("intake.cases.calendars.models.MAX_EVENTS", 4)
    matter, today = a_matter(firm, title="M", assigned_attorney=lawyer.id), today_in(firm.timezone)
    for days in (-300, -9, -2, 0, 1, 40):
        a_deadline(firm, matter, title=f"D{days}", due_date=today + timedelta(days=days))
    found = [line for line in unfolded(read(make())) if line.startswith("SUMMARY")]
    assert found == [f"SUMMARY:D{days} · M" for days in (0, 1, 40, -2)]


def test_unchanged_calendar_is_not_sent_again(firm, lawyer, make, read):
    path = make()
    tag = read(path).headers["ETag"]
    assert read(path, **{"If-None-Match": tag}).status_code == 304
    a_deadline(firm, a_matter(firm, assigned_attorney=lawyer.id))
    assert read(path, **{"If-None-Match": tag}).status_code == 200


def test_address_ends_when_it_is_replaced_revoked_or_its_person_suspended(
        firm, desk, lawyer, make, read, signed_in_as):
    first, second = make(), make()
    assert (read(first).status_code, read(second).status_code) == (404, 200)
    assert CalendarFeed.of(firm).count() == 1
    assert second[11:-4] not in {row.token_digest for row in CalendarFeed.of(firm)}
    assert second not in desk.get("/deadlines").text  # shown once

    lawyer.change(status="suspended")
    assert read(second).status_code == 404
    lawyer.change(status="active")
    firm.suspended_at = now()
    firm.save()
    assert read(second).status_code == 404
    firm.suspended_at = None
    firm.save()
    assert read(second).status_code == 200
    revoke = "/deadlines/calendar/revoke"
    desk = signed_in_as(lawyer)  # the suspension ended the session
    assert desk.submit("/deadlines", revoke).headers["Location"] == "/deadlines?done=revoked"
    assert read(second).status_code == 404
    actions = [row.action for row in AuditEntry.of(firm).where(AuditEntry.record_type == "calendar_feed").order_by(
        AuditEntry.id)]
    assert actions == ["calendar_feed.created", "calendar_feed.created", "calendar_feed.revoked"]


def session_of(user):
    session = Session.of_user(user).get()
    session.user = user
    return session


@pytest.mark.parametrize("end", [
    lambda lawyer: end_all(lawyer, lawyer.id), lambda lawyer: passwords.assign(lawyer, "correct horse battery"),
    lambda lawyer: passwords.change(session_of(lawyer), "correct horse", True, end_applications=True)],
    ids=["signed-out-everywhere", "password-set", "password-changed"])
def test_address_ends_with_everything_that_somebody_else_may_have(lawyer, make, read, end):
    path = make()
    assert read(path).status_code == 200
    end(lawyer)
    assert read(path).status_code == 404


def test_firm_whose_subscription_ended_reads_it_for_as_long_as_everything_else(firm, make, read):
    path = make()
    firm.change(read_only_from=now() - timedelta(days=1), closed_from=now() + timedelta(days=89))
    assert read(path).status_code == 200
    firm.change(closed_from=now())
    answer = read(path)
    assert (answer.status_code, answer.json["error"]["code"]) == (402, "payment_required")


@pytest.mark.parametrize("token", ["x", "A" * 40, "A" * 4000, "%00", "é", "..%2f"])
def test_unknown_addresses_are_not_found(app, read, token):
    assert read(f"/calendars/{token}.ics").status_code == 404


def test_reading_is_limited_and_the_secret_is_not_logged(make, read, caplog):
    caplog.set_level("DEBUG")
    path = make()
    statuses = [read(path).status_code for _ in range(25)]

    assert (statuses[0], statuses[-1]) == (200, 429)
    logged = "\n".join(str(vars(record)) for record in caplog.records if record.name.startswith("intake"))
    assert "/calendars/<token>.ics" in logged
    assert path[11:-4] not in logged


def test_two_addresses_made_at_once_leave_one(app, at_once, firm, lawyer):
    made = at_once(4, lambda _: make_feed(lawyer, True))

    assert len(set(made)) == 4
    assert CalendarFeed.of(firm).count() == 1
