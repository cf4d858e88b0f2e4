"""POST /clients."""

import pytest

from tests.builders import a_client
from tests.core.answers import data, ids, refusal, wrong_fields

ANA = {"first_name": "Ana", "last_name": "Silva"}
WHOLE = ANA | {
    "email": "ana@example.com", "phone": "+15551234567", "date_of_birth": "1985-02-28", "notes": "Prefers the phone.",
    "address": {"line1": "1 Main St", "line2": "Apt 2", "city": "Springfield", "state": "IL", "zip": "62701"},
    "custom_fields": {"language": "pt", "children": 2}}


def test_minimal_client_has_defaults(api):
    client = data(api.post("/clients", ANA), 201)

    assert client["id"].startswith("cli_")
    assert client["created_at"] == client["updated_at"]
    assert (client["matters_count"], client["custom_fields"]) == (0, {})
    assert {client[name] for name in ("email", "phone", "date_of_birth", "notes")} == {None}


def test_all_fields_are_stored(api):
    client = data(api.post("/clients", WHOLE), 201)

    assert client.items() >= WHOLE.items()
    assert data(api.get(f"/clients/{client['id']}")).items() >= WHOLE.items()


@pytest.mark.parametrize("address", [{}, {"city": "Rome"}, {"line1": None, "zip": "00100"}, None])
def test_address_may_be_partial(api, address):
    assert data(api.post("/clients", ANA | {"address": address}), 201)["address"] == address


def test_wrong_fields_of_address_are_named_with_dots(api):
    answer = api.post("/clients", ANA | {"address": {"line1": 5, "city": "x" * 101, "zip": "x" * 21, "country": "IT"}})

    assert wrong_fields(answer) == {"address.line1", "address.city", "address.zip", "address.country"}


@pytest.mark.parametrize("born", ["0001-01-01", "1900-02-28", "2024-02-29", "9999-12-31"])
def test_any_date_is_accepted_as_date_of_birth(api, born):
    assert data(api.post("/clients", ANA | {"date_of_birth": born}), 201)["date_of_birth"] == born


@pytest.mark.parametrize("email", ["ana@example.com", "ANA@Example.COM", "  ana@example.com "])
def test_email_in_other_case_is_a_duplicate(api, firm, email):
    a_client(firm, email="ana@example.com")

    assert refusal(api.post("/clients", ANA | {"email": email})) == (409, "duplicate_email")
    assert len(ids(api.get("/clients"))) == 1


@pytest.mark.parametrize("values", [{}, {"email": None}])
def test_missing_emails_are_not_duplicates(api, values):
    for _ in range(2):
        assert data(api.post("/clients", ANA | values), 201)["email"] is None


def test_same_name_and_phone_are_not_duplicates(api):
    for _ in range(2):
        assert data(api.post("/clients", ANA | {"phone": "+15551234567"}), 201)


def test_other_firm_may_have_same_client(api, rival):
    a_client(rival, email="ana@example.com")

    assert data(api.post("/clients", WHOLE), 201)["email"] == "ana@example.com"


def test_email_keeps_its_case(api):
    assert data(api.post("/clients", ANA | {"email": "Ana.Silva@Example.com"}), 201)["email"] == "Ana.Silva@Example.com"


def test_one_of_concurrent_equal_emails_wins(api, at_once, announced):
    addresses = ["ana@example.com", "ANA@example.com"]

    answers = at_once(6, lambda number: api.post("/clients", ANA | {"email": addresses[number % 2]}))

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert {refusal(answer) for answer in answers if answer.status_code != 201} == {(409, "duplicate_email")}
    assert len(ids(api.get("/clients"))) == len(announced()) == 1


def test_event_excludes_notes(api, announced):
    client = data(api.post("/clients", WHOLE), 201)

    assert client.pop("notes")
    assert announced() == [("client.created", client)]


def test_refused_request_records_no_event(api, announced):
    api.post("/clients", {})

    assert announced() == []
