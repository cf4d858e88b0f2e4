"""GET /matters: every parameter, alone and combined."""

from datetime import timedelta
from itertools import product

import pytest

from intake.accounts.firms.actions import register
from intake.cases.matters.models import Matter
from tests.builders import a_client, a_document, a_matter
from tests.core.answers import data, ids

STATUSES = ("active", "closed", "archived")
AREAS = ("family_law", "criminal", "other")
WORDS = ("Smith", "Jones")


@pytest.fixture
def clients(firm):
    return [a_client(firm).id for _ in range(2)]


@pytest.fixture
def matters(firm, clients):
    """Matters of every status, practice area, word and client."""
    return [
        a_matter(firm, title=f"{word} matter {number}", practice_area=area, client_id=client_id, status=status)
        for number, (status, area, word, client_id) in enumerate(product(STATUSES, AREAS, WORDS, [*clients, None]))
    ]


def test_row_has_fewer_fields_than_matter(api, firm, clients):
    matter = a_matter(firm, client_id=clients[0])
    a_document(firm, matter)

    [row] = data(api.get("/matters"))

    whole = data(api.get(f"/matters/{matter.id}"))
    names = {"id", "title", "status", "practice_area", "client_id", "documents_count", "created_at",
             "client_active_at", "next_deadline"}
    assert row == {name: whole[name] for name in names}
    assert row["documents_count"] == 1


def test_row_without_client_has_no_client_id(api, firm):
    a_matter(firm)

    [row] = data(api.get("/matters"))

    assert "client_id" not in row


def test_filters_combine(api, clients, matters):
    client_ids = (None, clients[0], "cli_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
    words = (None, "smith", "JONES ma", "nothing")
    for status, area, client_id, word in product((None, *STATUSES), (None, "criminal", "business"), client_ids, words):
        wanted = {"status": status, "practice_area": area, "client_id": client_id, "search": word}
        expected = {
            matter.id for matter in matters
            if status in (None, matter.status) and area in (None, matter.practice_area)
            and client_id in (None, matter.client_id)
            and all(part in matter.title.lower() for part in (word or "").lower().split())}

        query = {name: value for name, value in wanted.items() if value}
        answer = api.get("/matters", query_string=query | {"per_page": 100})

        assert set(ids(answer)) == expected, query
        assert answer.json["pagination"]["total"] == len(expected)


def test_filter_by_tag(api, firm):
    rush, both, other = (a_matter(firm, tags=tags) for tags in (["Rush"], ["rush", 'say "no", 100%'], ["rush hour"]))
    a_matter(register("Others", "others@example.com"), tags=["rush"])
    a_matter(firm)

    for tag, expected in (("RUSH", [both, rush]), ('say "no", 100%', [both]), ("rush hour", [other]), ("rus", [])):
        answer = api.get("/matters", query_string={"tag": tag})
        assert ids(answer) == [matter.id for matter in expected]
        assert answer.json["pagination"]["total"] == len(expected)
    assert ids(api.get("/matters?tag=rush&status=closed")) == []
    assert len(api.get("/matters?tag=rush", headers={"Accept": "text/csv"}).text.splitlines()) == 3
    assert set(ids(api.get("/matters?tag=rush&updated_since=2026-01-01T00:00:00Z"))) == {rush.id, both.id}
    first = api.get("/matters?tag=rush&per_page=1")
    following = api.get("/matters", query_string={
        "tag": "rush", "per_page": 1, "cursor": first.json["pagination"]["next_cursor"]})
    assert ids(first) + ids(following) == [both.id, rush.id]


@pytest.mark.parametrize("order", [None, "asc", "desc"])
@pytest.mark.parametrize("sort", [None, "created_at", "updated_at", "title"])
def test_rows_are_sorted_and_newest_first_by_default(api, firm, sort, order):
    first, second, third = (a_matter(firm, title=title) for title in ("beta", "Gamma", "alpha"))
    Matter.update(updated_at=third.created_at + timedelta(days=400)).where(Matter.id == second.id).execute()
    ascending = {"created_at": [first, second, third], "updated_at": [first, third, second],
                 "title": [third, first, second]}[sort or "created_at"]

    query = {name: value for name, value in (("sort", sort), ("order", order)) if value}
    found = ids(api.get("/matters", query_string=query))

    assert found == [matter.id for matter in (ascending if order == "asc" else ascending[::-1])]


def test_filtered_list_is_paginated(api, matters):
    path = "/matters?status=closed&search=jones&sort=title&order=asc&per_page=4"

    pages = [api.get(f"{path}&page={number}") for number in (1, 2, 3, 4)]

    titles = [row["title"] for page in pages for row in data(page)]
    assert titles == sorted(matter.title for matter in matters if matter.status == "closed" and "Jones" in matter.title)
    assert [len(data(page)) for page in pages] == [4, 4, 1, 0]
    assert [page.json["pagination"]["has_more"] for page in pages] == [True, True, False, False]


def test_changed_matter_moves_between_filters(api, firm):
    matter = a_matter(firm)
    assert ids(api.get("/matters?status=active")) == [matter.id]

    api.patch(f"/matters/{matter.id}", {"status": "closed", "practice_area": "criminal"})

    assert ids(api.get("/matters?status=active")) == ids(api.get("/matters?practice_area=family_law")) == []
    assert ids(api.get("/matters?status=closed&practice_area=criminal")) == [matter.id]


def test_archived_matters_are_listed_without_filter(api, firm):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/archive")

    assert ids(api.get("/matters")) == [matter.id]
