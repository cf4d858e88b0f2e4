"""Searches for two letters that few records have."""

import re

import pytest

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core import rare_pairs as sampling
from intake.core.db import db
from intake.core.rare_pairs import rare_pairs
from intake.core.text_search import KNOWN
from tests.builders import a_client, a_matter

from .answers import data

SAMPLE = 20

FOLLOWED = ["Qza", "Qz9", "Qzé", "Qzž", "QZ Ltd", "Qz-Ltd", "“Qz”", "Iraqz", "qz", "Qzш", "Qz合", "Qz🦊", "Qz\u00a0Inc",
            "Qz’s", "Qz÷2", "Qz\u0303", "Q’s Qz"]
"""Titles with the pair, and whatever may come after it."""


@pytest.fixture
def large(firm, monkeypatch):
    """A firm that has so many records that some pairs can be rare among them."""
    monkeypatch.setattr(sampling, "_SAMPLE", SAMPLE)
    monkeypatch.setattr(sampling, "_OFTEN", 2)
    for _ in range(SAMPLE):
        a_matter(firm)
    return firm


def _rare_titles(firm, words):
    [rare] = rare_pairs(firm, words, (Matter, [Matter.title_key]))
    return rare


def test_pairs_of_letters_are_rare_in_a_large_firm_that_has_few(large, rival):
    a_matter(large, title="Qz")
    a_matter(rival, title="Qz")

    assert _rare_titles(large, "qz XQ qz mat ma é9 v. q 合合") == {"qz", "xq", "é9"}
    assert _rare_titles(rival, "qz xq") == set()
    a_matter(large, title="QZ 2")
    assert _rare_titles(large, "qz xq") == {"xq"}


@pytest.mark.parametrize("words", ["qz", "QZ Qz", "qz q"])
def test_a_rare_pair_is_found_whatever_follows_it(api, large, monkeypatch, words):
    monkeypatch.setattr(sampling, "_OFTEN", 100)
    made = {a_matter(large, title=title).id for title in FOLLOWED}
    a_matter(large, title="Q z")

    for order in ("asc", "desc"):
        answer = api.get("/matters", query_string={"search": words, "per_page": 10, "order": order})
        following = api.get("/matters", query_string={"search": words, "per_page": 10, "order": order, "page": 2})
        assert {row["id"] for row in data(answer) + data(following)} == made
        assert answer.json["pagination"]["total"] == len(made)
    assert len(data(api.get("/search", query_string={"q": words, "types": "matters", "limit": 20}))["matters"]) == 17


def test_a_rare_pair_is_found_in_each_column(api, large, monkeypatch):
    monkeypatch.setattr(sampling, "_OFTEN", 100)
    for _ in range(SAMPLE):
        a_client(large)
    found = {a_client(large, last_name="Iraqz").id, a_client(large, last_name="Qz合").id,
             a_client(large, email="ana@qz.example").id}
    by_phone = a_client(large, phone="+15185550187").id
    assert rare_pairs(large, "qz 87", (Client, (Client.search_key, Client.phone))) == [{"qz", "87"}]

    assert {row["id"] for row in data(api.get("/clients?search=qz"))} == found
    assert [row["id"] for row in data(api.get("/search?q=87&types=clients"))["clients"]] == [by_phone]


def test_texts_with_other_letters_are_those_of_the_index(app):
    found = db.execute_sql("SELECT indexdef FROM pg_indexes WHERE indexname ~ 'with_other_letters'").fetchall()

    assert len(found) == 3
    for definition, in found:
        assert set(re.findall(r"!~ '([^']*)'", definition)) == {KNOWN}
