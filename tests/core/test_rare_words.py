"""Searches for one or two characters that few records have."""

import re

import pytest

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core import rare_words as sampling
from intake.core.db import db
from intake.core.rare_words import rare_words
from intake.core.text_search import LETTERS, contains, folded, takes_sample
from tests.builders import a_client, a_matter

from .answers import data

SAMPLE = 20

FOLLOWED = ["Qza", "Qz9", "Qzé", "Qzž", "QZ Ltd", "Qz-Ltd", "“Qz”", "Iraqz", "qz", "Qzш", "Qz合", "Qz🦊", "Qz\u00a0Inc",
            "Qz’s", "Qz÷2", "Qz\u0303", "Q’s Qz"]
"""Titles with the pair, followed by various characters."""


@pytest.fixture
def large(firm, monkeypatch):
    """A firm with so many records that some pairs can be rare."""
    monkeypatch.setattr(sampling, "_SAMPLE", SAMPLE)
    monkeypatch.setattr(sampling, "_OFTEN", 2)
    for _ in range(SAMPLE):
        a_matter(firm)
    return firm


def _rare_titles(firm, words):
    [rare] = rare_words(firm, words, (Matter, [Matter.title_key]))
    return rare


def test_pairs_of_letters_are_rare_in_a_large_firm_that_has_few(large, rival):
    a_matter(large, title="Qz")
    a_matter(rival, title="Qz")

    assert _rare_titles(large, "qz XQ qz mat ma é9 q") == {"qz", "xq", "é9"}
    assert _rare_titles(large, "# v. /7 合 合合 §") == {"#", "v.", "/7", "合", "合合", "§"}
    assert _rare_titles(rival, "qz xq") == set()
    a_matter(large, title="QZ 2")
    assert _rare_titles(large, "qz xq") == {"xq"}


@pytest.mark.parametrize("words", ["qz", "QZ Qz", "qz q"])
def test_a_rare_pair_of_letters_is_found_whatever_follows_it(api, large, monkeypatch, words):
    monkeypatch.setattr(sampling, "_OFTEN", 100)
    made = {a_matter(large, title=title).id for title in FOLLOWED}
    a_matter(large, title="Q z")

    for order in ("asc", "desc"):
        answer = api.get("/matters", query_string={"search": words, "per_page": 10, "order": order})
        following = api.get("/matters", query_string={"search": words, "per_page": 10, "order": order, "page": 2})
        assert {row["id"] for row in data(answer) + data(following)} == made
        assert answer.json["pagination"]["total"] == len(made)
    assert len(data(api.get("/search", query_string={"q": words, "types": "matters", "limit": 20}))["matters"]) == 17


@pytest.mark.parametrize("title", [
    "v.", "Roe v. Wade", "a/-b 1", "w-2", "§5 #7", "No.7", "2024-cv-0123", "合同", "Дело Ж", "x合", "1/2/3",
    "🦊🦊 a'b'c", "(a)", "%_%", "a\\b", "xy-zab-c", "\"7\"", "..", "'"])
def test_each_short_part_of_a_title_finds_it_by_the_index(api, large, monkeypatch, title):
    monkeypatch.setattr(sampling, "_OFTEN", 100)
    made = a_matter(large, title=title).id
    title = folded(title)
    parts = {title[place:place + size] for place in range(len(title)) for size in (1, 2)}

    for part in sorted(part for part in parts if " " not in part):
        [rare] = rare_words(large, part, (Matter, [Matter.title_key]))
        assert rare == ({part} if takes_sample(part) else set())
        found = Matter.of(large).where(contains(part, Matter.title_key, rare=rare), Matter.id == made)
        assert found.exists(), part


def test_a_rare_pair_is_found_in_each_column(api, large, monkeypatch):
    monkeypatch.setattr(sampling, "_OFTEN", 100)
    for _ in range(SAMPLE):
        a_client(large)
    found = {a_client(large, last_name="Iraqz").id, a_client(large, last_name="Qz合").id,
             a_client(large, email="ana@qz.example").id}
    by_phone = a_client(large, phone="+15185550187").id
    assert rare_words(large, "qz 87", (Client, (Client.search_key, Client.phone))) == [{"qz", "87"}]

    assert {row["id"] for row in data(api.get("/clients?search=qz"))} == found
    assert [row["id"] for row in data(api.get("/search?q=87&types=clients"))["clients"]] == [by_phone]


def test_the_database_takes_the_same_letters_for_latin_ones(app):
    [definition] = db.execute_sql("SELECT prosrc FROM pg_proc WHERE proname = 'short_parts'").fetchone()

    assert set(re.findall(r"\[\^?(?:0-9)?(a-z[^] ]*) ?\]", definition)) == {LETTERS}
    assert definition.count(LETTERS) == 3
