"""Every query parameter has its default and its limits, and every filter narrows the answer."""

from itertools import count, zip_longest

import pytest

from intake.core.http import Contract
from tests.builders import a_client, a_deadline, a_matter
from tests.contract.tables.queries import NO_DEFAULT, QUERIES

from .sample_firm import rules

SORTED = [pytest.param(call, field, id=f"{call} sorts by {field}")
          for call, rows in QUERIES.items() for row in rows if row.name == "sort" for field in row.examples]


@pytest.mark.parametrize("call", QUERIES)
def test_parameters_are_accepted_and_wrong_ones_refused(call, app, full):
    full.renew_key()  # so that none is made, and listed, between the calls
    without = full.succeed(call).json
    for parameter in QUERIES[call]:
        if parameter.default is not NO_DEFAULT:
            assert full.succeed(call, query={parameter.name: parameter.default}).json == without, parameter.name
        for example in map(full.filled, parameter.examples):
            answer = full.succeed(call, query={parameter.name: example}).json
            if parameter.narrows:
                items = answer["data"] if "data" in answer else answer["logs"]
                assert {item[parameter.narrows] for item in items} <= {example}, (parameter.name, example)
    texts = [[value for value in each.takes.wrong if isinstance(value, str)] for each in QUERIES[call]]
    for values in zip_longest(*texts):
        wrong = {each.name: value for each, value in zip(QUERIES[call], values, strict=True) if value is not None}
        named = _refused(full, call, wrong)
        late = wrong.keys() - named if len(wrong) > 1 else ()  # checked only once all others are right
        assert named.union(*(_refused(full, call, {name: wrong[name]}) for name in late)) == wrong.keys(), wrong
    assert _refused(full, call, {"pages": "1"}) == {"pages"}


def _refused(sample, call, wrong):
    """Send wrong parameters, and return the names in the error."""
    response = sample.send(call, query=wrong)
    assert response.status_code == 400, (wrong, response.text)
    return {field["field"] for field in response.json["error"]["details"]["fields"]}


@pytest.fixture(scope="module")
def two_of_each(app, full):
    """At least two rows of every list."""
    with app.app_context():
        a_matter(full.firm)
        a_client(full.firm)
        a_deadline(full.firm)
        full.pending_upload()
        full.succeed("POST /leads")


@pytest.mark.parametrize(("call", "field"), SORTED)
def test_descending_order_is_the_ascending_one_reversed(call, field, app, full, two_of_each):
    up, down = (_whole_list(full, call, sort=field, order=order) for order in ("asc", "desc"))
    assert up == down[::-1]
    assert len(up) > 1
    if field in up[0]:
        values = [item[field].casefold() for item in up if item[field] is not None]
        assert values == sorted(values)


def _whole_list(full, call, **query):
    """Return the rows of all pages, because other tests may have added hundreds."""
    rows, number = [], count(1)
    while True:
        answer = full.succeed(call, query={**query, "per_page": 100, "page": next(number)}).json
        rows += answer["data"]
        if not answer["pagination"]["has_more"]:
            return rows


def test_every_call_with_parameters_is_in_the_table(app):
    assert {call for call, rule in rules(app).items()
            if getattr(app.view_functions[rule.endpoint], "contract", Contract()).query} == QUERIES.keys()
