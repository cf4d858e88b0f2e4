"""PATCH /clients/:id."""

from datetime import date

import pytest

from tests.builders import a_client, a_matter
from tests.core.answers import data, ids, refusal, wrong_fields


@pytest.fixture
def client(firm):
    """A client with all fields."""
    return a_client(firm, email="ana@example.com", phone="+15551234567", date_of_birth=date(1985, 2, 28), notes="n",
                    address={"line1": "1 Main St", "city": "Rome"}, custom_fields={"a": 1})


@pytest.fixture
def path(client):
    return f"/clients/{client.id}"


@pytest.mark.parametrize(("name", "value"), [
    ("first_name", "Zoë"), ("last_name", "Costa"), ("email", "new@example.com"), ("phone", "+390612345678"),
    ("date_of_birth", "1990-12-31"), ("notes", "other"), ("address", {"zip": "00100"}), ("custom_fields", {"b": [2]}),
    ("custom_fields", {}),
])
def test_only_sent_field_changes(api, path, name, value):
    before = data(api.get(path))

    after = data(api.patch(path, {name: value}))

    assert after == before | {name: value, "updated_at": after["updated_at"]}
    assert after["updated_at"] > before["updated_at"]
    assert data(api.get(path)) == after


def test_null_clears_optional_fields(api, path):
    cleared = dict.fromkeys(["email", "phone", "date_of_birth", "notes", "address"])
    assert data(api.patch(path, cleared)).items() >= cleared.items()


def test_null_is_refused_for_required_fields(api, path):
    names = {"first_name", "last_name", "custom_fields"}
    assert wrong_fields(api.patch(path, dict.fromkeys(names))) == names


def test_response_includes_matters(api, firm, client, path):
    matter = a_matter(firm, client_id=client.id)

    assert [shown["id"] for shown in data(api.patch(path, {"notes": "x"}))["matters"]] == [matter.id]


@pytest.mark.parametrize("values", [
    {}, {"email": "ana@example.com"}, {"address": {"city": "Rome", "line1": "1 Main St"}},
])
def test_unchanged_values_keep_updated_at(api, path, values):
    before = data(api.get(path))

    assert data(api.patch(path, values)) == before


def test_numbers_of_custom_fields_are_answered_as_they_are_read(api, path):
    changed = api.patch(path, {"custom_fields": {"a": 1e23}})

    assert b'{"a":100000000000000000000000}' in changed.data
    assert data(api.get(path)) == data(changed)
    assert data(api.patch(path, {"custom_fields": {"a": 1e23}})) == data(changed)  # nothing changes


@pytest.mark.parametrize("email", ["bo@example.com", "BO@EXAMPLE.COM"])
def test_email_of_other_client_is_refused_and_nothing_changes(api, firm, path, email):
    a_client(firm, email="bo@example.com")
    before = data(api.get(path))

    assert refusal(api.patch(path, {"email": email, "notes": "new"})) == (409, "duplicate_email")
    assert data(api.get(path)) == before


def test_client_may_change_case_of_its_email(api, path):
    assert data(api.patch(path, {"email": "ANA@example.com"}))["email"] == "ANA@example.com"


def test_former_email_is_free(api, path):
    api.patch(path, {"email": None})

    assert data(api.post("/clients", {"first_name": "a", "last_name": "b", "email": "ana@example.com"}), 201)


def test_one_of_concurrent_changes_to_same_email_wins(api, firm, at_once):
    clients = [a_client(firm) for _ in range(4)]

    answers = at_once(4, lambda number: api.patch(f"/clients/{clients[number].id}", {"email": "wanted@example.com"}))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


def test_concurrent_changes_of_names_are_all_found(api, path, client, at_once):
    values = [{"first_name": "Zoë"}, {"last_name": "Costa"}, {"email": "zc@example.com"}]

    at_once(3, lambda number: api.patch(path, values[number]))

    assert ids(api.get("/clients?search=zoë costa zc@")) == [client.id]


def test_changing_client_records_no_event(api, path, announced):
    events = announced()

    api.patch(path, {"notes": "x"})

    assert announced() == events
