"""GET /search: which kinds, how many, in which order (interface, "Search"; decisions.md 2 and 4)."""

from itertools import combinations

import pytest

from tests.builders import a_client, a_document, a_matter
from tests.core.answers import data, refusal, wrong_fields

KINDS = ("matters", "clients", "documents")
SUBSETS = [subset for size in (1, 2, 3) for subset in combinations(KINDS, size)]


@pytest.fixture
def smiths(firm):
    """Seven matters, seven clients and seven documents named Smith, by kind, the oldest first."""
    matters = [a_matter(firm, title=f"Smith {number}") for number in range(7)]
    clients = [a_client(firm, last_name=f"Smith {number}") for number in range(7)]
    documents = [a_document(firm, matters[0], name=f"Smith {number}") for number in range(7)]
    return {"matters": matters, "clients": clients, "documents": documents}


def _found(answer):
    return {kind: [row["id"] for row in rows] for kind, rows in data(answer).items()}


@pytest.mark.parametrize("types", SUBSETS, ids=",".join)
def test_only_the_kinds_asked_for_are_searched(api, smiths, types):
    answer = api.get("/search", query_string={"q": "smith", "types": ",".join(types)})

    assert {kind for kind, rows in _found(answer).items() if rows} == set(types)
    assert set(data(answer)) == set(KINDS)
    assert answer.json["total_results"] == 7 * len(types)


@pytest.mark.parametrize("types", ["documents,matters", "matters, clients", "clients,clients", "matters,matters"])
def test_kinds_may_come_in_any_order_with_blanks_and_twice(api, smiths, types):
    answer = api.get("/search", query_string={"q": "smith", "types": types})

    assert {kind for kind, rows in _found(answer).items() if rows} == {kind for kind in KINDS if kind in types}


@pytest.mark.parametrize("types", [
    "", ",", "matter", "Matters", "matters;clients", "matters,", "all", "matters,deadlines", "\0",
])
def test_an_unknown_kind_is_refused(api, types):
    assert wrong_fields(api.get("/search", query_string={"q": "smith", "types": types})) == {"types"}


@pytest.mark.parametrize(("limit", "shown"), [(None, 5), ("1", 1), ("5", 5), ("7", 7), ("20", 7)])
def test_the_limit_holds_for_each_kind_and_the_total_counts_all(api, smiths, limit, shown):
    answer = api.get("/search", query_string={"q": "smith"} | ({"limit": limit} if limit else {}))

    assert {len(rows) for rows in _found(answer).values()} == {shown}
    assert answer.json["total_results"] == 21


@pytest.mark.parametrize("limit", ["", "0", "-1", "21", "100", "1.5", "five", "٥", "9" * 30])
def test_a_limit_out_of_range_is_refused(api, limit):
    assert wrong_fields(api.get("/search", query_string={"q": "smith", "limit": limit})) == {"limit"}


def test_all_wrong_parameters_are_told_at_once(api):
    assert wrong_fields(api.get("/search?q=a&types=x&limit=0&page=1")) == {"q", "types", "limit", "page"}


def test_the_latest_updated_comes_first_in_each_kind(api, smiths):
    newest_first = {kind: [row.id for row in reversed(rows)] for kind, rows in smiths.items()}
    assert _found(api.get("/search?q=smith&limit=20")) == newest_first

    api.patch(f"/matters/{smiths['matters'][2].id}", {"description": "touched"})
    api.patch(f"/clients/{smiths['clients'][0].id}", {"notes": "touched"})
    api.patch(f"/documents/{smiths['documents'][4].id}", {"description": "touched"})

    first = {kind: rows[0] for kind, rows in _found(api.get("/search?q=smith&limit=1")).items()}
    assert first == {"matters": smiths["matters"][2].id, "clients": smiths["clients"][0].id,
                     "documents": smiths["documents"][4].id}


@pytest.mark.parametrize("kinds", SUBSETS, ids=",".join)
def test_without_types_a_key_searches_what_it_may_read(api_of, firm, smiths, kinds):
    answer = api_of(firm, *(f"{kind}:read" for kind in kinds)).get("/search?q=smith")

    assert {kind for kind, rows in _found(answer).items() if rows} == set(kinds)
    assert answer.json["total_results"] == 7 * len(kinds)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_is_asked_for_needs_its_scope(api_of, firm, kind):
    others = [f"{other}:read" for other in KINDS if other != kind]
    blind = api_of(firm, *others, f"{kind}:write")

    for types in (kind, ",".join(KINDS)):
        assert refusal(blind.get("/search", query_string={"q": "smith", "types": types})) == (403, "insufficient_scope")


@pytest.mark.parametrize("scopes", [
    ("webhooks:read",), ("firms:read",), ("matters:write", "clients:write", "documents:write"),
])
def test_a_key_that_may_read_nothing_may_not_search(api_of, firm, scopes):
    assert refusal(api_of(firm, *scopes).get("/search?q=smith")) == (403, "insufficient_scope")


@pytest.mark.parametrize("types", SUBSETS, ids=",".join)
def test_a_search_takes_one_statement_besides_knowing_the_caller(api, smiths, statements, types):
    path = f"/search?q=smith&types={','.join(types)}"
    api.get(path)  # the key's use is noted once a minute

    with statements() as seen:
        api.get(path)

    assert len(seen) == 2, seen


def test_it_finds_nothing_in_an_empty_firm(api):
    assert api.get("/search?q=smith").json == {
        "data": {"matters": [], "clients": [], "documents": []}, "query": "smith", "total_results": 0}
