"""Every field of a body is required or not, and accepts only its kind."""

import pytest

from intake.core.http import Contract
from tests.contract.tables.answers import ANSWERS
from tests.contract.tables.bodies import BODIES, REQUIRED

from . import platforms
from .sample_firm import rules

SENT_BACK = [call for call in BODIES if call.startswith("PATCH") and call.replace("PATCH", "GET") in ANSWERS]


def refused(sample, call, body):
    """Send a wrong body and return the fields named in the error. It changes nothing, so records can be shared."""
    response = sample.send(call, {name: sample.ids[name] for name in sample.parameters(call)}, body)
    assert (response.status_code, response.json["error"]["code"]) == (400, "validation_error"), response.text
    return [wrong["field"] for wrong in response.json["error"]["details"]["fields"]]


@pytest.mark.parametrize("call", BODIES)
def test_wrong_bodies_are_refused(call, app, full):
    body = full.body(call)
    for field in BODIES[call]:
        for wrong in field.shape.wrong:
            named = refused(full, call, body | {field.name: wrong})
            assert {name.split(".")[0] for name in named} == {field.name}, (field.name, wrong)
        if field.need == REQUIRED:
            rest = {name: value for name, value in body.items() if name != field.name}
            for given in ({}, {field.name: None}, {field.name: "  "}):
                assert set(refused(full, call, rest | given)) == {field.name}, (field.name, given)
    wrong = {field.name: field.shape.wrong[0] for field in BODIES[call] if field.shape.wrong}
    assert {name.split(".")[0] for name in refused(full, call, wrong)} == wrong.keys()
    assert refused(full, call, body | {"titel": "a typo"}) == ["titel"]


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
