"""Every field of a body is required or not, has its default, and accepts only its kind."""

import pytest

from intake.core.http import Contract
from tests.contract.tables.answers import ANSWERS
from tests.contract.tables.bodies import BODIES, REQUIRED, Default
from tests.contract.tables.shapes import describe

from . import platforms
from .sample_firm import rules

ROWS = [pytest.param(call, field, id=f"{call} takes {field.name}: {describe(field.shape)}, {field.need}")
        for call, fields in BODIES.items() for field in fields]
SENT_BACK = [call for call in BODIES if call.startswith("PATCH") and call.replace("PATCH", "GET") in ANSWERS]


def refused(sample, call, body):
    """Send a wrong body and return the fields named in the error. It changes nothing, so records can be shared."""
    response = sample.send(call, {name: sample.ids[name] for name in sample.parameters(call)}, body)
    assert (response.status_code, response.json["error"]["code"]) == (400, "validation_error"), response.text
    return [wrong["field"] for wrong in response.json["error"]["details"]["fields"]]


def as_given(answer, given):
    """Return the answer without fields that were not given in the objects of its lists."""
    if not (isinstance(given, list) and isinstance(answer, list) and len(answer) == len(given)):
        return answer
    return [{name: each[name] for name in sent if name in each} if isinstance(sent, dict) else each
            for each, sent in zip(answer, given, strict=True)]


@pytest.mark.parametrize("call", BODIES, ids=lambda call: f"{call} takes its fields")
def test_given_values_are_stored(call, app, full):
    body = full.body(call)
    answer = full.succeed(call, body=body).json["data"]
    if isinstance(answer, dict):
        assert {name: as_given(answer[name], body[name]) for name in body if name in answer} == {
            name: value for name, value in body.items() if name in answer}


@pytest.mark.parametrize("call", BODIES, ids=lambda call: f"{call} without its optional fields")
def test_fields_left_out_get_their_defaults(call, app, sparse):
    answer = sparse.succeed(call).json["data"]
    defaults = {field.name: field.need.value for field in BODIES[call] if isinstance(field.need, Default)}
    assert {name: answer[name] for name in defaults} == defaults


@pytest.mark.parametrize(("call", "field"), [row for row in ROWS if row.values[1].need == REQUIRED])
def test_required_fields_cannot_be_left_out(call, field, app, full):
    rest = {name: value for name, value in full.body(call).items() if name != field.name}
    for given in ({}, {field.name: None}, {field.name: "  "}):
        assert set(refused(full, call, rest | given)) == {field.name}


@pytest.mark.parametrize(("call", "field"), ROWS)
def test_wrong_values_are_refused(call, field, app, full):
    body = full.body(call)
    for wrong in field.shape.wrong:
        named = refused(full, call, body | {field.name: wrong})
        assert named, wrong
        assert all(name.split(".")[0] == field.name for name in named), (wrong, named)


@pytest.mark.parametrize("call", BODIES, ids=lambda call: f"{call} names all wrong fields at once")
def test_all_wrong_fields_are_named_at_once(call, app, full):
    wrong = {field.name: field.shape.wrong[0] for field in BODIES[call] if field.shape.wrong}
    assert {name.split(".")[0] for name in refused(full, call, wrong)} == wrong.keys()


@pytest.mark.parametrize("call", BODIES, ids=lambda call: f"{call} refuses an unknown field")
def test_unknown_field(call, app, full):
    assert refused(full, call, full.body(call) | {"titel": "a typo"}) == ["titel"]


@pytest.mark.parametrize("call", SENT_BACK, ids=lambda call: f"{call} takes what its GET gave")
def test_sent_back(call, app, full, sparse):
    for sample in (full, sparse):
        given = sample.succeed(call.replace("PATCH", "GET")).json["data"]
        answer = sample.succeed(call, body=given).json["data"]
        assert answer == {name: given[name] for name in answer}


def test_every_call_with_a_body_is_in_the_table(app):
    with_body = {call for call, rule in rules(app).items() if rule.rule.startswith("/api")
                 and getattr(app.view_functions[rule.endpoint], "contract", Contract()).body}
    assert with_body == BODIES.keys() | platforms.BODIES.keys()
