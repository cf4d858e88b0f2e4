"""Roles are complete: every model defines what staff may see, and every permission is known (docs/decisions/0008)."""

import pytest

from intake.accounts.permissions.roles import PART_OF, ROLE_PERMISSIONS, SEES_ONLY_ASSIGNED, has_permission, scopes_of
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.states import ROLES
from intake.cases.matters.models import MatterPart
from intake.core.http import Contract
from intake.core.tenancy import FirmRecord
from tests.builders import a_caller, a_user
from tests.test_architecture_database import MODELS

UNSEEN = {
    "User": "the firm's people", "Invitation": "the firm's people", "Session": "one's own, reached by its cookie",
    "SecondFactor": "one's own, reached by the session", "RecoveryCode": "one's own, reached by the session",
    "CalendarFeed": "one's own, reached by the session or by its address",
    "PasswordReset": "one's own, reached by its token", "ApiKey": "the firm's programs",
    "Export": "everything of the firm, for its admins",
    "OauthClient": "the firm's applications", "Consent": "one's own, reached by the person",
    "Grant": "reached by its code or its tokens", "Event": "the outbox", "Task": "the worker's",
    "FirmMessage": "the worker's", "Webhook": "the firm's programs", "Delivery": "the firm's programs",
    "DeliveryAttempt": "the firm's programs", "Integration": "the firm's platforms",
    "IntegrationState": "the firm's platforms", "IntegrationLink": "the firm's platforms",
    "LeadLink": "the firm's platforms",
    "IntegrationSubscription": "the firm's platforms", "SyncLog": "the firm's platforms",
    "InboundEvent": "the firm's platforms", "InboundSecret": "the firm's platforms",
    "AuditEntry": "the firm's people and programs",
    "ClientMerge": "undone by those who may merge", "PortalCode": "entered by clients",
    "Subscription": "what the firm pays", "BillingEvent": "what the firm pays",
    "Erasure": "what admins erase for good",
    "PrivacyRequest": "what admins answer",
    "LegalHold": "what admins keep from being lost", "RetentionSchedule": "how long the firm keeps matters",
    "Closing": "the end of the firm", "ConflictDecision": "reached by its check",
    "SandboxMessage": "what a sandbox would have sent, for its developers",
    "MatterImport": "what those import who see all matters",
}
"""Models of which staff see nothing, each with its content."""

RECORDS = {model.__name__: model for model in MODELS.values() if issubclass(model, FirmRecord)}


def test_every_model_defines_what_staff_see():
    silent = {name for name, model in RECORDS.items() if not (model.is_personal or model.is_of_no_matter)
              and model.seen_by_assignee.__func__ is FirmRecord.seen_by_assignee.__func__}
    assert not silent - UNSEEN.keys(), "say what staff see of these, or name them here"
    assert silent == UNSEEN.keys()


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_staff_condition_is_valid_sql_and_narrows_the_query(name, firm):
    """The condition is valid in plain, locking and nested queries."""
    model = RECORDS[name]
    caller = a_caller(firm, user=a_user(firm, "staff"))
    assert model.of(caller).sql() != model.of(firm).sql()
    assert model.of(caller).for_update().first() is None
    assert model.of(caller).where(model.id.in_(model.of(caller, model.id))).count() == 0


@pytest.mark.parametrize("role", ["admin", "attorney", "paralegal"])
def test_other_roles_see_what_the_firm_sees(role, firm):
    caller = a_caller(firm, user=a_user(firm, role))
    for model in (model for model in RECORDS.values() if not model.is_personal):
        assert model.of(caller).sql() == model.of(firm).sql()


def test_records_are_scopes_without_assignee():
    assert issubclass(MatterPart, FirmRecord)
    assert {model.assignee for model in RECORDS.values()} == {None}


def test_every_role_has_permissions_and_every_permission_a_role():
    assert ROLE_PERMISSIONS.keys() == set(ROLES)
    assert set(ROLES) >= SEES_ONLY_ASSIGNED
    assert set().union(*ROLE_PERMISSIONS.values()) == SCOPES.keys() | PART_OF.keys()
    assert set(PART_OF.values()) <= SCOPES.keys()


def test_every_route_requires_a_permission_of_its_scope(app):
    contracts = [getattr(view, "contract", Contract()) for view in app.view_functions.values()]
    asked = {(contract.scope, contract.permission) for contract in contracts if contract.scope}
    assert asked
    assert not {(scope, permission) for scope, permission in asked if PART_OF.get(permission, permission) != scope}
    by_pages_alone = {"countersigning"}  # a signature is the act of a person
    required = {permission for _, permission in asked} | by_pages_alone
    assert required >= PART_OF.keys(), "some permissions are required by no route"


def test_only_get_routes_accept_sessions(app):
    by_session = [rule for rule in app.url_map.iter_rules()
                  if getattr(app.view_functions[rule.endpoint], "contract", Contract()).or_session]
    assert not [rule for rule in by_session if rule.methods - {"GET", "HEAD", "OPTIONS"}]


@pytest.mark.parametrize(("role", "scopes"), [
    ("admin", " ".join(SCOPES)),
    ("attorney", "matters:read matters:write clients:read clients:write documents:read documents:write firms:read"),
    ("staff", "matters:read matters:write clients:read documents:read documents:write firms:read"),
    ("paralegal", "matters:read matters:write clients:read documents:read documents:write firms:read"),
    ("partner", ""), (None, ""),
])
def test_scopes_of_a_role(role, scopes):
    assert scopes_of(role) == set(scopes.split())


@pytest.mark.parametrize("permission", ["matters:read", "intake", "", None])
def test_unknown_role_has_no_permissions(permission):
    assert not has_permission("partner", permission)
    assert not has_permission(None, permission)
