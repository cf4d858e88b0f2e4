"""Every endpoint succeeds with its status and a key that has only its scope. Its answer has exactly the fields of the
table, each of the right kind, the values that were given and defaults for others; and conforms to OpenAPI's document.
"""

import re

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.contract.tables.answers import ANSWERS, BESIDE_DATA, SHOWING_MORE, WITHOUT_ENVELOPE
from tests.contract.tables.bodies import BODIES, Default
from tests.contract.tables.endpoints import ANY_KEY, ENDPOINTS, PUBLIC
from tests.contract.tables.shapes import schema_errors


@pytest.fixture(scope="module")
def undescribed(app, full):
    """Return the contradictions between an answer and the OpenAPI document: `undescribed(call, answer)`."""
    document = full.call("GET", "/api/v1/openapi.json").json

    def check(call, answer):
        path = re.sub(r"<(\w+)>", r"{\1}", full.rules[call].rule)
        operation = document["paths"].get(path, {}).get(call.split()[0].lower())
        if operation is None:
            return []
        success = next(response for status, response in operation["responses"].items() if status[0] == "2")
        shape = success["content"]["application/json"]["schema"] | {"components": document["components"]}
        checker = Draft202012Validator(shape, format_checker=FormatChecker())
        return [f"{error.json_path}: {error.message}" for error in checker.iter_errors(answer)]

    return check


@pytest.mark.parametrize(("call", "status"), [
    (row.call, row.status) for row in ENDPOINTS if row.call in ANSWERS or row.call in BODIES])
def test_answer_has_the_documented_fields(call, status, app, full, sparse, undescribed):
    for sample in (full, sparse):
        response = sample.response(call)
        assert response.status_code == status, response.text
        answer, given = response.json, sample.given[call] or {}
        assert not undescribed(call, answer)
        if call in WITHOUT_ENVELOPE:
            assert not schema_errors(ANSWERS[call], answer, call, full=sample.full)
            continue
        data = answer.pop("data")
        assert data or not isinstance(data, list), f"the example of {call} has no item"
        assert call not in ANSWERS or not schema_errors(ANSWERS[call], data, call, full=sample.full)
        assert not schema_errors(BESIDE_DATA.get(call, {}), answer, call)
        assert ("pagination" in answer) == (call.startswith("GET") and isinstance(data, list))
        if call in BODIES and isinstance(data, dict):
            defaults = {field.name: field.need.value for field in BODIES[call] if isinstance(field.need, Default)}
            expected = {} if sample.full else defaults
            expected |= {name: value for name, value in given.items() if name in data}
            assert {name: _as_given(data[name], given.get(name)) for name in expected} == expected


def _as_given(answer, given):
    """Return the answer without fields that were not given in the objects of its lists."""
    if not (isinstance(given, list) and isinstance(answer, list) and len(answer) == len(given)):
        return answer
    return [{name: each[name] for name in sent if name in each} if isinstance(sent, dict) else each
            for each, sent in zip(answer, given, strict=True)]


@pytest.mark.parametrize(("call", "scope", "status"), [
    row for row in ENDPOINTS if row.scope == PUBLIC or row.call not in ANSWERS or row.call in SHOWING_MORE])
def test_call_succeeds_with_its_scope(call, scope, status, app, full):
    keys = {PUBLIC: lambda: None, ANY_KEY: full.key}
    response = full.send(call, key=keys.get(scope, lambda: full.key(scope))())
    assert response.status_code == status, response.text


def test_every_answer_is_that_of_an_endpoint():
    assert {*ANSWERS, *BODIES, *SHOWING_MORE} <= {row.call for row in ENDPOINTS}
