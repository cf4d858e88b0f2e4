"""Totals of searches: exact up to 10,000 matches, a lower bound beyond."""

from datetime import timedelta

from intake.core import paging
from intake.core.clock import now
from intake.core.db import db
from tests.builders import a_client, a_document, a_matter

from .answers import data, ids

MOST = 10_000


def _add_clients(firm, number, prefix="cli"):
    """Add clients named Kovac to the firm in one statement, the first one the newest."""
    db.execute_sql(
        "INSERT INTO clients (id, firm_id, first_name, last_name, search_key, last_name_key, created_at, updated_at) "
        "SELECT %s || lpad(place::text, 8, '0'), %s, 'Ana', 'Kovac', 'ana kovac', 'kovac', "
        "%s - place * interval '1 second', now() FROM generate_series(1, %s) AS place",
        (f"{prefix}_{firm.id[-18:]}", firm.id, now(), number))


def test_total_is_exact_up_to_ten_thousand(api, firm):
    _add_clients(firm, MOST)

    answer = api.get("/clients?search=kovac")
    assert answer.json["pagination"]["total"] == MOST
    assert "total_is_lower_bound" not in answer.json["pagination"]
    answer = api.get("/search?q=kovac")
    assert answer.json["total_results"] == MOST
    assert "total_is_lower_bound" not in answer.json
    last = api.get("/clients?search=kovac&per_page=100&page=100")
    assert (len(data(last)), last.json["pagination"]["has_more"]) == (100, False)


def test_total_is_a_lower_bound_beyond(api, firm):
    _add_clients(firm, MOST + 150)

    first = api.get("/clients?search=kovac&per_page=100").json["pagination"]
    assert (first["total"], first["total_is_lower_bound"], first["has_more"]) == (MOST, True, True)
    assert api.get("/clients").json["pagination"]["total"] == MOST + 150
    found = [api.get(f"/clients?search=kovac&per_page=100&page={page}") for page in (100, 101, 102, 103)]
    assert [len(data(answer)) for answer in found] == [100, 100, 50, 0]
    assert [answer.json["pagination"]["has_more"] for answer in found] == [True, True, False, False]
    following = api.get("/clients", query_string={
        "search": "kovac", "per_page": 100, "cursor": found[0].json["pagination"]["next_cursor"]})
    assert ids(following) == ids(found[1])
    assert following.json["pagination"]["total_is_lower_bound"] is True


def test_total_of_all_types_together(api, firm):
    matter = a_matter(firm, title="Kovac v. Roe")
    a_document(firm, matter, name="Passport of Kovac")
    _add_clients(firm, MOST - 2)

    answer = api.get("/search?q=kovac")
    assert (answer.json["total_results"], "total_is_lower_bound" in answer.json) == (MOST, False)
    a_document(firm, matter, name="Diary of Kovac")
    answer = api.get("/search?q=kovac&limit=20")
    assert (answer.json["total_results"], answer.json["total_is_lower_bound"]) == (MOST, True)
    assert {type: len(rows) for type, rows in data(answer).items()} == {"matters": 1, "clients": 20, "documents": 2}
    _add_clients(firm, 3, "cly")
    assert len(data(api.get("/search?q=kovac&limit=20"))["documents"]) == 2


def test_total_of_a_list_whose_total_is_kept_nowhere_is_bounded_too(api, firm, monkeypatch):
    matter = a_matter(firm)
    for _ in range(5):
        a_document(firm, matter)
    assert api.get("/documents?per_page=2").json["pagination"]["total"] == 5

    monkeypatch.setattr(paging, "MOST_LISTED", 4)
    first = api.get("/documents?status=pending&per_page=2").json["pagination"]
    assert (first["total"], first["total_is_lower_bound"], first["has_more"]) == (4, True, True)
    last = api.get("/documents?status=pending&per_page=2&page=3")
    assert (len(data(last)), last.json["pagination"]["has_more"]) == (1, False)


def test_search_adds_up_its_types(api, firm):
    _add_clients(firm, MOST)
    a_matter(firm, title="Kovac v. Kovac")

    answer = api.get("/search?q=kovac").json
    assert (answer["total_results"], answer["total_is_lower_bound"]) == (MOST, True)
    answer = api.get("/search?q=kovac&types=matters").json
    assert answer["total_results"] == 1


def test_total_of_matters_is_a_lower_bound_beyond(api, firm):
    client = a_client(firm)
    oldest = a_matter(firm, title="Kovac 0", client_id=client.id)
    oldest.change(created_at=oldest.created_at - timedelta(days=1))
    db.execute_sql(
        "INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, created_at, updated_at) "
        "SELECT %s || lpad(place::text, 8, '0'), %s, 'Kovac ' || place, 'kovac ' || place, 'active', 'other', "
        "%s + place * interval '1 millisecond', now() FROM generate_series(1, %s) AS place",
        (f"mat_{firm.id[-18:]}", firm.id, oldest.created_at, MOST))

    for order in ("asc", "desc"):
        answer = api.get(f"/matters?search=kovac&order={order}&per_page=100&page=101")
        assert answer.json["pagination"] == {"page": 101, "per_page": 100, "total": MOST, "has_more": False,
                                             "total_is_lower_bound": True}
        assert len(data(answer)) == 1
        assert (ids(answer) == [oldest.id]) is (order == "desc")
    assert api.get("/matters").json["pagination"]["total"] == MOST + 1
