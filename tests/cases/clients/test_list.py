"""GET /clients: every parameter."""

import pytest

from tests.builders import a_client, a_matter
from tests.core.answers import data, ids


@pytest.fixture
def people(firm):
    """Three clients by their first names."""
    return {
        "Ana": a_client(firm, first_name="Ana", last_name="silva", email="Ana.S@Example.com", phone="+15551234567"),
        "Bo": a_client(firm, first_name="Bo", last_name="Øster", email="bo@anabel.org"),
        "Zoë": a_client(firm, first_name="Zoë", last_name="Abel")}


def test_row_has_fewer_fields_than_client(api, firm):
    client = a_client(firm, email="ana@example.com", phone="+15551234567", notes="internal")
    a_matter(firm, client_id=client.id)

    [row] = data(api.get("/clients"))

    whole = data(api.get(f"/clients/{client.id}"))
    names = {"id", "first_name", "last_name", "email", "phone", "matters_count", "created_at"}
    assert row == {name: whole[name] for name in names}
    assert row["matters_count"] == 1


@pytest.mark.parametrize(("search", "found"), [
    ("ana", {"Ana", "Bo"}), ("ANA", {"Ana", "Bo"}), ("silva", {"Ana"}), ("ilv", {"Ana"}), ("ana silva", {"Ana"}),
    ("silva ana", {"Ana"}), ("ana.s@example", {"Ana"}), ("zOË", {"Zoë"}), ("øst", {"Bo"}), ("@", {"Ana", "Bo"}),
    ("nobody", set()), ("ana zoë", set()), ("%", set()), ("_", set()), ("5551", set()),
])
def test_every_word_must_occur_in_name_or_email(api, people, search, found):
    answer = api.get("/clients", query_string={"search": search})

    assert set(ids(answer)) == {people[name].id for name in found}
    assert answer.json["pagination"]["total"] == len(found)


def test_changed_name_is_found_instead_of_old_one(api, people):
    api.patch(f"/clients/{people['Ana'].id}", {"last_name": "Costa", "email": "costa@example.net"})

    assert ids(api.get("/clients?search=costa")) == [people["Ana"].id]
    assert ids(api.get("/clients?search=silva")) == ids(api.get("/clients?search=example.com")) == []


@pytest.mark.parametrize(("query", "order"), [
    ("", ["Zoë", "Bo", "Ana"]), ("?order=asc", ["Ana", "Bo", "Zoë"]),
    ("?sort=created_at&order=desc", ["Zoë", "Bo", "Ana"]), ("?sort=last_name&order=asc", ["Zoë", "Bo", "Ana"]),
    ("?sort=last_name", ["Ana", "Bo", "Zoë"]), ("?sort=last_name&search=ana", ["Ana", "Bo"]),
])
def test_rows_are_sorted_and_newest_first_by_default(api, people, query, order):
    assert ids(api.get(f"/clients{query}")) == [people[name].id for name in order]


def test_names_are_sorted_as_in_an_address_book(api, firm):
    names = ["Álvarez, Ana", "alvarez, Bea", "ÁLVAREZ, Çelik", "Álvarez Ruiz, Ana", "Núñez, Ana", "Nuñez, Zoe",
             "O’Dea, Ana", "O'Dea, Bea", "O´Dea, Cal", "Oz, A", "Zu, A", ", ".join(["\ufdfa" * 100] * 2), "\u65e5, A"]
    for name in reversed(names):
        last_name, first_name = name.split(", ")
        client = a_client(firm, first_name="Zzz", last_name=last_name)
        api.patch(f"/clients/{client.id}", {"first_name": first_name})

    rows, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/clients?sort=last_name&order=asc&per_page=2{cursor}").json
        rows += page["data"]
        cursor = f"&cursor={page['pagination']['next_cursor']}" if page["pagination"]["has_more"] else None
    assert [f"{row['last_name']}, {row['first_name']}" for row in rows] == names
