"""Pages far into a list, and searches with few matches, use other queries, with the same results."""

import re
from itertools import chain, product

import pytest

from intake.accounts.firms.actions import register
from intake.cases.matters import matches
from intake.core import paging
from intake.core.db import db
from intake.core.query_plans import recording
from tests.builders import a_matter
from tests.core.answers import ids

PER_PAGE = 3


@pytest.fixture
def matters(firm):
    return [a_matter(firm, practice_area=area, title=f"{area} {number % 4} {number}")
            for number in range(7) for area in ("criminal", "other")]


@pytest.fixture(params=["from the first page on", "from the third page on"])
def _far(request, monkeypatch):
    monkeypatch.setattr(paging, "_FAR_OFFSET", -1 if request.param == "from the first page on" else PER_PAGE)


@pytest.fixture(params=["few matches", "many matches"])
def _few(request, monkeypatch):
    monkeypatch.setattr(matches, "_FEW", 100 if request.param == "few matches" else 0)


@pytest.mark.usefixtures("_far", "_few")
def test_pages_together_are_the_whole_list(api, matters):
    choices = "", "&status=active", "&practice_area=other", "&search=other"
    for sort, order, chosen in product(("created_at", "updated_at", "title"), ("asc", "desc"), choices):
        path = f"/matters?sort={sort}&order={order}{chosen}"
        whole = ids(api.get(f"{path}&per_page=100"))
        assert len(whole) == (7 if "other" in chosen else 14)

        pages = [ids(api.get(f"{path}&per_page={PER_PAGE}&page={page}")) for page in range(1, 7)]

        assert list(chain(*pages)) == whole, path
        assert all(len(page) == PER_PAGE for page in pages[:len(whole) // PER_PAGE])


@pytest.mark.usefixtures("_few")
def test_pages_of_a_search_follow_each_other(api, matters):
    for sort, order in product(("created_at", "updated_at", "title", "next_deadline"), ("asc", "desc")):
        query = {"search": "other", "sort": sort, "order": order}
        whole = ids(api.get("/matters", query_string=query | {"per_page": 100}))
        answer, found = api.get("/matters", query_string=query | {"per_page": PER_PAGE}), []

        while found.extend(ids(answer)) or answer.json["pagination"]["has_more"]:
            assert answer.json["pagination"]["total"] == 7
            cursor = answer.json["pagination"]["next_cursor"]
            answer = api.get("/matters", query_string=query | {"per_page": PER_PAGE, "cursor": cursor})

        assert found == whole, query


def test_far_pages_are_found_in_an_index_alone_and_in_its_order(api, matters, monkeypatch):
    monkeypatch.setattr(paging, "_FAR_OFFSET", -1)
    indexes = {"created_at": "listed_by_creation", "updated_at": "listed_by_update", "title": "title_unique",
               "client_active_at": "listed_by_activity", "next_deadline": "listed_by_deadline"}
    for sort, chosen in product(indexes, ("", "&practice_area=other")):
        with recording() as explained:
            api.get(f"/matters?sort={sort}{chosen}&per_page=3&page=2")
        [page] = [event for event in explained.sent if "OFFSET" in event.sql]
        plan = "\n".join(line for line, in db.execute_sql(
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off; "
            f"EXPLAIN {page.sql}", page.params).fetchall())
        assert re.search(f"Index Only Scan (Backward )?using matters_{indexes[sort]} ", plan), plan
        assert "Incremental Sort" not in plan, plan


def test_page_past_the_end_is_empty(api, matters):
    assert ids(api.get(f"/matters?page={10**15}")) == []


def test_firm_that_grew_a_moment_ago(api, firm):
    """Postgres still believes it small until it analyzes again; a statement is cancelled after 15 seconds."""
    def add(to, count):
        db.execute_sql(
            "INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, created_at, updated_at) "
            "SELECT %s || lpad(place::text, 8, '0'), %s, 'Kovac ' || place, 'kovac ' || place, 'active', 'other', "
            "now() + place * interval '1 millisecond', now() FROM generate_series(1, %s) AS place",
            (f"mat_{to.id[-18:]}", to.id, count))

    db.execute_sql("ALTER TABLE matters SET (autovacuum_enabled = off)")
    try:
        for number in range(40):
            add(register(f"Firm {number}", f"{number}@example.com"), 4)
        db.execute_sql("ANALYZE matters")
        add(firm, 10_001)
        for path in ("/matters?search=kovac&per_page=100&page=101", "/matters?per_page=100&page=50"):
            assert ids(api.get(path))
    finally:
        db.execute_sql("ALTER TABLE matters RESET (autovacuum_enabled)")
