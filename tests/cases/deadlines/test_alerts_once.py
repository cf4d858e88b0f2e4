"""Each alert of a deadline is given once, and only while it holds (decisions.md 10)."""

from datetime import UTC, date, datetime

import pytest

from intake.accounts.firms.actions import suspend
from intake.cases.deadlines.models import Deadline
from intake.messaging.notifications.jobs import notify_deadlines_approaching
from intake.messaging.notifications.models import Notification
from tests.builders import a_deadline, a_matter
from tests.core.answers import data

DUE = date(2027, 6, 10)
WEEK_BEFORE = datetime(2027, 6, 3, 13, 0, tzinfo=UTC)
DAY_BEFORE = datetime(2027, 6, 9, 13, 0, tzinfo=UTC)


@pytest.fixture
def told(firm):
    """What the firm was told, the oldest first: `told()`."""
    return lambda: [row.message for row in Notification.of(firm).order_by(Notification.created_at, Notification.id)]


@pytest.fixture
def deadline(firm):
    return a_deadline(firm, a_matter(firm, title="Smith v. Jones"), title="Answer", due_date=DUE)


def test_a_firm_is_told_twice(deadline, told):
    for moment in (WEEK_BEFORE, WEEK_BEFORE, DAY_BEFORE, DAY_BEFORE):
        notify_deadlines_approaching(moment)
    assert told() == ["“Answer” of “Smith v. Jones” is due on 2027-06-10, in 7 days.",
                      "“Answer” of “Smith v. Jones” is due on 2027-06-10, tomorrow."]


def test_it_names_the_records(firm, deadline):
    notify_deadlines_approaching(WEEK_BEFORE)
    [row] = Notification.of(firm)
    assert (row.type, row.data) == (
        "deadline_approaching", {"matter_id": deadline.matter_id, "deadline_id": deadline.id})


def test_each_firm_has_its_own_clock(firm, rival, deadline):
    rival.change(timezone="Europe/Madrid")
    a_deadline(rival, due_date=DUE)
    notify_deadlines_approaching(datetime(2027, 6, 3, 7, 0, tzinfo=UTC))
    assert [Notification.of(each).count() for each in (firm, rival)] == [0, 1]
    notify_deadlines_approaching(WEEK_BEFORE)
    assert [Notification.of(each).count() for each in (firm, rival)] == [1, 1]


def test_one_that_fails_does_not_keep_the_others(firm, rival, told):
    rival.change(timezone="Mars/Olympus")
    a_deadline(rival, due_date=DUE)
    a_deadline(firm, due_date=DUE)
    notify_deadlines_approaching(WEEK_BEFORE)
    assert len(told()) == 1


def test_of_many_workers_one_tells(deadline, told, at_once):
    at_once(6, lambda _: notify_deadlines_approaching(WEEK_BEFORE))
    assert len(told()) == 1


def test_a_moved_deadline_is_told_of_for_its_new_date(api, deadline, told):
    notify_deadlines_approaching(WEEK_BEFORE)
    path = f"/matters/{deadline.matter_id}/deadlines/{deadline.id}"
    data(api.patch(path, {"due_date": "2027-06-20"}))
    notify_deadlines_approaching(DAY_BEFORE)
    notify_deadlines_approaching(datetime(2027, 6, 13, 13, 0, tzinfo=UTC))
    assert [message.split("due on ")[1] for message in told()] == ["2027-06-10, in 7 days.", "2027-06-20, in 7 days."]

    data(api.patch(path, {"due_date": "2027-06-10"}))
    notify_deadlines_approaching(WEEK_BEFORE)
    assert len(told()) == 2


def test_moving_a_deadline_is_noted_and_nothing_else_is(api, deadline):
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
def test_what_is_over_is_not_told_of(api, firm, deadline, told, end):
    end(api, firm, deadline, f"/matters/{deadline.matter_id}/deadlines/{deadline.id}")
    notify_deadlines_approaching(WEEK_BEFORE)
    notify_deadlines_approaching(DAY_BEFORE)
    assert told() == []


def test_a_reopened_deadline_is_told_of(api, deadline, told):
    path = f"/matters/{deadline.matter_id}/deadlines/{deadline.id}"
    data(api.patch(path, {"completed": True}))
    notify_deadlines_approaching(WEEK_BEFORE)
    data(api.patch(path, {"completed": False}))
    notify_deadlines_approaching(WEEK_BEFORE)
    assert len(told()) == 1


def test_it_asks_the_database_a_bounded_number_of_times(firm, deadline, statements):
    matter = a_matter(firm)
    for _ in range(10):
        a_deadline(firm, matter, due_date=DUE)
    notify_deadlines_approaching(WEEK_BEFORE)
    with statements() as seen:
        notify_deadlines_approaching(WEEK_BEFORE)
    assert len(seen) == 2
