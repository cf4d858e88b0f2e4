"""POST /matters/:id/deadlines."""

import pytest

from tests.builders import a_matter
from tests.core.answers import data, wrong_fields

ANSWER = {"title": "Answer due", "due_date": "2027-03-01"}


@pytest.fixture
def path(firm):
    return f"/matters/{a_matter(firm).id}/deadlines"


def test_minimal_deadline_has_defaults(api, path):
    deadline = data(api.post(path, ANSWER), 201)

    assert deadline["id"].startswith("dl_")
    assert deadline == ANSWER | {
        "id": deadline["id"], "type": "other", "notes": None, "completed": False, "created_at": deadline["created_at"]}


@pytest.mark.parametrize("type", ["filing", "hearing", "statute", "other"])
def test_every_type_is_accepted(api, path, type):
    given = ANSWER | {"type": type, "notes": "Room 5"}

    assert data(api.post(path, given), 201).items() >= given.items()


def test_a_deadline_that_was_met_elsewhere_is_recorded_as_completed(api, path):
    assert data(api.post(path, ANSWER | {"completed": True}), 201)["completed"] is True
    assert wrong_fields(api.post(path, ANSWER | {"completed": None})) == {"completed"}


@pytest.mark.parametrize("day", ["1999-12-31", "2028-02-29", "9999-12-31"])
def test_any_date_is_accepted_as_due_date(api, path, day):
    assert data(api.post(path, ANSWER | {"due_date": day}), 201)["due_date"] == day


def test_date_that_does_not_exist_is_refused(api, path):
    assert wrong_fields(api.post(path, ANSWER | {"due_date": "2027-02-29"})) == {"due_date"}


def test_equal_deadlines_are_allowed(api, path):
    assert data(api.post(path, ANSWER), 201)["id"] != data(api.post(path, ANSWER), 201)["id"]


def test_no_event_is_recorded(api, path, announced):
    events = announced()

    api.post(path, ANSWER)

    assert announced() == events
