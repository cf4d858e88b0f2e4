"""Searches for words that few records have."""

from itertools import product

import pytest

from intake.cases.client_merges.actions import merge
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.search import models as search
from intake.core import paging
from intake.core import rare_words as sampling
from intake.core.query_plans import recording
from intake.core.rare_words import count_rare, has_parts, parts_of, rare_parts
from intake.core.text_search import contains, folded
from tests.builders import a_client, a_document, a_matter, an_issued_upload
from tests.large_tables import plans_in_large_tables

from .answers import data

SAMPLE = 20

FOLLOWED = ["Qza", "Qz9", "Qzé", "Qzž", "QZ Ltd", "Qz-Ltd", "“Qz”", "Iraqz", "qz", "Qzш", "Qz合", "Qz🦊", "Qz\u00a0Inc",
            "Qz’s", "Qz÷2", "Qz\u0303", "Q’s Qz"]
"""Titles with the pair, followed by various characters."""

SEARCHED = {Matter: [Matter.title_key], Client: Client.searched,
            DocumentRequest: [DocumentRequest.name_key]}


@pytest.fixture
def large(firm, monkeypatch):
    """A firm with so many records that some words can be rare."""
    monkeypatch.setattr(sampling, "_SAMPLE", SAMPLE)
    for limit in ("_TO_FIND", "_TO_COUNT"):
        monkeypatch.setattr(sampling, limit, 2)
    for _ in range(SAMPLE):
        a_matter(firm)
    return firm


@pytest.fixture
def all_rare(large, monkeypatch):
    """A firm whose searches all take the index."""
    for limit in ("_TO_FIND", "_TO_COUNT"):
        monkeypatch.setattr(sampling, limit, 100)
    return large


def _is_rare(firm, words):
    return rare_parts(firm, words, Matter, [Matter.title_key]) is not None


def test_words_are_rare_in_a_large_firm_that_has_few(large, rival):
    a_matter(large, title="Qzarski 合")
    a_matter(rival, title="Qzarski")

    for words in ("qz", "xq", "qzarski", "zebra", "q", "合", "合合", "#", "v.", "qz matter", "matter zebra"):
        assert _is_rare(large, words), words
    assert not _is_rare(large, "matter")
    assert not _is_rare(large, "")
    assert not _is_rare(rival, "qz")
    a_matter(large, title="QZ 2")
    assert not _is_rare(large, "qz")
    assert _is_rare(large, "qzarski")


def test_a_rare_pair_of_letters_is_found_whatever_follows_it(api, all_rare):
    made = {a_matter(all_rare, title=title).id for title in FOLLOWED}
    a_matter(all_rare, title="Q z")

    for words, order in product(("qz", "QZ Qz", "qz q"), ("asc", "desc")):
        answer = api.get("/matters", query_string={"search": words, "per_page": 10, "order": order})
        following = api.get("/matters", query_string={"search": words, "per_page": 10, "order": order, "page": 2})
        assert {row["id"] for row in data(answer) + data(following)} == made, words
        assert answer.json["pagination"]["total"] == len(made)
    assert len(data(api.get("/search", query_string={"q": "qz q", "types": "matters", "limit": 20}))["matters"]) == 17


@pytest.mark.parametrize("title", [
    "v.", "Roe v. Wade", "a/-b 1", "§5 #7", "No.7", "合同", "Дело Ж", "x合", "1/2/3", "🦊🦊 a'b'c", "(a)", "%_%",
    "a\\b", "xy-zab-c", "\"7\"", "..", "'", "''\\''", "a\\", ":*&|!<->", "Zoë Núñez", "O’Brien’s", "ﬁnn ẞ"])
def test_each_part_of_a_text_finds_it_by_the_index(firm, rival, title):
    made = [a_matter(firm, title=title), a_document(firm, name=title), a_client(firm, last_name=title)]
    text = folded(title)
    parts = {text[place:end] for place in range(len(text)) for end in range(place + 1, len(text) + 1)}

    for words in sorted(part for part in parts if part.strip()):
        for record in made:
            columns = SEARCHED[type(record)]
            index = has_parts(type(record), columns, parts_of(firm, words))
            assert type(record).of(firm).where(contains(words, *columns), index, type(record).id == record.id).exists()
            assert not type(record).of(firm).where(has_parts(type(record), columns, parts_of(rival, words))).exists()


