"""POST /matters."""

import pytest

from tests.builders import a_client, a_matter
from tests.core.answers import data, ids, refusal, without_retention

AREAS = (
    "personal_injury", "estate_planning", "family_law", "immigration", "criminal", "business", "real_estate", "other",
)  # fmt: skip
SMALLEST = {"title": "Smith v. Jones", "practice_area": "family_law"}


def test_minimal_matter_has_defaults(api):
    matter = data(api.post("/matters", SMALLEST), 201)

    assert matter["id"].startswith("mat_")
    assert matter["created_at"] == matter["updated_at"]
    assert {name: matter[name] for name in ("title", "practice_area", "status", "custom_fields", "tags", "intake_link",
                                            "documents_count")} == {
        **SMALLEST, "status": "active", "custom_fields": {}, "tags": [], "intake_link": None, "documents_count": 0}
    assert "client_id" not in matter


def test_all_fields_are_stored(api, firm):
    given = SMALLEST | {
        "client_id": a_client(firm).id, "description": "About a fence.\nAnd a dog.", "tags": ["fence", "dog"],
        "assigned_attorney": "usr_1", "intake_template_id": "tmpl_1",
        "custom_fields": {"case_number": "CV-1", "value": 12.5}}

    matter = data(api.post("/matters", given), 201)

    assert matter.items() >= given.items()
    assert data(api.get(f"/matters/{matter['id']}")).items() >= given.items()


@pytest.mark.parametrize("area", AREAS)
def test_every_practice_area_is_accepted(api, area):
    assert data(api.post("/matters", {"title": "a", "practice_area": area}), 201)["practice_area"] == area


def test_wrong_practice_area_error_lists_valid_ones(api):
    [complaint] = api.post("/matters", SMALLEST | {"practice_area": "tax"}).json["error"]["details"]["fields"]

    assert all(area in complaint["message"] for area in AREAS)


def test_null_is_the_same_as_missing(api):
    matter = data(api.post("/matters", SMALLEST | {
        "client_id": None, "description": None, "assigned_attorney": None, "intake_template_id": None}), 201)

    assert matter["description"] is None
    assert "client_id" not in matter


@pytest.mark.parametrize("client_id", [
    "cli_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense", "", "   ",
])
def test_unknown_client_gets_404_and_nothing_is_created(api, announced, client_id):
    answer = api.post("/matters", SMALLEST | {"client_id": client_id})

    assert refusal(answer) == (404, "client_not_found")
    assert answer.json["error"]["details"] == {"id": client_id.strip(), "resource": "client"}
    assert ids(api.get("/matters")) == announced() == []


@pytest.mark.parametrize("reference", ["usr_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "atty_7", "somebody", "ﷺ"])
def test_unknown_references_are_stored(api, reference):
    given = {"assigned_attorney": reference, "intake_template_id": reference}

    assert data(api.post("/matters", SMALLEST | given), 201).items() >= given.items()


@pytest.mark.parametrize("title", ["Smith v. Jones", "SMITH V. JONES", "  smith v. jones\n", "ſmith v. Jones"])
def test_title_in_other_case_is_a_duplicate(api, firm, title):
    a_matter(firm, title="Smith v. Jones")

    assert refusal(api.post("/matters", SMALLEST | {"title": title})) == (422, "duplicate_matter")
    assert len(ids(api.get("/matters"))) == 1


@pytest.mark.parametrize("status", ["archived", "closed"])
def test_title_of_archived_matter_stays_taken(api, firm, status):
    matter = a_matter(firm, title="Smith v. Jones")
    api.patch(f"/matters/{matter.id}", {"status": status})

    assert refusal(api.post("/matters", SMALLEST)) == (422, "duplicate_matter")


def test_other_firm_may_have_same_title(api, rival):
    a_matter(rival, title="Smith v. Jones")

    assert data(api.post("/matters", SMALLEST), 201)["title"] == "Smith v. Jones"


def test_one_of_concurrent_equal_titles_wins(api, at_once, announced):
    titles = ["Smith v. Jones", "smith v. jones", "SMITH V. JONES"]

    answers = at_once(6, lambda number: api.post("/matters", SMALLEST | {"title": titles[number % 3]}))

    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 5
    assert {refusal(answer) for answer in answers if answer.status_code != 201} == {(422, "duplicate_matter")}
    assert len(ids(api.get("/matters"))) == len(announced()) == 1


def test_event_equals_shown_matter(api, firm, announced):
    given = SMALLEST | {"client_id": a_client(firm, email="ana@example.com").id, "tags": ["a"]}

    matter = data(api.post("/matters", given), 201)

    assert announced()[-1] == ("matter.created", without_retention(data(api.get(f"/matters/{matter['id']}"))))


@pytest.mark.parametrize("body", [{}, SMALLEST | {"client_id": "nonsense"}])
def test_refused_request_records_no_event(api, announced, body):
    api.post("/matters", body)

    assert announced() == []


def test_client_counts_its_matters(api, firm):
    client = a_client(firm)

    api.post("/matters", SMALLEST | {"client_id": client.id})

    assert data(api.get(f"/clients/{client.id}"))["matters_count"] == 1
