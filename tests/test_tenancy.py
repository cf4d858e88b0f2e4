"""No firm can reach another firm's records, and every route authenticates its caller.

Every route of the application is called, including new ones: with ids of a rival firm's records of every kind if it
takes an id, with all scopes but its own, with only its own scope, without a key, and by a suspended firm. A new kind of
record has to be added to `tests/contract/sample_firm.py`; otherwise the tests that need it fail and name it.
"""

import re

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.permissions.scopes import SCOPES
from intake.core.db import db
from intake.core.ids import new_id
from tests.builders import a_matter
from tests.contract.sample_firm import SampleFirm, contracts, rules
from tests.firm_rows import digests

OPAQUE = {"intake_template_id"}
"""References that are stored as given, without checking that the firm has such a record."""

OF_ANY_KIND = {"actor_id": "user_id", "record_id": "matter_id"}
"""References to records of several kinds, each with an example of one."""

NAMED = {
    ("POST /matters", "client_id"): "client_not_found",
    ("PATCH /matters/:id", "client_id"): "client_not_found",
    ("POST /matters/:id/letters", "template_id"): "letter_template_not_found",
    ("POST /uploads/signed-url", "document_id"): "document_not_found",
    ("POST /leads/:id/convert", "client_id"): "client_not_found",
    ("POST /leads/:id/convert", "letter_template_id"): "letter_template_not_found",
    ("POST /conflict-checks", "matter_id"): "matter_not_found",
    ("POST /conflict-checks", "lead_id"): "lead_not_found",
    ("POST /conflict-checks/:id/decide", "document_id"): "document_not_found",
    ("PATCH /uploads/:id/status", "reason_id"): "reason_not_found",
    ("POST /integrations/clio/sync", "matter_id"): "matter_not_found",
    ("POST /integrations/lawmatics/sync", "matter_id"): "matter_not_found",
}
"""The documented error codes for bodies that name another firm's record."""

CONTRACTS, RULES = contracts()
GUARDED = [call for call, contract in CONTRACTS.items() if contract.scope or contract.any_key]
SCOPED = {call: CONTRACTS[call].scope for call in GUARDED if CONTRACTS[call].scope}
WITH_PATH_IDS = [(call, name) for call in GUARDED for name in sorted(RULES[call].arguments)]
WITH_BODY_IDS = [(call, name) for call in GUARDED if CONTRACTS[call].body
                 for name in CONTRACTS[call].body.fields if name.endswith("_id")]
WITH_QUERY_IDS = [(call, name) for call in GUARDED if CONTRACTS[call].query
                  for name in CONTRACTS[call].query.fields if name.endswith("_id")]


def _text_only(value):
    return value if isinstance(value, str) else None


@pytest.fixture(scope="module")
def ours(app):
    """The firm that calls."""
    sample = SampleFirm(app)
    yield sample
    sample.retire()


@pytest.fixture(scope="module")
def theirs(app):
    """The rival firm, with a record of every kind, whose rows no test changes; tests that run alone show which does."""
    sample = SampleFirm(app, name="Rival LLP")
    assert sample.ids
    with app.app_context():
        for name in ("request_counter", "audited_reads"):  # so that the rival's own requests are not counted later
            app.extensions[name].flush()
    before = digests(sample.firm)
    yield sample
    after = digests(sample.firm)
    sample.retire()
    assert after == before


def test_every_change_is_noticed(firm, at_once):
    """Rows are read again after a change, whether it is committed or not, and by any connection."""
    seen = [digests(firm), digests(firm)]
    with db.atomic() as transaction:
        a_matter(firm)
        seen.append(digests(firm))
        transaction.rollback()
    seen.append(digests(firm))
    at_once(1, lambda _: a_matter(firm))
    seen.append(digests(firm))
    assert [seen[0] == each for each in seen] == [True, True, False, True, False]


def _comparable(response):
    """Return status and text of the answer without ids, links, numbers and timestamps."""
    return response.status_code, re.sub(r"\d+", "#", re.sub(
        r"/p/\w+|[a-z]+_[0-9A-HJKMNP-TV-Z]{26}", "ID", response.text))


def _unknown(like):
    """Return an id of the same kind that no record has."""
    return new_id(like.split("_")[0])


# Identifiers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "name"), WITH_PATH_IDS, ids=_text_only)
def test_foreign_id_in_the_path(call, name, ours, theirs):
    """A rival's id gets the same 404 as an unknown id."""
    own = {parameter: ours.ids[parameter] for parameter in ours.parameters(call)}
    id, resource = theirs.ids[name], name.removesuffix("_id")
    foreign, unknown = (ours.send(call, own | {name: given}) for given in (id, _unknown(id)))
    assert _comparable(foreign) == _comparable(unknown)
    assert (foreign.status_code, foreign.json["error"]["code"]) == (404, f"{resource}_not_found"), foreign.text
    assert foreign.json["error"]["details"] == {"id": id, "resource": resource}


@pytest.mark.parametrize("call", [call for call in GUARDED if len(RULES[call].arguments) > 1])
def test_all_ids_of_the_path_foreign(call, ours, theirs):
    """Ids of the rival that belong together get the same 404 as unknown ids."""
    ids = {name: theirs.ids[name] for name in ours.parameters(call)}
    foreign, unknown = ours.send(call, ids), ours.send(call, {name: _unknown(id) for name, id in ids.items()})
    assert _comparable(foreign) == _comparable(unknown)
    assert foreign.status_code == 404


