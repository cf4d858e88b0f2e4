"""Every endpoint exists, requires its scope, and succeeds with its status."""

import pytest

from intake.accounts.permissions.scopes import SCOPES
from intake.core.http import Contract
from tests.contract.tables.endpoints import ANY_KEY, ENDPOINTS, PUBLIC

from .sample_firm import rules


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda row: f"{row.call} needs {row.scope}")
def test_exists_with_its_scope(endpoint, app):
    found = rules(app).get(endpoint.call)
    assert found, f"{endpoint.call} does not exist"
    contract = getattr(app.view_functions[found.endpoint], "contract", Contract())
    assert (contract.scope or (ANY_KEY if contract.any_key else PUBLIC)) == endpoint.scope


@pytest.mark.parametrize(("call", "scope", "status"), ENDPOINTS,
                         ids=[f"{row.call} succeeds with {row.status}" for row in ENDPOINTS])
def test_succeeds(call, scope, status, app, full):
    keys = {PUBLIC: lambda: None, ANY_KEY: full.key}
    key = keys.get(scope, lambda: full.key(scope))()
    response = full.send(call, key=key)
    assert response.status_code == status, response.text


def test_every_route_of_the_api_is_in_the_table(app):
    routes = {call for call, rule in rules(app).items() if rule.rule.startswith("/api")}
    assert not routes - {row.call for row in ENDPOINTS}, "list these in tables/endpoints.py"


@pytest.mark.parametrize(("scope", "allows"), [
    ("matters:read", "list and retrieve matters"),
    ("matters:write", "create, update, archive matters"),
    ("clients:read", "list and retrieve clients"),
    ("clients:write", "create and update clients"),
    ("documents:read", "list and retrieve documents"),
    ("documents:write", "request, approve, manage uploads"),
    ("webhooks:read", "list webhook endpoints"),
    ("webhooks:write", "create, update, delete webhooks"),
    ("firms:read", "read firm details and settings"),
    ("firms:write", "update firm settings and manage users"),
])
def test_scope(scope, allows):
    assert SCOPES[scope] == allows


def test_no_other_scope_exists():
    assert len(SCOPES) == 10
