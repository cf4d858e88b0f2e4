"""Every answer has exactly the fields of the table, each of the right kind, and conforms to the OpenAPI document."""

import re

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.contract.tables.answers import ANSWERS, BESIDE_DATA, WITHOUT_ENVELOPE
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


@pytest.mark.parametrize("call", ANSWERS, ids=lambda call: f"{call} gives its fields")
def test_fields(call, app, full, sparse, undescribed):
    for sample in (full, sparse):
        answer = sample.answer(call)
        given = answer if call in WITHOUT_ENVELOPE else answer["data"]
        assert given or not isinstance(given, list), f"the example of {call} has no item"
        assert not schema_errors(ANSWERS[call], given, call, full=sample.full)
        assert not undescribed(call, answer)


@pytest.mark.parametrize("call", ANSWERS, ids=lambda call: (
    f"{call} gives {' and '.join(['data', *BESIDE_DATA.get(call, ())])}"))
def test_envelope(call, app, full):
    if call not in WITHOUT_ENVELOPE:
        assert not schema_errors(BESIDE_DATA.get(call, {}), {
            name: value for name, value in full.answer(call).items() if name != "data"}, call)
        is_list = call.startswith("GET") and isinstance(full.answer(call)["data"], list)
        assert is_list == ("pagination" in full.answer(call))