def test_short_words_lead_beside_longer_ones_that_do_not(large):
    """The parts of a frequent word lead to hundreds of thousands of records, of which few have the short one."""
    found = a_matter(large, title="Quagga qz matter 合")

    def leading(words):
        parts = rare_parts(large, words, Matter, [Matter.title_key])
        known = "qua", "mat", "qz:", "合:", "ma:"
        return None if parts is None else {each for each in known if each in parts.replace("'", "")}

    assert leading("quagga m") == {"qua"}
    assert leading("quagga er") == {"qua"}
    assert leading("quagga qz 合") == {"qua", "qz:", "合:"}
    assert leading("matter 合") == {"mat", "合:"}
    assert leading("matter ma 合") == {"mat", "合:"}  # nearly all have it: reading its parts would rule out no record
    assert leading("matter qz") == {"mat", "qz:"}
    assert leading("matter quagga ma") == {"mat", "qua"}
    assert leading("qz 合") == {"qz:", "合:"}
    assert leading("合") == {"合:"}
    assert leading("matter m") is None
    parts = rare_parts(large, "matter 合", Matter, [Matter.title_key])
    assert parts.count("合") == 1  # Postgres would read it twice
    assert list(Matter.of(large).where(has_parts(Matter, [Matter.title_key], parts))) == [found]


def test_the_short_word_leads_that_spares_most_records(large, monkeypatch):
    """Unless so many have all of the words that counting stops early."""
    for limit in ("_TO_FIND", "_TO_COUNT"):
        monkeypatch.setattr(sampling, limit, 12)
    for number in range(SAMPLE):
        words = ["Quagga" * (number < 11), "er" * (number > 6), "ab" * (1 < number < 18)]
        a_matter(large, title=f"Plain {' '.join(words)} {number}")

    def leading(words):
        parts = rare_parts(large, words, Matter, [Matter.title_key])
        return [word for word in words.split() if f"{word}':*" in parts]

    assert leading("quagga ab er") == ["er"]
    assert leading("quagga ab") == []
    assert not _is_rare(large, "plain ab er")  # eleven have all, but the index leads to thirteen


def test_the_index_leads_to_a_page_if_reading_in_order_comes_to_its_end_later(all_rare):
    for number in range(10):
        a_matter(all_rare, title=f"Zebra {number}")

    def counted(words, shown):
        return count_rare(all_rare, words, Matter.of(all_rare).where(contains(words, Matter.title_key)),
                          [Matter.title_key], [Matter.title_key], shown)

    assert counted("zebra", shown=4) == (None, 10, False)  # in two rows one is shown, but the ten are found sooner
    assert counted("zebra", shown=5) == (parts_of(all_rare, "zebra"), 10, False)
    assert counted("zebra 7", shown=1) == (f"{parts_of(all_rare, 'zebra')} & {parts_of(all_rare, '7')}", 1, False)


def test_words_with_a_single_character_are_found(api, large):
    for number in range(SAMPLE):
        a_document(large, name=f"Matter {number}")
        a_client(large, last_name=f"Matter {number}")
    made = {"matters": a_matter(large, title="Qz matter 合"), "documents": a_document(large, name="Matter 合 Qz"),
            "clients": a_client(large, last_name="Matter-Qz 合")}

    for words in ("matter 合", "合 matter", "qz 合", "合 合"):
        found = data(api.get("/search", query_string={"q": words}))
        assert {kind: [row["id"] for row in rows] for kind, rows in found.items()} == {
            kind: [record.id] for kind, record in made.items()}, words
        for kind in ("matters", "clients"):
            answer = api.get(f"/{kind}", query_string={"search": words})
            assert [row["id"] for row in data(answer)] == [made[kind].id], words
            assert answer.json["pagination"]["total"] == 1


def test_newest_of_many_rare_words_are_found_by_reading(api, all_rare, monkeypatch):
    """If the index leads to more than are wanted, the latest are read for these."""
    monkeypatch.setattr(search, "_FEW", 2)
    monkeypatch.setattr(search, "_SOON_FOUND", 0)
    matters = [a_matter(all_rare, title=f"Zebra {number}") for number in range(3)]
    documents = [a_document(all_rare, matters[0], name=f"Zebra {number}") for number in range(7)]
    for _ in range(SAMPLE):
        a_document(all_rare, name="Quagga")

    for most in (10_000, 10, 9, 7, 2):
        monkeypatch.setattr(search, "MOST_COUNTED", most)
        monkeypatch.setattr(paging, "MOST_COUNTED", most)
        for limit in (1, 2, 3, 5, 20):
            search._statement.cache_clear()
            matches, found, _ = search.search_records(all_rare, "zebra", ("matters", "documents"), limit)
            assert paging.total_of(matches, most) == (min(most, 10), most < 10)
            assert [row["id"] for row in found["matters"]] == [each.id for each in matters[::-1][:limit]]
            assert [row["id"] for row in found["documents"]] == [each.id for each in documents[::-1][:limit]]
    search._statement.cache_clear()


