"""Who gets in, and what the others are told (interface, "Authentication errors"; decisions.md 2)."""

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
    """Ask for the matters with these headers: `ask(X_Api_Key="…")`."""
    return lambda **headers: anonymous.get(
        "/matters", headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_a_key_opens_the_door(ask, key):
    assert ask(X_Api_Key=key).status_code == 200


def test_blanks_around_a_key_do_no_harm(ask, key):
    assert ask(X_Api_Key=f"  {key} ").status_code == 200


@pytest.mark.parametrize("headers", [
    {}, {"X_Api_Key": ""}, {"Authorization": ""}, {"Authorization": "Basic dXNlcjpwYXNzd29yZA=="},
    {"Api_Key": "ik_live_x"}, {"Cookie": "X-Api-Key=ik_live_x"},
])
def test_without_credentials_the_key_is_missing(ask, headers):
    assert refusal(ask(**headers)) == (401, "missing_api_key")


def test_a_key_in_the_query_string_is_no_key(anonymous, key):
    assert refusal(anonymous.get("/matters", query_string={"X-Api-Key": key})) == (401, "missing_api_key")


def _altered(key):
    """Texts that are almost this key."""
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
def test_a_key_that_is_malformed_or_unknown_is_invalid(ask, key, alteration):
    assert refusal(ask(X_Api_Key=_altered(key)[alteration])) == (401, "invalid_api_key")


def test_a_key_of_a_sandbox_is_unknown_to_a_live_installation(ask, firm):
    _, text = create_key(firm, "sandbox", SCOPES, sandbox=True)

    assert text.startswith("ik_test_")
    assert refusal(ask(X_Api_Key=text)) == (401, "invalid_api_key")


def test_a_revoked_key_is_told_so_whoever_knows_its_secret(ask, firm):
    key, text = create_key(firm, "revoked", SCOPES)
    assert ask(X_Api_Key=text).status_code == 200

    revoke_key(key.id)

    assert refusal(ask(X_Api_Key=text)) == (401, "revoked_api_key")
    assert refusal(ask(X_Api_Key=text[:-40] + "a" * 40)) == (401, "invalid_api_key")


def test_a_revoked_key_leaves_the_firms_other_keys_alone(ask, firm, key):
    revoke_key(create_key(firm, "revoked", SCOPES)[0].id)

    assert ask(X_Api_Key=key).status_code == 200


@pytest.mark.parametrize("authorization", ["Bearer nonsense", "bearer nonsense", "Bearer", "Bearer  ", "Bearer a.b.c"])
def test_a_bad_access_token_is_unauthorized(ask, authorization):
    assert refusal(ask(Authorization=authorization)) == (401, "unauthorized")


def test_an_api_key_is_no_access_token(ask, key):
    assert refusal(ask(Authorization=f"Bearer {key}")) == (401, "unauthorized")


def test_whoever_is_turned_away_is_told_how_to_come_in(ask):
    assert "ApiKey" in ask().headers["WWW-Authenticate"]


@pytest.mark.parametrize(("method", "path"), [
    ("GET", "/matters/nonsense"), ("POST", "/matters"), ("PATCH", "/clients/x"), ("GET", "/search"),
    ("POST", "/uploads/signed-url"), ("GET", "/matters?page=0"),
])
def test_the_door_stands_before_everything_else(anonymous, method, path):
    assert refusal(anonymous.call(method, path)) == (401, "missing_api_key")


def test_a_suspended_firm_is_refused_and_a_reinstated_one_is_not(ask, key, firm, rival, key_of):
    from_rival = key_of(rival)
    suspend(firm.id)
    assert refusal(ask(X_Api_Key=key)) == (403, "firm_suspended")
    assert ask(X_Api_Key=from_rival).status_code == 200

    reinstate(firm.id)

    assert ask(X_Api_Key=key).status_code == 200


def test_a_revoked_key_of_a_suspended_firm_is_revoked(ask, firm):
    key, text = create_key(firm, "revoked", SCOPES)
    revoke_key(key.id)
    suspend(firm.id)

    assert refusal(ask(X_Api_Key=text)) == (401, "revoked_api_key")


def test_a_suspended_firm_changes_nothing(api, firm):
    suspend(firm.id)
    assert refusal(api.post("/matters", {"title": "a", "practice_area": "other"})) == (403, "firm_suspended")

    reinstate(firm.id)

    assert api.get("/matters").json["pagination"]["total"] == 0


def test_the_last_use_of_a_key_is_noted_when_the_counts_are_handed_over(ask, app, firm):
    key, text = create_key(firm, "used", SCOPES)
    other, _ = create_key(firm, "other", SCOPES)
    assert key.last_used_at is None

    ask(X_Api_Key=text)
    app.extensions["request_counter"].flush()

    assert now() - ApiKey.get_by_id(key.id).last_used_at < timedelta(seconds=5)
    assert ApiKey.get_by_id(other.id).last_used_at is None


def test_a_refused_attempt_is_no_use(ask, app, firm):
    key, text = create_key(firm, "unused", SCOPES)

    ask(X_Api_Key=text[:-40] + "a" * 40)
    app.extensions["request_counter"].flush()

    assert ApiKey.get_by_id(key.id).last_used_at is None
