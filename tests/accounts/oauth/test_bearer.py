"""Calling the API with an access token (docs/behaviour.md, "Authentication"; RFC 6750)."""

from datetime import timedelta

import pytest

from intake.accounts.access.models import RequestCount
from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.oauth.models import Consent
from intake.accounts.oauth.tokens import AccessToken
from intake.accounts.users.actions import change
from intake.core.clock import now
from intake.core.crypto import digest
from tests.builders import a_caller, a_matter, a_user
from tests.core.answers import data, ids, refusal

from .conftest import error_of

MATTER = {"title": "Silva v. Northern", "practice_area": "other"}


@pytest.fixture
def tokens(program, person):
    return program.tokens(person, scope="matters:read matters:write")


@pytest.fixture
def api(bearer, tokens):
    return bearer(tokens["access_token"])


def _challenge(answer):
    return answer.headers["WWW-Authenticate"]


def test_token_is_accepted_for_its_scopes(api):
    made = data(api.post("/matters", MATTER), 201)
    assert ids(api.get("/matters")) == [made["id"]]


@pytest.mark.parametrize("header", ["Bearer {}", "bearer {}", "BEARER {}", "Bearer  {} "])
def test_scheme_is_case_insensitive(anonymous, tokens, header):
    answer = anonymous.get("/matters", headers={"Authorization": header.format(tokens["access_token"])})
    assert answer.status_code == 200


def test_token_sees_its_firm_only(api, rival):
    matter = a_matter(rival)
    assert ids(api.get("/matters")) == []
    assert refusal(api.get(f"/matters/{matter.id}")) == (404, "matter_not_found")


def test_missing_scope_has_a_bearer_challenge(api):
    answer = api.get("/clients")
    assert refusal(answer) == (403, "insufficient_scope")
    assert answer.json["error"]["details"] == {"required_scope": "clients:read"}
    assert _challenge(answer).startswith('Bearer realm="Intake", error="insufficient_scope", ')
    assert _challenge(answer).endswith('scope="clients:read"')


def test_token_expires_after_an_hour(api, tokens, program):
    assert tokens["expires_in"] == 3600
    row = AccessToken.get_by_id(digest(tokens["access_token"]))
    assert timedelta(minutes=59) < row.expires_at - now() <= timedelta(hours=1)
    row.expires_at = now()
    row.save()

    answer = api.get("/matters")

    assert refusal(answer) == (401, "expired_token")
    assert _challenge(answer).startswith('Bearer realm="Intake", error="invalid_token", ')
    assert program.refresh(tokens["refresh_token"]).status_code == 200


def _altered(token):
    return {"another letter": token[:-1] + ("a" if token[-1] != "a" else "b"), "too short": token[:-1],
            "too long": f"{token}a", "in capitals": token.upper(), "its prefix": "iat_", "twice": f"{token},{token}",
            "not ASCII": "iat_" + "é" * 43, "endless": token * 1000, "a digest": digest(token), "nothing": ""}


@pytest.mark.parametrize("alteration", _altered("iat_x"))
def test_altered_token_is_unauthorized(bearer, tokens, alteration):
    answer = bearer(_altered(tokens["access_token"])[alteration]).get("/matters")
    assert refusal(answer) == (401, "unauthorized")
    assert 'error="invalid_token"' in _challenge(answer)


def test_refresh_token_and_code_are_not_access_tokens(bearer, program, person, tokens):
    for text in (tokens["refresh_token"], program.code(person), program.secret):
        assert refusal(bearer(text).get("/matters")) == (401, "unauthorized")


def test_token_in_query_or_form_is_ignored(anonymous, tokens):
    """RFC 9700, section 4.3.2."""
    answer = anonymous.get("/matters", query_string={"access_token": tokens["access_token"]})
    assert refusal(answer) == (401, "missing_api_key")


def test_key_and_token_together_are_refused(api, tokens, key_of, firm):
    """The caller must not depend on the order in which they are read."""
    for key in (key_of(firm), "nonsense"):
        assert refusal(api.get("/matters", headers={"X-Api-Key": key})) == (401, "unauthorized")


