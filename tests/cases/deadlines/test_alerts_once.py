"""Each alert of a deadline is sent once, and only while it applies."""

from datetime import UTC, date, datetime

import pytest

from intake.accounts.firms.actions import suspend
from intake.cases.deadlines.models import Deadline
from intake.messaging.notifications import states
from intake.messaging.notifications.jobs import notify_deadlines_approaching
from intake.messaging.notifications.models import Notification
from tests.builders import a_deadline, a_matter
from tests.core.answers import data

DUE = date(2027, 6, 10)
WEEK_BEFORE = datetime(2027, 6, 3, 13, 0, tzinfo=UTC)
DAY_BEFORE = datetime(2027, 6, 9, 13, 0, tzinfo=UTC)


@pytest.fixture
def messages(firm):
    """Return the texts of the firm's notifications, oldest first: `messages()`."""
    return lambda: [row.message for row in Notification.of(firm).order_by(Notification.created_at, Notification.id)]


@pytest.fixture
def deadline(firm):
    return a_deadline(firm, a_matter(firm, title="Smith v. Jones"), title="Answer", due_date=DUE)


def test_firm_is_notified_7_days_and_1_day_before(deadline, messages):
    for moment in (WEEK_BEFORE, WEEK_BEFORE, DAY_BEFORE, DAY_BEFORE):
        notify_deadlines_approaching(moment)
    assert messages() == ["“Answer” in “Smith v. Jones” is due on June 10, 2027, in 7 days.",
                      "“Answer” in “Smith v. Jones” is due on June 10, 2027, tomorrow."]


def test_near_deadlines_are_read_in_batches(firm, monkeypatch, statements, messages):
    matter = a_matter(firm)
    for _ in range(5):
        a_deadline(firm, matter, due_date=DUE)
    monkeypatch.setattr(states, "DEADLINES_AT_ONCE", 2)
    with statements() as seen:
        notify_deadlines_approaching(WEEK_BEFORE)
    assert len(messages()) == 5
    assert len([sql for sql in seen if '"occasion" IN' in sql]) >= 3


def test_notification_has_ids_of_records(firm, deadline):
    notify_deadlines_approaching(WEEK_BEFORE)
    [row] = Notification.of(firm)
    assert (row.type, row.data) == (
        "deadline_approaching", {"matter_id": deadline.matter_id, "deadline_id": deadline.id})


def test_each_firm_has_its_own_time_zone(firm, rival, deadline):
    rival.change(timezone="Europe/Madrid")
    a_deadline(rival, due_date=DUE)
    notify_deadlines_approaching(datetime(2027, 6, 3, 7, 0, tzinfo=UTC))
    assert [Notification.of(each).count() for each in (firm, rival)] == [0, 1]
    notify_deadlines_approaching(WEEK_BEFORE)
    assert [Notification.of(each).count() for each in (firm, rival)] == [1, 1]


def test_failing_deadline_does_not_stop_others(firm, rival, messages):
    rival.change(timezone="Mars/Olympus")
    a_deadline(rival, due_date=DUE)
    a_deadline(firm, due_date=DUE)
    notify_deadlines_approaching(WEEK_BEFORE)
    assert len(messages()) == 1


def test_one_of_concurrent_workers_notifies(deadline, messages, at_once):
    at_once(6, lambda _: notify_deadlines_approaching(WEEK_BEFORE))
    assert len(messages()) == 1


def test_moved_deadline_is_notified_for_new_date(api, deadline, messages):
    notify_deadlines_approaching(WEEK_BEFORE)
    path = f"/matters/{deadline.matter_id}/deadlines/{deadline.id}"
    data(api.patch(path, {"due_date": "2027-06-20"}))
    notify_deadlines_approaching(DAY_BEFORE)
    notify_deadlines_approaching(datetime(2027, 6, 13, 13, 0, tzinfo=UTC))
    assert [message.split("due on ")[1] for message in messages()] == [
        "June 10, 2027, in 7 days.", "June 20, 2027, in 7 days."]

    data(api.patch(path, {"due_date": "2027-06-10"}))
    notify_deadlines_approaching(WEEK_BEFORE)
    assert len(messages()) == 2


def test_only_a_new_date_sets_dated_at(api, deadline):
    path = f"/matters/{deadline.matter_id}/deadlines/{deadline.id}"
    data(api.patch(path, {"title": "Reply", "completed": True}))
    assert Deadline.of(deadline).get().dated_at == deadline.dated_at
    data(api.patch(path, {"due_date": "2027-06-20"}))
    assert Deadline.of(deadline).get().dated_at > deadline.dated_at


@pytest.mark.parametrize("end", [
    lambda api, firm, deadline, path: data(api.patch(path, {"completed": True})),
    lambda api, firm, deadline, path: data(api.delete(path)),
    lambda api, firm, deadline, path: data(api.post(f"/matters/{deadline.matter_id}/archive")),
    lambda api, firm, deadline, path: data(api.patch(f"/matters/{deadline.matter_id}", {"status": "closed"})),
    lambda api, firm, deadline, path: suspend(firm.id),
], ids=["completed", "deleted", "matter archived", "matter closed", "firm suspended"])
def test_inactive_deadline_is_not_notified(api, firm, deadline, messages, end):
    end(api, firm, deadline, f"/matters/{deadline.matter_id}/deadlines/{deadline.id}")
    notify_deadlines_approaching(WEEK_BEFORE)
    notify_deadlines_approaching(DAY_BEFORE)
    assert messages() == []


def test_reopened_deadline_is_notified(api, deadline, messages):
    path = f"/matters/{deadline.matter_id}/deadlines/{deadline.id}"
    data(api.patch(path, {"completed": True}))
    notify_deadlines_approaching(WEEK_BEFORE)
    data(api.patch(path, {"completed": False}))
    notify_deadlines_approaching(WEEK_BEFORE)
    assert len(messages()) == 1


def test_number_of_statements_is_constant(firm, deadline, statements):
    matter = a_matter(firm)
    for _ in range(10):
        a_deadline(firm, matter, due_date=DUE)
    notify_deadlines_approaching(WEEK_BEFORE)
    with statements() as seen:
        notify_deadlines_approaching(WEEK_BEFORE)
    assert len(seen) == 2
