"""The wall between two firms, and the door of every route (decisions.md 1 and 2).

Every route of the application is asked, also one that is added tomorrow: with every kind of record of a rival firm
where it takes an identifier, with every scope but its own, with none but its own, without a key, and by a firm that is
suspended. A new kind of record has to be made known to `tests/contract/world.py`; a test that needs it says so.
"""

import re

import pytest
from flask import Flask

from intake.accounts.firms.actions import suspend
from intake.accounts.permissions.scopes import SCOPES
from intake.blueprints import BLUEPRINTS
from intake.core.db import db
from intake.core.http import Contract
from intake.core.ids import new_id
from tests.contract.world import World, rules

OPAQUE = {"intake_template_id"}
"""References that the interface stores as given, whoever they belong to (decisions.md 4)."""

NAMED = {
    ("POST /matters", "client_id"): "client_not_found",
    ("PATCH /matters/:id", "client_id"): "client_not_found",
    ("POST /uploads/signed-url", "document_id"): "document_not_found",
    ("POST /integrations/clio/sync", "matter_id"): "matter_not_found",
    ("POST /integrations/lawmatics/sync", "matter_id"): "matter_not_found",
}
"""What a body that names another firm's record is told, wherever the interface says it."""


def _contracts():
    """The contract of every route there is."""
    plan = Flask("plan", static_folder=None)
    for blueprint, prefix in BLUEPRINTS:
        plan.register_blueprint(blueprint, url_prefix=prefix)
    return {call: getattr(plan.view_functions[rule.endpoint], "contract", Contract())
            for call, rule in rules(plan).items()}, rules(plan)


CONTRACTS, RULES = _contracts()
GUARDED = [call for call, contract in CONTRACTS.items() if contract.scope or contract.any_key]
WITH_PATH_IDS = [(call, name) for call in GUARDED for name in sorted(RULES[call].arguments)]
WITH_BODY_IDS = [(call, name) for call in GUARDED if CONTRACTS[call].body
                 for name in CONTRACTS[call].body.fields if name.endswith("_id")]
WITH_QUERY_IDS = [(call, name) for call in GUARDED if CONTRACTS[call].query
                  for name in CONTRACTS[call].query.fields if name.endswith("_id")]


def _told(value):
    return value if isinstance(value, str) else None


@pytest.fixture(scope="module")
def ours(app):
    """The firm that asks."""
    world = World(app)
    yield world
    world.retire()


@pytest.fixture(scope="module")
def theirs(app):
    """The rival, with a record of every kind."""
    world = World(app, name="Rival LLP")
    assert world.dossier
    with app.app_context():
        app.extensions["request_counter"].flush()  # what it asked itself is no change that others made
    yield world
    world.retire()


@pytest.fixture(autouse=True)
def _fresh_key(request):
    """The rate limit counts by key, and the matrix is large."""
    if "ours" in request.fixturenames:
        request.getfixturevalue("ours").renew_key()


