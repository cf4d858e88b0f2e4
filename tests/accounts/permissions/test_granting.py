"""Callers can grant only what they hold: each kind of caller with everything grantable (docs/behaviour.md)."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from intake.accounts.access.actions import create_key
from intake.accounts.permissions.roles import scopes_of
from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import iso
from tests.builders import a_user
from tests.conftest import Api
from tests.core.answers import data, refusal

ROLES = ("admin", "attorney", "paralegal", "staff")
GAINED = {role: scopes_of(role) for role in ROLES} | {"staff": frozenset()}

CALLERS = {
    "key with firms:write": ("key", {"firms:write"}),
    "key of a paralegal's scopes": ("key", {"firms:write", *scopes_of("paralegal")}),
    "key of an attorney's scopes": ("key", {"firms:write", *scopes_of("attorney")}),
    "key with everything": ("key", set(SCOPES)),
    "token with firms:write": ("token", {"firms:write"}),
    "token of an attorney's scopes": ("token", {"firms:write", *scopes_of("attorney")}),
    "token with everything": ("token", set(SCOPES)),
}
SCOPE_SETS = [("firms:write",), ("matters:read",), ("firms:write", "webhooks:write"), tuple(SCOPES)]
CALLBACK = "https://app.example.com/callback"
ENDS_AT = datetime(2099, 1, 1, tzinfo=UTC)

_number = count(1)


@pytest.fixture
def granters(firm, api_of, api_as):
    """The granting callers by name, with the scopes that each holds."""
    return {name: (api_of(firm, *scopes) if kind == "key" else api_as(a_user(firm, "admin"), *scopes), scopes)
            for name, (kind, scopes) in CALLERS.items()}


def _address():
    return f"granted.{next(_number)}@example.com"


def _application(api, scopes):
    body = {"name": "Calendar", "redirect_uris": [CALLBACK], "scopes": list(scopes)}
    return "/oauth-clients/" + data(api.post("/oauth-clients", body), 201)["id"]


def _invitation(api, role):
    return data(api.post("/firms/users", {"email": _address(), "role": role}), 201)["id"]


def _person(api, firm, role, **changes):
    a_user(firm, "admin")  # so that no other admin is the last
    path = f"/firms/users/{a_user(firm, role).id}"
    data(api.patch(path, changes))
    return path


ROLE_GRANTS = {
    "invite": lambda api, firm, role: ("POST", "/firms/users", {"email": _address(), "role": role}),
    "invite while onboarding": lambda api, firm, role: (
        "POST", "/firms/onboarding", {"step": 5, "data": {"invites": [{"email": _address(), "role": role}]}}),
    "resend": lambda api, firm, role: ("POST", f"/firms/invitations/{_invitation(api, role)}/resend", None),
    "change role": lambda api, firm, role: (
        "PATCH", _person(api, firm, "staff" if role != "staff" else "attorney", status="active"), {"role": role}),
    "reinstate": lambda api, firm, role: ("PATCH", _person(api, firm, role, status="suspended"), {"status": "active"}),
    "reinstate in a role": lambda api, firm, role: (
        "PATCH", _person(api, firm, "admin", status="suspended"), {"status": "active", "role": role}),
}
"""Requests that grant a role, each made after a caller with all rights has created its records."""

SCOPE_GRANTS = {
    "create key": lambda api, scopes: ("POST", "/firms/api-keys", {"name": "Reports", "scopes": list(scopes)}),
    "regenerate key": lambda api, scopes: ("POST", "/firms/api-keys/{}/regenerate".format(
        data(api.post("/firms/api-keys", {"name": "Reports", "scopes": list(scopes)}), 201)["id"]), None),
    "register application": lambda api, scopes: (
        "POST", "/oauth-clients", {"name": "Calendar", "redirect_uris": [CALLBACK], "scopes": list(scopes)}),
    "change where its codes go": lambda api, scopes: (
        "PATCH", _application(api, scopes), {"redirect_uris": ["https://app.example.com/new"]}),
    "make its PKCE optional": lambda api, scopes: ("PATCH", _application(api, scopes), {"pkce": "optional"}),
    "rotate its secret": lambda api, scopes: ("POST", f"{_application(api, scopes)}/rotate-secret", None),
}
"""Requests that grant scopes, in the same form."""


def _outcome(answer):
    """Return the missing scopes; None if the request was allowed."""
    if answer.status_code < 300:
        return None
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "insufficient_scope"), answer.text
    return set(answer.json["error"]["details"]["required_scope"].split())


@pytest.fixture
def sent_by_all(granters, api):
    """Let those send a request who lack a scope, then the others: `sent_by_all(request, scopes, lists)`.

    The refused ones must change nothing in the lists. Each of the others sends a request of its own.
    """
    def send(request, scopes, *lists):
        refused = request()
        before = [[row | {"last_used_at": None} for row in data(api.get(path))] for path in lists]
        for name, (granter, held) in granters.items():
            if scopes - held:
                assert _outcome(granter.call(*refused)) == scopes - held, name
        assert [[row | {"last_used_at": None} for row in data(api.get(path))] for path in lists] == before
        for name, (granter, held) in granters.items():
            if not scopes - held:
                assert _outcome(granter.call(*request())) is None, name

    return send


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("what", ROLE_GRANTS)
def test_role_is_granted_by_those_who_hold_its_scopes(sent_by_all, api, firm, what, role):
    sent_by_all(lambda: ROLE_GRANTS[what](api, firm, role), GAINED[role], "/firms/users?per_page=100")


@pytest.mark.parametrize("scopes", SCOPE_SETS, ids=len)
@pytest.mark.parametrize("what", SCOPE_GRANTS)
def test_scopes_are_granted_by_those_who_hold_them(sent_by_all, api, what, scopes):
    sent_by_all(lambda: SCOPE_GRANTS[what](api, scopes), set(scopes), "/firms/api-keys?per_page=100",
                "/oauth-clients?per_page=100")


@pytest.fixture
def ending(app, firm):
    """A key with everything that expires soon."""
    return Api(app, create_key(firm, "Trial", SCOPES, expires_at=ENDS_AT)[1])


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("what", ROLE_GRANTS)
def test_key_that_expires_grants_no_role_with_scopes(ending, api, firm, what, role):
    answer = ending.call(*ROLE_GRANTS[what](api, firm, role))

    assert answer.status_code < 300 if role == "staff" else refusal(answer) == (403, "forbidden")


@pytest.mark.parametrize("what", SCOPE_GRANTS)
def test_key_that_expires_grants_no_scopes_for_good(ending, api, what):
    answer = ending.call(*SCOPE_GRANTS[what](api, ["matters:read"]))

    assert refusal(answer) == (403, "forbidden")
    assert answer.json["error"]["message"] == (
        f"This key expires at {iso(ENDS_AT)} and cannot grant what lasts longer.")


def test_key_that_expires_makes_keys_that_expire_no_later(ending, api):
    def make(caller, moment):
        return caller.post("/firms/api-keys", {"name": "a", "scopes": list(SCOPES), "expires_at": iso(moment)})

    same, later = (data(make(api, moment), 201)["id"] for moment in (ENDS_AT, ENDS_AT + timedelta(seconds=1)))

    assert data(make(ending, ENDS_AT), 201)["expires_at"] == iso(ENDS_AT)
    assert data(ending.post(f"/firms/api-keys/{same}/regenerate"))["expires_at"] == iso(ENDS_AT)
    assert refusal(make(ending, ENDS_AT + timedelta(seconds=1))) == (403, "forbidden")
    assert refusal(ending.post(f"/firms/api-keys/{later}/regenerate")) == (403, "forbidden")


def test_key_that_expires_lets_no_webhook_go_on_after_it(ending, api):
    wanted = {"url": "https://hooks.example.com/intake", "events": ["matter.created"]}
    path = f"/webhooks/{data(api.post('/webhooks', wanted | {'active': False}), 201)['id']}"
    before = data(api.get(path))

    for method, at, body in (("POST", "/webhooks", wanted), ("POST", f"{path}/rotate-secret", None),
                             ("PATCH", path, {"events": ["*"]}), ("PATCH", path, {"active": True})):
        assert refusal(ending.call(method, at, body)) == (403, "forbidden"), (method, at, body)
    assert data(api.get("/webhooks")) == [before]
    assert data(ending.patch(path, {"active": False, "description": "Old"}))["description"] == "Old"
    assert ending.delete(path).status_code == 200


def test_key_that_expires_can_hand_matters_over_to_staff(ending, firm):
    person, colleague = a_user(firm, "attorney"), a_user(firm, "staff")

    assert data(ending.post(f"/firms/users/{person.id}/hand-over", {"to": colleague.id}))["to"] == colleague.id


def test_application_gains_only_scopes_that_the_caller_holds(api, api_of, firm):
    granter = api_of(firm, "firms:write", "matters:read")
    path = _application(api, ["clients:read", "documents:read"])

    wider = {"scopes": ["clients:read", "documents:read", "matters:read"]}
    assert data(granter.patch(path, wider | {"name": "Calendar 2"}))["scopes"] == [
        "matters:read", "clients:read", "documents:read"]
    assert _outcome(granter.patch(path, {"scopes": ["clients:read", "webhooks:read"]})) == {"webhooks:read"}
    assert data(granter.patch(path, {"scopes": ["documents:read"]}))["scopes"] == ["documents:read"]
    assert _outcome(granter.patch(path, wider)) == {"clients:read"}


def test_what_takes_something_away_needs_no_scopes_of_it(api, api_of, firm):
    granter = api_of(firm, "firms:write")
    a_user(firm, "admin")
    invitation, person, colleague = _invitation(api, "admin"), a_user(firm, "admin"), a_user(firm, "admin")
    key = data(api.post("/firms/api-keys", {"name": "Reports", "scopes": list(SCOPES)}), 201)["id"]
    application = _application(api, SCOPES)
    api.patch(application, {"redirect_uris": [CALLBACK, f"{CALLBACK}/2"], "pkce": "optional"})

    answers = [granter.patch(f"/firms/users/{person.id}", {"status": "suspended"}),
               granter.patch(f"/firms/users/{colleague.id}", {"role": "staff"}),
               granter.patch(f"/firms/users/{colleague.id}", {"role": "staff"}),
               granter.delete(f"/firms/invitations/{invitation}"), granter.delete(f"/firms/api-keys/{key}"),
               granter.patch(application, {"redirect_uris": [f"{CALLBACK}/2"], "pkce": "required", "name": "Other"}),
               granter.delete(application)]

    assert [answer.status_code for answer in answers] == [200] * len(answers)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("before", ROLES)
def test_lower_role_needs_no_scopes_of_it(before, role, api_of, firm):
    a_user(firm, "admin")
    answer = api_of(firm, "firms:write").patch(f"/firms/users/{a_user(firm, before).id}", {"role": role})

    is_lower = before == role or before == "admin" or (before, role) == ("attorney", "paralegal")
    assert (_outcome(answer) or set()) == (set() if is_lower else GAINED[role] - {"firms:write"})


def test_change_that_changes_nothing_needs_no_scopes(api, api_of, firm):
    path = f"/firms/users/{a_user(firm, 'admin').id}"

    assert data(api_of(firm, "firms:write").patch(path, {"role": "admin", "status": "active"}))["role"] == "admin"


def test_onboarding_invites_everyone_or_no_one(api, api_of, firm):
    invites = [{"email": _address(), "role": "staff"}, {"email": _address(), "role": "attorney"}]

    answer = api_of(firm, "firms:write").post(
        "/firms/onboarding", {"step": 5, "data": {"invites": invites, "practice_areas": ["family_law"]}})

    assert _outcome(answer) == scopes_of("attorney")
    assert data(api.get("/firms/users")) == []
    assert data(api.get("/firms/onboarding"))["practice_areas"] == []


def test_person_grants_an_application_what_the_role_holds(firm, api, signed_in_as):
    """Consent is reduced to the role's scopes, and refused if none is left."""
    person = signed_in_as(a_user(firm, "paralegal"))
    made = data(api.post("/oauth-clients", {
        "name": "Calendar", "redirect_uris": [CALLBACK], "scopes": list(SCOPES)}), 201)
    path = (f"/oauth/authorize?response_type=code&client_id={made['id']}&redirect_uri={CALLBACK}"
            f"&code_challenge={'x' * 43}&code_challenge_method=S256&scope=")

    asked = f"{path}matters:read webhooks:read"
    assert "code=" in person.post(asked, person.form(asked).fields | {"decision": "allow"}).location
    assert [consent["scopes"] for consent in data(api.get("/oauth-consents"))] == [["matters:read"]]
    assert "error=invalid_scope" in person.get(f"{path}webhooks:read firms:write").location
