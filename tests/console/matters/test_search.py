"""Searching the list of matters, and lists of more matters than are counted."""

import pytest
from peewee import fn

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.console.matters import listing, pages
from intake.console.matters.leading import Leading
from intake.core import paging
from intake.core import rare_words as sampling
from intake.core.clock import now
from intake.core.db import db
from intake.core.query_plans import recording
from intake.core.text_search import contains, folded
from tests.builders import a_client, a_matter, a_user
from tests.large_tables import plans_in_large_tables

from .test_list import titles
from .test_many import act


@pytest.fixture
def attorney(firm, signed_in_as):
    return signed_in_as(a_user(firm, "attorney"))


@pytest.fixture
def every_word_is_rare(monkeypatch):
    """Let indexes lead to the matters, though the firm has few."""
    monkeypatch.setattr(sampling, "_SAMPLE", 3)
    monkeypatch.setattr(sampling, "_TO_COUNT", 100)


@pytest.fixture(params=["by reading", "by indexes"])
def either_way(request):
    """How matters are found."""
    if request.param == "by indexes":
        request.getfixturevalue("every_word_is_rare")


MATTERS = {
    "Zebra estate": ("Ana", "Silva"), "Estate plan": ("Quint", "Zebra"), "Silva v. Zebra": None,
    "Roe v. O'Brien": ("Al", "O’Brien"), "100%": ("Zoë", "Núñez"), "Plain": ("Ana", "Quagga"),
}
"""The titles of matters, and the names of their clients."""


WORDS = ("zebra", "estate zebra", "ZEBRA  silva", "plan quint", "quagga plain ana", "q", "zebra q", "ze", "v. zebra",
         "%", "o'brien", "O’Brien roe", "nunez", "núñez 100", "518", "zebra zebra", "\\", "' | '", "giraffe")


def test_each_word_is_in_the_title_or_the_clients_name(attorney, firm, rival, either_way):
    for title, name in MATTERS.items():
        for each in (firm, rival):
            first, last = name or ("", "")
            client = name and a_client(each, first_name=first, last_name=last, phone="+15185550187").id
            a_matter(each, title=title, client_id=client)
    plain = str.maketrans("ëúñ’", "eun'")
    for words in WORDS:
        found = {title for title, name in MATTERS.items() if all(
            word in folded(f"{title} {' '.join(name or ())}").translate(plain)
            for word in folded(words).translate(plain).split())}

        answer = attorney.get("/matters", query_string={"search": words})
        assert {title.replace("&#39;", "'") for title in titles(answer)} == found, words
        assert (f"{len(found)} matters" if len(found) > 1 else "1 matter" if found else "0 matters") in answer.text
        exported = attorney.get("/matters/export.csv", query_string={"search": words}).text
        assert {title for title in MATTERS if f"{title}," in exported} == found, words
        leading, has_all = Leading(firm, words), contains(words, Matter.title_key, fn.COALESCE(Client.search_key, ""))
        for way in range(len(leading.names)):
            rows = leading.matters(way, [has_all], Matter.title).tuples()
            assert sorted(title for title, in rows) == sorted(found), (words, way)


def test_the_rarest_word_leads_or_all_of_them_together(firm, monkeypatch):
    monkeypatch.setattr(sampling, "_SAMPLE", 20)
    monkeypatch.setattr(sampling, "_TO_COUNT", 10)
    for number in range(20):
        a_matter(firm, title=f"{'Estate' if number % 2 else 'Lease'} 合{number}",
                 client_id=a_client(firm, last_name="Zebra" if number < 4 else "Silva").id)

    def way(words):
        return next(iter(Leading(firm, words).sample().bind(db).tuples()))

    assert way("silva zebra") == (2, 0)
    assert way("zebra silva") == (1, 0)
    assert way("silva lease zebra 合") == (3, 0)
    assert way("lease estate") == (0, 0)
    assert way("si lease estate") == (0, 0)
    assert way("estate 合11") == (2, 1)
    assert way("lease 合") == (None, 10)


def test_pairs_of_letters_lead_beside_frequent_words(attorney, firm, monkeypatch):
    monkeypatch.setattr(sampling, "_SAMPLE", 20)
    monkeypatch.setattr(sampling, "_TO_COUNT", 3)
    made = [a_matter(firm, title=title, client_id=a_client(firm, last_name=name).id) for title, name in (
        ("Matter qz", "Silva"), ("Qz", "Matter"), ("Matter", "Qz-Silva"), ("Q matter z", "Silva"))]
    for number in range(20):
        a_matter(firm, title=f"Matter {number}", client_id=a_client(firm, last_name=f"Silva {number}").id)

    for words in ("matter qz", "qz matter", "qz", "silva matter qz 7"):
        with recording() as explained:
            answer = attorney.get("/matters", query_string={"search": words})
        exported = attorney.get("/matters/export.csv", query_string={"search": words}).text
        asked = [event for event in explained.sent if "word_parts" in event.sql.lower()]
        assert any("qz" in str(value) and ":*" in str(value) for event in asked for value in event.params)
        for matter in made[:3]:
            assert (f"/matters/{matter.id}" in answer.text) == ("7" not in words)
            assert (f"{matter.title}," in exported) == ("7" not in words)
        assert f"/matters/{made[3].id}" not in answer.text