def _rows(firm):
    """Every row of the firm in the whole database, as text."""
    tables = [table for table, in db.execute_sql(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'firm_id'")]
    return {table: [row for row, in db.execute_sql(
        f'SELECT whole::text FROM "{table}" AS whole WHERE firm_id = %s ORDER BY 1', (firm.id,))] for table in tables}


@pytest.fixture
def untouched(theirs):
    """Nothing of the rival's is other than it was."""
    before = _rows(theirs.firm)
    yield
    assert _rows(theirs.firm) == before


def _alike(response):
    """The answer without what is bound to differ: identifiers, numbers and moments."""
    return response.status_code, re.sub(r"\d+", "#", re.sub(r"_[0-9A-HJKMNP-TV-Z]{26}", "_ID", response.text))


def _unknown(like):
    """An identifier that no record has, of the same kind as this one."""
    return new_id(like.split("_")[0])


def _foreign_and_unknown(ours, call, foreign):
    """The answers to the call with these path arguments of the rival, and with unknown ones of the same form."""
    own = {name: ours.dossier[name] for name in ours.parameters(call)}
    unknown = {name: _unknown(id) for name, id in foreign.items()}
    return ours.send(call, own | foreign), ours.send(call, own | unknown)


# Identifiers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "name"), WITH_PATH_IDS, ids=_told)
def test_foreign_id_in_the_path(call, name, ours, theirs, untouched):
    """A rival's id, of the right kind or of any other, is answered exactly as an unknown one."""
    for kind, id in theirs.dossier.items():
        foreign, unknown = _foreign_and_unknown(ours, call, {name: id})
        assert _alike(foreign) == _alike(unknown), kind
        assert foreign.status_code == 404, (kind, foreign.text)
        if kind == name:
            resource = name.removesuffix("_id")
            assert foreign.json["error"]["code"] == f"{resource}_not_found"
            assert foreign.json["error"]["details"] == {"id": id, "resource": resource}
            assert foreign.json["error"]["message"] == unknown.json["error"]["message"]


@pytest.mark.parametrize("call", sorted({call for call, _ in WITH_PATH_IDS}))
def test_all_ids_of_the_path_foreign(call, ours, theirs, untouched):
    """Records of the rival that belong together open nothing either."""
    foreign, unknown = _foreign_and_unknown(ours, call, {name: theirs.dossier[name] for name in ours.parameters(call)})
    assert _alike(foreign) == _alike(unknown)
    assert foreign.status_code == 404


@pytest.mark.parametrize(("call", "name"), WITH_BODY_IDS, ids=_told)
def test_foreign_id_in_the_body(call, name, ours, theirs, untouched):
    id = theirs.dossier[name] if name not in OPAQUE else theirs.dossier.get("template_id", new_id("tmpl"))
    foreign, unknown = (ours.send(call, body=ours.body(call) | {name: given}) for given in (id, _unknown(id)))
    assert _alike(foreign) == _alike(unknown)
    if (call, name) in NAMED:
        assert foreign.json["error"]["code"] == NAMED[call, name]
        assert foreign.json["error"]["details"]["id"] == id
    elif name not in OPAQUE:
        assert foreign.status_code == 404


@pytest.mark.parametrize(("call", "name"), WITH_QUERY_IDS, ids=_told)
def test_foreign_id_in_the_query(call, name, ours, theirs, untouched):
    id = theirs.dossier[name]
    foreign, unknown = (ours.send(call, query={name: given}) for given in (id, _unknown(id)))
    assert _alike(foreign) == _alike(unknown)
    assert foreign.status_code == 404 or not foreign.json["data"]


# What is listed, found and counted ------------------------------------------------------------------------------------


def test_the_rival_changes_no_answer(app):
    """Every GET answers the same before and after a rival with records like ours appears, and shows none of them."""
    ours = World(app)
    assert ours.dossier
    calls = [call for call in GUARDED if call.startswith("GET")]
    before, again = ({call: _seen(ours, call) for call in calls} for _ in range(2))
    rival = World(app)
    ids = {*rival.dossier.values(), rival.firm.id}
    for call in calls:
        now = _seen(ours, call)
        assert before[call] == now or before[call] != again[call], call  # a signed address is new every time
        assert not [id for id in ids if id in now], call
    ours.retire()
    rival.retire()


def _seen(world, call):
    query = {"per_page": 100} if CONTRACTS[call].paginated else {"limit": 20} if call == "GET /search" else {}
    return world.succeed(call, query=query).text


# The door -------------------------------------------------------------------------------------------------------------


def _knock(world, call, **request):
    """The call about records that do not exist."""
    return world.send(call, arguments={name: new_id("none") for name in RULES[call].arguments}, **request)


@pytest.mark.parametrize("call", [call for call in GUARDED if CONTRACTS[call].scope])
def test_every_scope_but_the_needed_one(call, ours):
    needed = CONTRACTS[call].scope
    response = _knock(ours, call, key=ours.key(*(SCOPES.keys() - {needed})))
    assert (response.status_code, response.json["error"]["code"]) == (403, "insufficient_scope")
    assert response.json["error"]["details"] == {"required_scope": needed}


@pytest.mark.parametrize("call", [call for call in GUARDED if CONTRACTS[call].scope])
def test_the_needed_scope_alone(call, ours):
    response = _knock(ours, call, key=ours.key(CONTRACTS[call].scope))
    assert response.status_code not in (401, 403), response.text


@pytest.mark.parametrize("call", GUARDED)
def test_no_key(call, ours):
    response = _knock(ours, call, key=None)
    assert (response.status_code, response.json["error"]["code"]) == (401, "missing_api_key")
    assert "WWW-Authenticate" in response.headers


@pytest.fixture(scope="module")
def suspended(app):
    """A firm whose account is suspended."""
    world = World(app)
    suspend(world.firm.id)
    return world


@pytest.mark.parametrize("call", GUARDED)
def test_suspended_firm(call, suspended):
    response = _knock(suspended, call, body={})
    assert (response.status_code, response.json["error"]["code"]) == (403, "firm_suspended")


def test_the_matrix_knows_every_route(app):
    assert rules(app).keys() == CONTRACTS.keys()