def test_failures_are_counted_with_those_of_keys(bearer, redis):
    api = bearer("nonsense")
    api.get("/matters")
    assert redis.hget(f"rate:address:{api.address}", "n") == "1"


# The user of a token --------------------------------------------------------------------------------------------------


def test_suspension_revokes_the_users_tokens_for_good(api, firm, user, tokens, program):
    a_user(firm, "admin")
    change(a_caller(firm), user.id, status="suspended")
    assert refusal(api.get("/matters")) == (401, "unauthorized")

    change(a_caller(firm), user.id, status="active")

    assert refusal(api.get("/matters")) == (401, "unauthorized")
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")


def test_suspension_keeps_other_users_tokens(api, firm):
    change(a_caller(firm), a_user(firm).id, status="suspended")
    assert data(api.get("/matters")) == []


def test_suspended_firm_is_refused_until_reinstated(api, firm):
    suspend(firm.id)
    answer = api.get("/matters")
    assert refusal(answer) == (403, "firm_suspended")
    assert _challenge(answer).startswith("Bearer ")

    reinstate(firm.id)

    assert data(api.get("/matters")) == []


def test_token_is_limited_by_the_current_role(api, user):
    """Both the token's scopes and the user's current role must allow a request."""
    user.change(role="paralegal")
    assert data(api.get("/matters")) == []
    assert refusal(api.post("/matters", MATTER)) == (403, "forbidden")
    user.change(role="attorney")
    assert data(api.post("/matters", MATTER), 201)


def test_staff_token_sees_assigned_matters_only(program, firm, signed_in_as, bearer):
    staff = a_user(firm, "staff")
    mine, _ = a_matter(firm, assigned_attorney=staff.id), a_matter(firm)
    assert ids(bearer(program.tokens(signed_in_as(staff))["access_token"]).get("/matters")) == [mine.id]


# Counting -------------------------------------------------------------------------------------------------------------


def test_requests_are_counted_by_user_and_application(bearer, program, program_of, firm, person, tokens, user,
                                                        signed_in_as, redis):
    """All tokens of a user and an application are counted together, and apart from others."""
    first = bearer(tokens["access_token"]).get("/matters").headers
    again = bearer(program.tokens(person)["access_token"]).get("/matters").headers
    others = [bearer(program.tokens(signed_in_as(a_user(firm)))["access_token"]).get("/matters").headers,
              bearer(program_of(firm).tokens(person)["access_token"]).get("/matters").headers]

    limit = int(first["X-RateLimit-Limit"])
    assert [int(headers["X-RateLimit-Remaining"]) for headers in (first, again, *others)] == [
        limit - 1, limit - 2, limit - 1, limit - 1]
    assert redis.hget(f"rate:{user.id}:{program.id}", "n") == "2"


def test_last_used_at_is_recorded_when_counts_are_flushed(app, api, firm, person, program_of):
    other = program_of(firm)
    other.tokens(person)
    api.get("/matters")
    app.extensions["request_counter"].flush()

    used, unused = Consent.of(firm).order_by(Consent.client_id)
    assert now() - used.last_used_at < timedelta(seconds=20)
    assert unused.last_used_at is None
    assert RequestCount.select().where(RequestCount.firm_id == firm.id).get().total == 1


def test_repeated_idempotency_key_returns_the_same_answer(api, bearer, program, person):
    headers = {"Idempotency-Key": "once"}
    first = data(api.post("/matters", MATTER, headers=headers), 201)
    refreshed = bearer(program.tokens(person, scope="matters:write")["access_token"])
    again = refreshed.post("/matters", MATTER, headers=headers)
    assert (data(again, 201), again.headers["Idempotency-Replayed"]) == (first, "true")


def test_token_takes_as_many_statements_as_a_key(api, firm, api_of, statements):
    keyed = api_of(firm)
    counts = []
    for each in (keyed, api):
        with statements() as seen:
            each.get("/matters")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 3