def test_a_search_of_staff_reads_their_matters_and_not_the_firms(firm, signed_in_as, monkeypatch):
    monkeypatch.setattr(listing, "MOST_COUNTED", 2)
    staff = a_user(firm, "staff")
    for number in range(4):
        a_matter(firm, title=f"Zebra {number}", assigned_attorney=staff.id)
        a_matter(firm, title=f"Zebra of others {number}")
    for words, number in (("zebra", 4), ("zebra 3", 1)):
        with recording() as explained:
            page = signed_in_as(staff).get("/matters", query_string={"search": words})
        assert len(titles(page)) == number
        shown = [event.sql for event in explained.sent if 'LEFT OUTER JOIN "clients"' in event.sql][-1]
        assert ('ORDER BY COALESCE("t1"."updated_at"' in shown) == (number == 1)


def test_all_that_match_can_be_chosen(attorney, firm, either_way):
    for number in range(4):
        a_matter(firm, title=f"Matter {number}", client_id=a_client(firm, last_name=f"Zebra {number % 2}").id)

    asked = act(attorney, [], all="yes", action="archive", search="zebra 1", status="active").text
    assert [f"Matter {number}" in asked for number in range(4)] == [False, True, False, True]


def test_so_many_matches_are_not_counted_but_all_can_be_reached(attorney, firm, either_way, monkeypatch):
    monkeypatch.setattr(listing, "MOST_FOUND", 3)
    monkeypatch.setattr(pages, "PER_PAGE", 2)
    for number in range(5):
        a_matter(firm, title=f"Zebra {number}")

    for time in range(2):
        with recording() as explained:
            first, last = (attorney.get(f"/matters?search=zebra&sort=title&page={page}") for page in (1, 3))
        assert sum("word_parts" in event.sql.lower() for event in explained.sent) == 2  # each finds its page, too
        assert (titles(first), titles(last)) == (["Zebra 0", "Zebra 1"], ["Zebra 4"])
        assert ("3+ matters" in first.text, ">Page 1<" in first.text, 'rel="next"' in first.text) == (True, True, True)
        assert "the first 5,000 that match" in first.text
        assert ('rel="next"' in last.text, 'rel="prev"' in last.text) == (False, True)
        for part in "abc":  # then none of the latest matters matches
            a_matter(firm, title=f"Plain {part}{time}")
    exactly = attorney.get("/matters?search=zebra+4")
    assert ("1 matter" in exactly.text, "+ matters" in exactly.text) == (True, False)


def test_matches_of_a_filter_are_counted_up_to_a_limit(attorney, firm, monkeypatch):
    monkeypatch.setattr(listing, "MOST_COUNTED", 3)
    for number in range(5):
        a_matter(firm, title=f"Zebra {number}", practice_area="criminal")

    assert "3+ matters" in attorney.get("/matters?assigned=none").text
    assert "5 matters" in attorney.get("/matters?practice_area=criminal").text


@pytest.mark.parametrize("sort", ["title", "created_at", "next_deadline", "client_active_at"])
def test_far_pages_go_on_where_the_ones_before_ended(attorney, firm, sort, monkeypatch):
    monkeypatch.setattr(paging, "_FAR_OFFSET", 0)
    monkeypatch.setattr(pages, "PER_PAGE", 2)
    for number in range(7):
        a_matter(firm, title=f"Zebra {number}", client_active_at=now())

    for order in ("asc", "desc"):
        paged = [titles(attorney.get(f"/matters?sort={sort}&order={order}&page={page}")) for page in (1, 2, 3, 4)]
        whole = Matter.of(firm, Matter.title).order_by(*Matter.order(sort, order).terms)
        assert [each for page in paged for each in page] == [matter.title for matter in whole]
        assert list(map(len, paged)) == [2, 2, 2, 1]


def test_rare_words_take_the_indexes_of_titles_and_of_names(attorney, firm, every_word_is_rare):
    for number in range(20):
        a_matter(firm, title=f"Matter {number}", client_id=a_client(firm, last_name=f"Silva {number}").id)
    with recording() as explained:
        attorney.get("/matters?search=zebra+7")

    asked = [event for event in explained.sent if "word_parts" in event.sql.lower()]
    plans = plans_in_large_tables(asked, firms=4)
    for index in ("Bitmap Index Scan on matters_by_word_parts ", "Bitmap Index Scan on clients_by_word_parts ",
                  "Index Scan using matters_by_client "):
        assert plans.count(index) == 1, plans  # those that were found are those of the page
    assert "BitmapAnd" not in plans, plans


def test_a_search_that_finds_none_leads_to_the_search_of_everything(attorney, firm):
    a_client(firm, first_name="Ana", last_name="Silva", phone="+15185550142")
    page = attorney.get("/matters?search=518-555-0142").text
    assert '<a href="/find?q=518-555-0142">Search clients, documents and telephone numbers too</a>' in page
    assert "Ana Silva" in attorney.get("/find?q=518-555-0142").text
    assert '<a href="/find?q=giraffe">' in attorney.get("/clients?search=giraffe").text
    assert "/find?q=" not in attorney.get("/matters?status=closed&tag=none").text