def test_merged_clients_are_not_found(api, all_rare):
    for _ in range(SAMPLE):
        a_client(all_rare)
    merged, kept = a_client(all_rare, last_name="Zebra"), a_client(all_rare, last_name="Zebra")
    merge(all_rare, merged.id, kept.id)

    answer = api.get("/search?q=zebra&types=clients")
    assert [row["id"] for row in data(answer)["clients"]] == [kept.id]
    assert answer.json["total_results"] == 1
    assert [row["id"] for row in data(api.get("/clients?search=zebra"))] == [kept.id]


def test_rare_words_are_found_in_each_column(api, all_rare):
    for _ in range(SAMPLE):
        a_client(all_rare)
    found = {a_client(all_rare, last_name="Iraqz").id, a_client(all_rare, last_name="Qz合").id,
             a_client(all_rare, email="ana@qz.example").id}
    by_phone = a_client(all_rare, phone="+15185550187").id
    assert rare_parts(all_rare, "qz 87", Client, SEARCHED[Client])

    assert {row["id"] for row in data(api.get("/clients?search=qz"))} == found
    assert [row["id"] for row in data(api.get("/search?q=0187&types=clients"))["clients"]] == [by_phone]
    assert data(api.get("/clients?search=5185550187")) == []


def test_pages_of_rare_words_go_on_after_the_matches_that_are_fetched_at_once(api, all_rare):
    made = {a_matter(all_rare, title=f"Zebra {number}").id for number in range(120)}

    answer = api.get("/matters?search=zebra&per_page=50")
    found = data(answer)
    assert answer.json["pagination"]["total"] == 120
    for _ in range(2):
        answer = api.get(f"/matters?search=zebra&per_page=50&cursor={answer.json['pagination']['next_cursor']}")
        found += data(answer)
    assert {row["id"] for row in found} == made
    assert len(found) == 120


def test_rare_words_take_the_index(api, all_rare):
    for number in range(SAMPLE):
        a_client(all_rare, last_name=f"Silva {number}")
        a_document(all_rare, name=f"Passport {number}")
    matters, clients = ["matters"], ["clients"]
    every = [*matters, *clients, "document_requests"]
    for path, tables in (
            ("/matters?search=zebra", matters), ("/matters?search=zebra&status=active", matters),
            ("/search?q=zebra", every), ("/search?q=zq", every), ("/search?q=zebra+zq+7", every),
            ("/matters?search=zebra+zq+7", matters), ("/clients?search=zebra", clients),
            ("/clients?search=zebra+zq+7", clients)):
        with recording() as explained:
            assert api.get(path).status_code == 200

        plans = plans_in_large_tables([event for event in explained.sent if "word_parts" in event.sql.lower()])
        assert all(f"Bitmap Index Scan on {table}_by_word_parts " in plans for table in tables), (path, plans)
        assert "BitmapAnd" not in plans or "/matters" not in path, plans  # with all of the firm's matters


def test_no_word_is_taken_for_so_rare_that_a_table_is_read(api, large):
    """Postgres does not know that other records than those of its statistics have a word."""
    for number in range(SAMPLE):
        a_client(large, last_name=f"Matter {number}")
        a_document(large, name=f"Matter {number}")
    an_issued_upload(large)
    for path in ("/matters?search=zebra", "/search?q=zebra", "/clients?search=zebra"):
        with recording() as explained:
            assert api.get(path).status_code == 200

        plans = plans_in_large_tables(explained.sent[-1:], firms=1)
        assert "Seq Scan on" not in plans, plans


def test_page_of_rare_words_and_their_number_take_one_statement(api, all_rare, statements):
    a_matter(all_rare, title="Zebra")
    api.get("/matters?search=zebra")

    for words, number in (("zebra", 1), ("matter", 20), ("quagga", 0)):
        for page in (1, 2, 10**15):
            with statements() as seen:
                answer = api.get(f"/matters?search={words}&page={page}&per_page=15")
            assert answer.json["pagination"]["total"] == number
            assert len(seen) == 2  # the first finds the key
