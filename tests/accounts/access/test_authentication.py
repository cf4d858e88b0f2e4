"""Authentication of API requests, and its errors (docs/behaviour.md, "Authentication")."""

from datetime import timedelta

import pytest

from intake.accounts.access.actions import create_key, revoke_key
from intake.accounts.access.models import ApiKey
from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import now
from tests.core.answers import refusal


@pytest.fixture
def key(key_of, firm):
    return key_of(firm)


@pytest.fixture
def ask(anonymous):
    """Request the matters with these headers: `ask(X_Api_Key="…")`."""
    return lambda **headers: anonymous.get(
        "/matters", headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_valid_key_is_accepted(ask, key):
    assert ask(X_Api_Key=key).status_code == 200


def test_blanks_around_a_key_are_ignored(ask, key):
    assert ask(X_Api_Key=f"  {key} ").status_code == 200


@pytest.mark.parametrize("headers", [
    {}, {"X_Api_Key": ""}, {"Authorization": ""}, {"Authorization": "Basic dXNlcjpwYXNzd29yZA=="},
    {"Api_Key": "ik_live_x"}, {"Cookie": "X-Api-Key=ik_live_x"},
])
def test_missing_credentials_are_missing_api_key(ask, headers):
    assert refusal(ask(**headers)) == (401, "missing_api_key")


def test_key_in_the_query_string_is_ignored(anonymous, key):
    assert refusal(anonymous.get("/matters", query_string={"X-Api-Key": key})) == (401, "missing_api_key")


def _altered(key):
    """Variations of this key that are not valid."""
    kind, public, secret = key.removeprefix("ik_").split("_")
    return {
        "wrong secret": f"ik_{kind}_{public}_{'a' * 40}",
        "secret with its last letter changed": key[:-1] + ("a" if key[-1] != "a" else "b"),
        "secret in capitals": f"ik_{kind}_{public}_{secret.swapcase()}",
        "unknown public part": f"ik_{kind}_{'a' * 12}_{secret}",
        "another kind": f"ik_test_{public}_{secret}",
        "unknown kind": f"ik_prod_{public}_{secret}",
        "too short": key[:-1],
        "too long": f"{key}a",
        "no secret": f"ik_{kind}_{public}_",
        "only the public part": public,
        "swapped parts": f"ik_{kind}_{secret}_{public}",
        "twice": f"{key},{key}",
        "as a bearer": f"Bearer {key}",
        "other digits": f"ik_{kind}_{'٣' * 12}_{secret}".encode().decode("latin-1"),
        "nonsense": "nonsense",
        "SQL": "' OR 1=1 --",
        "endless": "ik_live_" + "a" * 60_000,
        "not ASCII": "ik_live_éééééééééééé_é",
    }


@pytest.mark.parametrize("alteration", _altered("ik_live_aaaaaaaaaaaa_" + "b" * 40))
def test_malformed_or_unknown_key_is_invalid(ask, key, alteration):
    answer = ask(X_Api_Key=_altered(key)[alteration])

    assert refusal(answer) == (401, "invalid_api_key")
    assert ("no API key" in answer.json["error"]["message"]) == (alteration not in list(_altered(key))[:5])


def test_sandbox_key_is_invalid_in_a_live_installation(ask, firm):
    _, text = create_key(firm, "sandbox", SCOPES, sandbox=True)

    assert text.startswith("ik_test_")
    assert refusal(ask(X_Api_Key=text)) == (401, "invalid_api_key")


def test_revoked_key_is_reported_only_with_its_secret(ask, firm):
    key, text = create_key(firm, "revoked", SCOPES)
    assert ask(X_Api_Key=text).status_code == 200

    revoke_key(key.id)

    assert refusal(ask(X_Api_Key=text)) == (401, "revoked_api_key")
    assert refusal(ask(X_Api_Key=text[:-40] + "a" * 40)) == (401, "invalid_api_key")


def test_revoking_a_key_leaves_other_keys_valid(ask, firm, key):
    revoke_key(create_key(firm, "revoked", SCOPES)[0].id)

    assert ask(X_Api_Key=key).status_code == 200


@pytest.mark.parametrize("authorization", ["Bearer nonsense", "bearer nonsense", "Bearer", "Bearer  ", "Bearer a.b.c"])
def test_invalid_access_token_is_unauthorized(ask, authorization):
    assert refusal(ask(Authorization=authorization)) == (401, "unauthorized")


def test_api_key_is_not_accepted_as_access_token(ask, key):
    answer = ask(Authorization=f"Bearer {key}")

    assert refusal(answer) == (401, "unauthorized")
    assert "send it in the header X-Api-Key" in answer.json["error"]["message"]


def test_unauthenticated_answers_have_a_challenge(ask):
    assert "ApiKey" in ask().headers["WWW-Authenticate"]


@pytest.mark.parametrize(("method", "path"), [
    ("GET", "/matters/nonsense"), ("POST", "/matters"), ("PATCH", "/clients/x"), ("GET", "/search"),
    ("POST", "/uploads/signed-url"), ("GET", "/matters?page=0"),
])
def test_authentication_comes_before_every_other_check(anonymous, method, path):
    assert refusal(anonymous.call(method, path)) == (401, "missing_api_key")


def test_suspended_firm_is_refused_until_reinstated(ask, key, firm, rival, key_of):
    from_rival = key_of(rival)
    suspend(firm.id)
    assert refusal(ask(X_Api_Key=key)) == (403, "firm_suspended")
    assert ask(X_Api_Key=from_rival).status_code == 200

    reinstate(firm.id)

    assert ask(X_Api_Key=key).status_code == 200


def test_revoked_key_of_a_suspended_firm_is_reported_as_revoked(ask, firm):
    key, text = create_key(firm, "revoked", SCOPES)
    revoke_key(key.id)
    suspend(firm.id)

    assert refusal(ask(X_Api_Key=text)) == (401, "revoked_api_key")


def test_suspended_firm_cannot_write(api, firm):
    suspend(firm.id)
    assert refusal(api.post("/matters", {"title": "a", "practice_area": "other"})) == (403, "firm_suspended")

    reinstate(firm.id)

    assert api.get("/matters").json["pagination"]["total"] == 0


def test_last_used_at_is_recorded_when_counts_are_flushed(ask, app, firm):
    key, text = create_key(firm, "used", SCOPES)
    other, _ = create_key(firm, "other", SCOPES)
    assert key.last_used_at is None

    ask(X_Api_Key=text)
    app.extensions["request_counter"].flush()

    assert now() - ApiKey.get_by_id(key.id).last_used_at < timedelta(seconds=5)
    assert ApiKey.get_by_id(other.id).last_used_at is None


def test_refused_request_is_not_recorded_as_use(ask, app, firm):
    key, text = create_key(firm, "unused", SCOPES)

    ask(X_Api_Key=text[:-40] + "a" * 40)
    app.extensions["request_counter"].flush()

    assert ApiKey.get_by_id(key.id).last_used_at is None
