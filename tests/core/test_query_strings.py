"""Query strings: known parameters, each once, with a valid value (docs/behaviour.md, "General rules")."""

import pytest

from tests.builders import a_matter

from .answers import data, wrong_fields

LISTS = {
    "/matters": {
        "status": ("", "Active", "any", "active,closed"), "practice_area": ("", "law", "Family_law"),
        "sort": ("", "id", "-created_at", "title desc"), "order": ("", "DESC", "up"), "client_id": ("x" * 65, "\0"),
        "search": ("x" * 256, "\0", "a\0b")},
    "/clients": {
        "sort": ("", "first_name", "updated_at"), "order": ("", "DESC"), "search": ("x" * 256, "\0")},
    "/matters/{matter}/documents": {"status": ("", "Pending", "issued")},
    "/matters/{matter}/deadlines": {},
    "/matters/{matter}/notes": {},
    "/matters/{matter}/communications": {"channel": ("", "fax", "SMS"), "direction": ("", "both", "Inbound")},
}
PAGES = {
    "page": ("", " ", "0", "-1", "1.5", "1e3", "one", "٣", "²", "+1", "0x1", "1\n", "NaN", "null", "9" * 40),
    "per_page": ("", "0", "-1", "101", "1000", "20.0", "all", "٢٠", "9" * 40),
}


FILTERS = {
    "/matters": ("client_id", "assigned_attorney"), "/documents": ("matter_id", "assigned_attorney"),
    "/uploads": ("matter_id",), "/deadlines": ("matter_id",), "/communications": ("matter_id",),
    "/leads": ("assigned_to", "source"), "/conflict-checks": ("matter_id", "lead_id"),
    "/legal-holds": ("client_id", "matter_id"), "/privacy-requests": ("client_id",),
    "/webhook-deliveries": ("webhook_id",), "/matter-templates": ("case_type",),
    "/audit-log": ("actor_id", "record_id", "action"),
}


@pytest.fixture
def path_of(firm):
    """The path of a list, under a real matter where it needs one."""
    return lambda path: path.format(matter=a_matter(firm).id)


@pytest.mark.parametrize("path", LISTS)
def test_invalid_value_is_refused(api, path_of, path):
    address = path_of(path)
    for name, values in (LISTS[path] | PAGES).items():
        for value in values:
            assert wrong_fields(api.get(address, query_string={name: value})) == {name}, value


@pytest.mark.parametrize("path", ["/matters", "/notifications"])
def test_a_sentence_names_the_limit_that_was_passed(api, path):
    for value, limit in (("-1", "greater than or equal to 1."), ("1" + 16 * "0", f"less than or equal to {10**15}.")):
        (wrong,) = api.get(path, query_string={"page": value}).json["error"]["details"]["fields"]
        assert wrong == {"field": "page", "message": f"Must be {limit}"}


@pytest.mark.parametrize("path", FILTERS)
def test_a_blank_filter_lists_nothing_instead_of_everything(api, path):
    for blank in ("", " "):
        assert wrong_fields(api.get(path, query_string=dict.fromkeys(FILTERS[path], blank))) == {*FILTERS[path]}


@pytest.mark.parametrize("path", LISTS)
def test_an_unknown_parameter_is_refused(api, path_of, path):
    names = [b"pages", b"Page", b"limit", b"page[]", b"filter[status]", b"", b"\0", b"\xff"]

    assert len(wrong_fields(api.get(path_of(path), query_string=dict.fromkeys(names, "1")))) == len(names)


@pytest.mark.parametrize("path", LISTS)
def test_a_parameter_that_is_given_twice_is_refused(api, path_of, path):
    assert wrong_fields(api.get(path_of(path) + "?page=1&per_page=5&page=1")) == {"page"}


def test_all_invalid_parameters_are_listed(api):
    answer = api.get("/matters?page=0&per_page=101&status=x&sort=x&order=x&colour=red")

    assert wrong_fields(answer) == {"page", "per_page", "status", "sort", "order", "colour"}


@pytest.mark.parametrize("query", ["%", "%zz", "&&&", "=", "a=%ff%fe", "%00=%00", "q=" + "x" * 5000, ";", "?"])
def test_malformed_query_string_is_no_server_error(api, query):
    assert api.get(f"/matters?{query}").status_code in (200, 400)


@pytest.mark.parametrize("path", LISTS)
def test_page_and_size_are_taken_and_have_defaults(api, path_of, path):
    address = path_of(path)
    for query, page, per_page in [("", 1, 20), ("page=1", 1, 20), ("page=2", 2, 20), ("per_page=1", 1, 1),
                                  ("per_page=100", 1, 100), ("page=007&per_page=05", 7, 5)]:
        pagination = api.get(f"{address}?{query}").json["pagination"]
        assert (pagination["page"], pagination["per_page"]) == (page, per_page), query


@pytest.mark.parametrize("path", LISTS)
def test_a_page_past_the_end_is_empty(api, path_of, path):
    address = path_of(path)
    for page in (2, 1000, 1_000_001, 2**31, 10**14):
        answer = api.get(f"{address}?page={page}&per_page=100")
        assert data(answer) == []
        assert answer.json["pagination"]["has_more"] is False


def test_each_of_the_same_query_strings_is_answered_for_its_caller(api, rival_api, firm, rival):
    mine, theirs = a_matter(firm, title="Mine").id, a_matter(rival, title="Theirs").id
    for query in ("?search=i&sort=title", "?search=i&sort=title", f"?search={'i ' * 90}"):
        assert [data(one.get(f"/matters{query}"))[0]["id"] for one in (api, rival_api)] == [mine, theirs]


@pytest.mark.parametrize(("accept", "wanted"), [
    ("application/json", False), ("*/*", False), ("text/html, */*;q=0.1", False), ("text/csv", True), ("text/*", True),
    ("application/json;q=0.5, text/csv", True), ("text/csv;q=0.5, application/json", False)])
def test_table_is_answered_to_those_who_prefer_it(api, accept, wanted):
    assert (api.get("/matters", headers={"Accept": accept}).mimetype == "text/csv") == wanted
