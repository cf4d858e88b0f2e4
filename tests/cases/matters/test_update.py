"""PATCH /matters/:id (interface, "Matters"; decisions.md 4)."""

import json
from itertools import permutations

import pytest

from intake.cases.matters.models import Matter
from tests.builders import a_client, a_document, a_matter
from tests.core.answers import data, refusal, wrong_fields

STATUSES = ("active", "closed", "archived")


@pytest.fixture
def matter(firm):
    """A matter that has everything a matter can have."""
    return a_matter(firm, client_id=a_client(firm).id, description="d", assigned_attorney="usr_1", tags=["a"],
                    intake_template_id="tmpl_1", custom_fields={"a": 1})


@pytest.fixture
def path(matter):
    return f"/matters/{matter.id}"


@pytest.mark.parametrize(("name", "value"), [
    ("title", "Another"), ("practice_area", "criminal"), ("description", "x"), ("assigned_attorney", "atty_2"),
    ("intake_template_id", "tmpl_2"), ("custom_fields", {"b": [1, {"c": None}]}), ("custom_fields", {}),
    ("tags", ["b", "c"]), ("tags", []), ("status", "closed"),
])
def test_only_the_field_that_is_sent_changes(api, path, announced, name, value):
    before = data(api.get(path))

    after = data(api.patch(path, {name: value}))

    assert after == before | {name: value, "updated_at": after["updated_at"]}
    assert after["updated_at"] > before["updated_at"]
    assert data(api.get(path)) == after
    assert announced()[-1] == ("matter.updated", after)


def test_several_fields_change_together_and_are_announced_once(api, path, announced):
    before = len(announced())

    after = data(api.patch(path, {"title": "Another", "status": "closed", "tags": []}))

    assert (after["title"], after["status"], after["tags"]) == ("Another", "closed", [])
    assert len(announced()) == before + 1


@pytest.mark.parametrize("name", ["description", "assigned_attorney", "intake_template_id"])
def test_null_empties_what_may_be_empty(api, path, name):
    assert data(api.patch(path, {name: None}))[name] is None


def test_null_takes_the_client_away(api, path, matter):
    after = data(api.patch(path, {"client_id": None}))

    assert after["client"] is None
    assert "client_id" not in after
    assert data(api.get(f"/clients/{matter.client_id}"))["matters_count"] == 0


@pytest.mark.parametrize("name", ["title", "practice_area", "status", "custom_fields", "tags"])
def test_null_is_refused_for_what_may_not(api, path, name):
    assert wrong_fields(api.patch(path, {name: None})) == {name}


def test_another_client_takes_over(api, path, firm, matter):
    other = a_client(firm, first_name="Bo")

    after = data(api.patch(path, {"client_id": other.id}))

    assert (after["client_id"], after["client"]["first_name"]) == (other.id, "Bo")
    assert data(api.get(f"/clients/{other.id}"))["matters_count"] == 1
    assert data(api.get(f"/clients/{matter.client_id}"))["matters_count"] == 0


@pytest.mark.parametrize("client_id", ["cli_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense", "", " "])
def test_an_unknown_client_is_not_found_and_nothing_changes(api, path, announced, client_id):
    before, told = data(api.get(path)), announced()

    assert refusal(api.patch(path, {"title": "Another", "client_id": client_id})) == (404, "client_not_found")
    assert data(api.get(path)) == before
    assert announced() == told


@pytest.mark.parametrize("values", [
    {}, {"title": " Matter of itself "}, {"custom_fields": {"a": 1}}, {"tags": ["a"]}, {"status": "active"},
    {"id": "mat_x", "documents_count": 5},
])
def test_a_change_that_changes_nothing_announces_nothing(api, path, announced, values):
    api.patch(path, {"title": "Matter of itself"})
    before, told = data(api.get(path)), announced()

    assert data(api.patch(path, values)) == before
    assert announced() == told


@pytest.mark.parametrize(("before", "after"), [(1, True), (True, 1), (0, False), ([1], [True])])
def test_one_is_not_true(api, firm, before, after):
    matter = a_matter(firm, custom_fields={"a": before})

    shown = data(api.patch(f"/matters/{matter.id}", {"custom_fields": {"a": after}}))

    assert json.dumps(shown["custom_fields"]) == json.dumps({"a": after})


@pytest.mark.parametrize(("before", "after"), list(permutations(STATUSES, 2)))
def test_every_status_may_follow_every_other(api, firm, announced, before, after):
    matter = a_matter(firm, status=before)

    shown = data(api.patch(f"/matters/{matter.id}", {"status": after}))

    assert shown["status"] == after
    assert announced()[-1] == ("matter.archived" if after == "archived" else "matter.updated", shown)


@pytest.mark.parametrize("status", STATUSES)
def test_the_same_status_again_is_no_change(api, firm, announced, status):
    matter = a_matter(firm, status=status)
    told = announced()

    assert data(api.patch(f"/matters/{matter.id}", {"status": status}))["status"] == status
    assert announced() == told


def test_archiving_sets_and_restoring_clears_the_moment(api, path, matter):
    api.patch(path, {"status": "archived"})
    archived_at = Matter.get_by_id(matter.id).archived_at
    api.patch(path, {"title": "Still archived"})
    assert Matter.get_by_id(matter.id).archived_at == archived_at is not None

    api.patch(path, {"status": "active"})

    assert Matter.get_by_id(matter.id).archived_at is None


@pytest.mark.parametrize("title", ["Taken", "TAKEN", " taken "])
def test_a_title_of_another_matter_is_refused_and_nothing_changes(api, firm, path, announced, title):
    a_matter(firm, title="Taken")
    before, told = data(api.get(path)), announced()

    assert refusal(api.patch(path, {"title": title, "tags": ["new"]})) == (422, "duplicate_matter")
    assert data(api.get(path)) == before
    assert announced() == told


def test_its_own_title_may_change_its_case(api, path):
    api.patch(path, {"title": "smith"})

    assert data(api.patch(path, {"title": "SMITH"}))["title"] == "SMITH"


def test_a_title_that_was_given_up_is_free(api, firm, path):
    api.patch(path, {"title": "Given up"})
    api.patch(path, {"title": "Another"})

    assert a_matter(firm, title="given up").id


def test_of_two_that_take_one_title_at_once_one_wins(api, firm, at_once):
    matters = [a_matter(firm) for _ in range(4)]

    answers = at_once(4, lambda number: api.patch(f"/matters/{matters[number].id}", {"title": "Wanted"}))

    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]


def test_changes_of_different_fields_at_once_are_all_kept(api, path, at_once):
    values = [{"description": "new"}, {"tags": ["new"]}, {"assigned_attorney": "new"}, {"status": "closed"}]

    at_once(4, lambda number: api.patch(path, values[number]))

    shown = data(api.get(path))
    assert all(shown.items() >= value.items() for value in values)


def test_counting_documents_is_no_change_of_the_matter(api, firm, path, matter, announced):
    before, told = data(api.get(path)), announced()

    a_document(firm, matter)

    assert data(api.get(path)) == before | {"documents_count": 1}
    assert announced() == told


def test_an_unknown_matter_is_not_found(api):
    assert refusal(api.patch("/matters/mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", {"title": "a"})) == (404, "matter_not_found")
