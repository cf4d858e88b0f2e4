"""Every field of a body is required or not, and accepts only its kind."""

from itertools import zip_longest

import pytest

from intake.core.http import Contract
from tests.contract.tables.answers import ANSWERS
from tests.contract.tables.bodies import BODIES, REQUIRED

from . import platforms
from .sample_firm import rules

RIGHT, ABSENT = object(), object()
"""Stand for a field that keeps its right value, and for one that is not sent."""

SENT_BACK = [call for call in BODIES if call.startswith("PATCH") and call.replace("PATCH", "GET") in ANSWERS]


def refused(sample, call, body):
    """Send a wrong body and return the fields named in the error. It changes nothing, so records can be shared."""
    response = sample.send(call, {name: sample.ids[name] for name in sample.parameters(call)}, body)
    assert (response.status_code, response.json["error"]["code"]) == (400, "validation_error"), response.text
    return [wrong["field"] for wrong in response.json["error"]["details"]["fields"]]


def named(sample, call, body, wrong):
    """Return the fields named for these wrong ones; those checked only once all others are right are sent alone."""
    sent = {name: value for name, value in (body | wrong).items() if value is not ABSENT}
    names = {name.split(".")[0] for name in refused(sample, call, sent)}
    late = wrong.keys() - names if len(wrong) > 1 else ()
    return names.union(*(named(sample, call, body, {name: wrong[name]}) for name in late))


@pytest.mark.parametrize("call", BODIES)
def test_wrong_bodies_are_refused(call, app, full):
    body = full.body(call)
    for values in zip_longest(*(field.shape.wrong for field in BODIES[call]), fillvalue=RIGHT):
        wrong = {field.name: value for field, value in zip(BODIES[call], values, strict=True) if value is not RIGHT}
        assert named(full, call, body, wrong) == wrong.keys(), wrong
    required = [field.name for field in BODIES[call] if field.need == REQUIRED]
    for value in (ABSENT, None, "  ") if required else ():
        assert named(full, call, body, dict.fromkeys(required, value)) == set(required), value
    assert refused(full, call, body | {"titel": "a typo"}) == ["titel"]


@pytest.mark.parametrize("call", SENT_BACK, ids=lambda call: f"{call} takes what its GET gave")
def test_answer_is_accepted_as_a_body(call, app, full, sparse):
    for sample in (full, sparse):
        given = sample.succeed(call.replace("PATCH", "GET")).json["data"]
        answer = sample.succeed(call, body=given).json["data"]
        assert answer == {name: given[name] for name in answer}


def test_every_call_with_a_body_is_in_the_table(app):
    with_body = {call for call, rule in rules(app).items() if rule.rule.startswith("/api")
                 and getattr(app.view_functions[rule.endpoint], "contract", Contract()).body}
    assert with_body == BODIES.keys() | platforms.BODIES.keys()
