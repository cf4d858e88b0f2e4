"""Every endpoint exists and requires its scope."""

from intake.accounts.permissions.scopes import SCOPES
from intake.core.http import Contract
from tests.contract.tables.endpoints import ANY_KEY, ENDPOINTS, PUBLIC

from .sample_firm import rules


def test_each_exists_with_its_scope_and_no_other_one_does(app):
    contracts = {call: getattr(app.view_functions[rule.endpoint], "contract", Contract())
                 for call, rule in rules(app).items()}
    listed = {row.call: row.scope for row in ENDPOINTS}
    found = {call: contract.scope or (ANY_KEY if contract.any_key else PUBLIC) for call, contract in contracts.items()}
    assert {call: found.get(call) for call in listed} == listed
    routes = {call for call, rule in rules(app).items() if rule.rule.startswith("/api")}
    assert not routes - listed.keys(), "list these in tables/endpoints.py"


def test_scopes_are_those_of_the_interface():
    assert SCOPES == {
        "matters:read": "list and retrieve matters",
        "matters:write": "create, update, archive matters",
        "clients:read": "list and retrieve clients",
        "clients:write": "create and update clients",
        "documents:read": "list and retrieve documents",
        "documents:write": "request, approve, manage uploads",
        "webhooks:read": "list webhook endpoints",
        "webhooks:write": "create, update, delete webhooks",
        "firms:read": "read firm details and settings",
        "firms:write": "update firm settings and manage users",
    }
