"""GET /search: types, scopes, limit and order."""

from itertools import combinations

import pytest

from tests.builders import a_client, a_document, a_matter
from tests.core.answers import data, refusal, wrong_fields

TYPES = ("matters", "clients", "documents")
SUBSETS = [subset for size in (1, 2, 3) for subset in combinations(TYPES, size)]


@pytest.fixture
def smiths(firm):
    """Seven matters, seven clients and seven documents named Smith, by type, oldest first."""
    matters = [a_matter(firm, title=f"Smith {number}") for number in range(7)]
    clients = [a_client(firm, last_name=f"Smith {number}") for number in range(7)]
    documents = [a_document(firm, matters[0], name=f"Smith {number}") for number in range(7)]
    return {"matters": matters, "clients": clients, "documents": documents}


def _found(answer):
    return {type: [row["id"] for row in rows] for type, rows in data(answer).items()}


@pytest.mark.parametrize("types", SUBSETS, ids=",".join)
def test_only_requested_types_are_searched(api, smiths, types):
    answer = api.get("/search", query_string={"q": "smith", "types": ",".join(types)})

    assert {type for type, rows in _found(answer).items() if rows} == set(types)
    assert set(data(answer)) == set(TYPES)
    assert answer.json["total_results"] == 7 * len(types)


@pytest.mark.parametrize("types", ["documents,matters", "matters, clients", "clients,clients", "matters,matters"])
def test_types_may_be_unordered_spaced_and_repeated(api, smiths, types):
    answer = api.get("/search", query_string={"q": "smith", "types": types})

    assert {type for type, rows in _found(answer).items() if rows} == {type for type in TYPES if type in types}


@pytest.mark.parametrize("types", [
    "", ",", "matter", "Matters", "matters;clients", "matters,", "all", "matters,deadlines", "\0",
])
def test_unknown_type_is_refused(api, types):
    assert wrong_fields(api.get("/search", query_string={"q": "smith", "types": types})) == {"types"}


@pytest.mark.parametrize(("limit", "shown"), [(None, 5), ("1", 1), ("5", 5), ("7", 7), ("20", 7)])
def test_limit_applies_per_type_and_total_counts_all(api, smiths, limit, shown):
    answer = api.get("/search", query_string={"q": "smith"} | ({"limit": limit} if limit else {}))

    assert {len(rows) for rows in _found(answer).values()} == {shown}
    assert answer.json["total_results"] == 21


@pytest.mark.parametrize("limit", ["", "0", "-1", "21", "100", "1.5", "five", "٥", "9" * 30])
def test_limit_out_of_range_is_refused(api, limit):
    assert wrong_fields(api.get("/search", query_string={"q": "smith", "limit": limit})) == {"limit"}


def test_all_wrong_parameters_are_reported(api):
    assert wrong_fields(api.get("/search?q=a&types=x&limit=0&page=1")) == {"q", "types", "limit", "page"}


def test_latest_updated_is_first_in_each_type(api, smiths):
    newest_first = {type: [row.id for row in reversed(rows)] for type, rows in smiths.items()}
    assert _found(api.get("/search?q=smith&limit=20")) == newest_first

    api.patch(f"/matters/{smiths['matters'][2].id}", {"description": "touched"})
    api.patch(f"/clients/{smiths['clients'][0].id}", {"notes": "touched"})
    api.patch(f"/documents/{smiths['documents'][4].id}", {"description": "touched"})

    first = {type: rows[0] for type, rows in _found(api.get("/search?q=smith&limit=1")).items()}
    assert first == {"matters": smiths["matters"][2].id, "clients": smiths["clients"][0].id,
                     "documents": smiths["documents"][4].id}


@pytest.mark.parametrize("types", SUBSETS, ids=",".join)
def test_default_types_are_those_key_may_read(api_of, firm, smiths, types):
    answer = api_of(firm, *(f"{type}:read" for type in types)).get("/search?q=smith")

    assert {type for type, rows in _found(answer).items() if rows} == set(types)
    assert answer.json["total_results"] == 7 * len(types)


@pytest.mark.parametrize("type", TYPES)
def test_requested_type_requires_its_scope(api_of, firm, type):
    others = [f"{other}:read" for other in TYPES if other != type]
    api = api_of(firm, *others, f"{type}:write")

    for types in (type, ",".join(TYPES)):
        assert refusal(api.get("/search", query_string={"q": "smith", "types": types})) == (403, "insufficient_scope")


@pytest.mark.parametrize("scopes", [
    ("webhooks:read",), ("firms:read",), ("matters:write", "clients:write", "documents:write"),
])
def test_key_without_read_scopes_gets_403(api_of, firm, scopes):
    assert refusal(api_of(firm, *scopes).get("/search?q=smith")) == (403, "insufficient_scope")


@pytest.mark.parametrize("types", SUBSETS, ids=",".join)
def test_search_takes_one_statement_besides_authentication(api, smiths, statements, types):
    path = f"/search?q=smith&types={','.join(types)}"
    api.get(path)  # the use of the key is recorded once a minute

    with statements() as seen:
        api.get(path)

    assert len(seen) == 2, seen


def test_empty_firm_has_no_results(api):
    assert api.get("/search?q=smith").json == {
        "data": {"matters": [], "clients": [], "documents": []}, "query": "smith", "total_results": 0}
