"""PATCH /matters/:id."""

import json
from itertools import permutations

import pytest

from intake.cases.matters.models import Matter
from tests.builders import a_client, a_document, a_matter
from tests.core.answers import data, refusal, without_retention, wrong_fields

STATUSES = ("active", "closed", "archived")


@pytest.fixture
def matter(firm):
    """A matter with all fields."""
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
def test_only_sent_field_changes(api, path, announced, name, value):
    before = data(api.get(path))

    after = data(api.patch(path, {name: value}))

    assert after == before | {name: value, "updated_at": after["updated_at"]}
    assert after["updated_at"] > before["updated_at"]
    assert data(api.get(path)) == after
    assert announced()[-1] == ("matter.updated", without_retention(after))


def test_several_changed_fields_record_one_event(api, path, announced):
    before = len(announced())

    after = data(api.patch(path, {"title": "Another", "status": "closed", "tags": []}))

    assert (after["title"], after["status"], after["tags"]) == ("Another", "closed", [])
    assert len(announced()) == before + 1


def test_null_clears_optional_fields(api, path):
    cleared = dict.fromkeys(["description", "assigned_attorney", "intake_template_id"])
    assert data(api.patch(path, cleared)).items() >= cleared.items()


def test_null_removes_client(api, path, matter):
    after = data(api.patch(path, {"client_id": None}))

    assert after["client"] is None
    assert "client_id" not in after
    assert data(api.get(f"/clients/{matter.client_id}"))["matters_count"] == 0


def test_null_is_refused_for_required_fields(api, path):
    names = {"title", "practice_area", "status", "custom_fields", "tags"}
    assert wrong_fields(api.patch(path, dict.fromkeys(names))) == names


def test_client_can_be_replaced(api, path, firm, matter):
    other = a_client(firm, first_name="Bo")

    after = data(api.patch(path, {"client_id": other.id}))

    assert (after["client_id"], after["client"]["first_name"]) == (other.id, "Bo")
    assert data(api.get(f"/clients/{other.id}"))["matters_count"] == 1
    assert data(api.get(f"/clients/{matter.client_id}"))["matters_count"] == 0


@pytest.mark.parametrize("client_id", ["cli_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense", "", " "])
def test_unknown_client_gets_404_and_nothing_changes(api, path, announced, client_id):
    before, events = data(api.get(path)), announced()

    assert refusal(api.patch(path, {"title": "Another", "client_id": client_id})) == (404, "client_not_found")
    assert data(api.get(path)) == before
    assert announced() == events


@pytest.mark.parametrize("values", [
    {}, {"title": " Matter of itself "}, {"custom_fields": {"a": 1}}, {"tags": ["a"]}, {"status": "active"},
    {"id": "mat_x", "documents_count": 5},
])
def test_unchanged_values_record_no_event(api, path, announced, values):
    api.patch(path, {"title": "Matter of itself"})
    before, events = data(api.get(path)), announced()

    assert data(api.patch(path, values)) == before
    assert announced() == events


@pytest.mark.parametrize(("before", "after"), [(1, True), (True, 1), (0, False), ([1], [True])])
def test_json_numbers_and_booleans_differ(api, firm, before, after):
    matter = a_matter(firm, custom_fields={"a": before})

    shown = data(api.patch(f"/matters/{matter.id}", {"custom_fields": {"a": after}}))

    assert json.dumps(shown["custom_fields"]) == json.dumps({"a": after})


@pytest.mark.parametrize(("before", "after"), list(permutations(STATUSES, 2)))
def test_every_status_transition_is_allowed(api, firm, announced, before, after):
    matter = a_matter(firm, status=before)

    shown = data(api.patch(f"/matters/{matter.id}", {"status": after}))

    assert shown["status"] == after
    assert announced()[-1] == ("matter.archived" if after == "archived" else "matter.updated", without_retention(shown))


@pytest.mark.parametrize("status", STATUSES)
def test_same_status_records_no_event(api, firm, announced, status):
    matter = a_matter(firm, status=status)
    events = announced()

    assert data(api.patch(f"/matters/{matter.id}", {"status": status}))["status"] == status
    assert announced() == events


def test_archiving_sets_and_restoring_clears_archived_at(api, path, matter):
    api.patch(path, {"status": "archived"})
    archived_at = Matter.get_by_id(matter.id).archived_at
    api.patch(path, {"title": "Still archived"})
    assert Matter.get_by_id(matter.id).archived_at == archived_at is not None

    api.patch(path, {"status": "active"})

    assert Matter.get_by_id(matter.id).archived_at is None


@pytest.mark.parametrize("title", ["Taken", "TAKEN", " taken "])
def test_title_of_other_matter_is_refused_and_nothing_changes(api, firm, path, announced, title):
    a_matter(firm, title="Taken")
    before, events = data(api.get(path)), announced()

    assert refusal(api.patch(path, {"title": title, "tags": ["new"]})) == (422, "duplicate_matter")
    assert data(api.get(path)) == before
    assert announced() == events


def test_matter_may_change_case_of_its_title(api, path):
    api.patch(path, {"title": "smith"})

    assert data(api.patch(path, {"title": "SMITH"}))["title"] == "SMITH"


def test_former_title_is_free(api, firm, path):
    api.patch(path, {"title": "Given up"})
    api.patch(path, {"title": "Another"})

    assert a_matter(firm, title="given up").id


def test_one_of_concurrent_changes_to_same_title_wins(api, firm, at_once):
    matters = [a_matter(firm) for _ in range(4)]

    answers = at_once(4, lambda number: api.patch(f"/matters/{matters[number].id}", {"title": "Wanted"}))

    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]


def test_concurrent_changes_of_different_fields_are_kept(api, path, at_once):
    values = [{"description": "new"}, {"tags": ["new"]}, {"assigned_attorney": "new"}, {"status": "closed"}]

    at_once(4, lambda number: api.patch(path, values[number]))

    shown = data(api.get(path))
    assert all(shown.items() >= value.items() for value in values)


def test_new_document_keeps_updated_at_of_matter(api, firm, path, matter, announced):
    before, events = data(api.get(path)), announced()

    a_document(firm, matter)

    assert data(api.get(path)) == before | {"documents_count": 1}
    assert announced() == events
