"""GET /clients/:id."""


from tests.builders import a_client, a_matter
from tests.core.answers import data


def test_client_shows_its_matters(api, firm):
    client = a_client(firm)
    one, two = (a_matter(firm, client_id=client.id) for _ in range(2))
    a_matter(firm, client_id=a_client(firm).id)
    api.post(f"/matters/{two.id}/archive")

    shown = data(api.get(f"/clients/{client.id}"))

    assert shown["matters_count"] == 2
    assert {matter["id"]: matter for matter in shown["matters"]} == {
        one.id: {"id": one.id, "title": one.title, "status": "active", "practice_area": "family_law"},
        two.id: {"id": two.id, "title": two.title, "status": "archived", "practice_area": "family_law"}}


def test_client_without_matters_shows_none(api, firm):
    shown = data(api.get(f"/clients/{a_client(firm).id}"))

    assert (shown["matters"], shown["matters_count"]) == ([], 0)


def test_firm_sees_its_notes(api, firm):
    assert data(api.get(f"/clients/{a_client(firm, notes='internal').id}"))["notes"] == "internal"