@pytest.mark.parametrize(("call", "name"), WITH_PATH_IDS, ids=_text_only)
def test_malformed_id_in_the_path(call, name, ours):
    own = {parameter: ours.ids[parameter] for parameter in ours.parameters(call)}
    resource = name.removesuffix("_id")
    for given, shown in (("nonsense", "nonsense"), (f"{own[name]}%00", f"{own[name]}\N{REPLACEMENT CHARACTER}")):
        response = ours.send(call, own | {name: given})
        assert (response.status_code, response.json["error"]["code"]) == (404, f"{resource}_not_found")
        assert response.json["error"]["details"] == {"id": shown, "resource": resource}


ONE_OF = {"POST /erasures": ("client_id", "matter_id", "document_id", "lead_id"),
          "POST /legal-holds": ("client_id", "matter_id", "search"),
          "POST /matters/:id/letters": ("template_id", "text")}
"""Groups of fields of which a body has exactly one."""


def _without(names, body):
    return {field: value for field, value in body.items() if field not in names}


@pytest.mark.parametrize(("call", "name"), WITH_BODY_IDS, ids=_text_only)
def test_foreign_id_in_the_body(call, name, ours, theirs):
    id = theirs.ids[name] if name not in OPAQUE else theirs.ids.get("template_id", new_id("tmpl"))
    foreign, unknown = (ours.send(call, body=_without(ONE_OF.get(call, ()), ours.body(call)) | {name: given})
                        for given in (id, _unknown(id)))
    assert _comparable(foreign) == _comparable(unknown)
    if (call, name) in NAMED:
        assert foreign.json["error"]["code"] == NAMED[call, name]
        assert foreign.json["error"]["details"]["id"] == id
    elif name not in OPAQUE:
        assert foreign.status_code == 404


@pytest.mark.parametrize(("call", "name"), WITH_QUERY_IDS, ids=_text_only)
def test_foreign_id_in_the_query(call, name, ours, theirs):
    id = theirs.ids[OF_ANY_KIND.get(name, name)]
    foreign, unknown = (ours.send(call, query={name: given}) for given in (id, _unknown(id)))
    assert _comparable(foreign) == _comparable(unknown)
    assert foreign.status_code == 404 or not foreign.json["data"]


# Lists, searches and counts -------------------------------------------------------------------------------------------


def test_rival_changes_no_answer(app):
    """Every GET answers the same before and after a rival with similar records is added, and shows none of them."""
    ours = SampleFirm(app)
    assert ours.ids
    calls = [call for call in GUARDED if call.startswith("GET")]
    before, again = ({call: _listed(ours, call) for call in calls} for _ in range(2))
    rival = SampleFirm(app)
    ids = {*rival.ids.values(), rival.firm.id}
    for call in calls:
        now = _listed(ours, call)
        assert before[call] == now or before[call] != again[call], call  # signed URLs differ every time
        assert not [id for id in ids if id.encode() in now], call
    ours.retire()
    rival.retire()


def _listed(sample, call):
    query = {"per_page": 100} if CONTRACTS[call].paginated else {"limit": 20} if call == "GET /search" else {}
    return sample.succeed(call, query=query).data


# Scopes, keys and suspended firms -------------------------------------------------------------------------------------


def _call_with_unknown_ids(sample, call, **request):
    """Make the call with ids of records that do not exist."""
    return sample.send(call, arguments={name: new_id("none") for name in RULES[call].arguments}, **request)


def _error(response):
    """Return the error of an answer with its status; without an error, the status alone."""
    return {"status": response.status_code} | (response.json["error"] if response.status_code >= 400 else {})


def _deviating(errors, **expected):
    """Return the calls whose errors differ from what is expected of all."""
    return {call: error for call, error in errors.items() if not expected.items() <= error.items()}


def test_all_scopes_but_the_required_one(ours):
    keys = {scope: ours.key(*(SCOPES.keys() - {scope})) for scope in SCOPES}
    errors = {call: _error(_call_with_unknown_ids(ours, call, key=keys[scope])) for call, scope in SCOPED.items()}
    assert _deviating(errors, status=403, code="insufficient_scope") == {}
    assert {call: error["details"] for call, error in errors.items()} == {
        call: {"required_scope": scope} for call, scope in SCOPED.items()}


def test_required_scope_alone(ours):
    keys = {scope: ours.key(scope) for scope in SCOPES}
    errors = {call: _error(_call_with_unknown_ids(ours, call, key=keys[scope])) for call, scope in SCOPED.items()}
    assert {call: error for call, error in errors.items() if error["status"] in (401, 403)} == {}


def test_no_key(ours):
    answers = {call: _call_with_unknown_ids(ours, call, key=None) for call in GUARDED}
    errors = {call: _error(answer) for call, answer in answers.items()}
    assert _deviating(errors, status=401, code="missing_api_key") == {}
    assert [call for call, answer in answers.items() if "WWW-Authenticate" not in answer.headers] == []


def test_suspended_firm(app):
    sample = SampleFirm(app)
    suspend(sample.firm.id)
    errors = {call: _error(_call_with_unknown_ids(sample, call, body={})) for call in GUARDED}
    assert _deviating(errors, status=403, code="firm_suspended") == {}


def test_every_route_is_tested(app):
    assert rules(app).keys() == CONTRACTS.keys()
