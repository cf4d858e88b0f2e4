"""Calling the API with an access token (interface, "Authentication errors"; decisions.md 2 and 3; RFC 6750)."""

from datetime import timedelta

import pytest

from intake.accounts.access.models import RequestCount
from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.oauth.tokens import AccessToken, Consent
from intake.accounts.users.actions import change
from intake.core.clock import now
from intake.core.crypto import digest
from tests.builders import a_matter, a_user
from tests.core.answers import data, ids, refusal

from .conftest import complaint

MATTER = {"title": "Silva v. Northern", "practice_area": "other"}


@pytest.fixture
def tokens(program, person):
    return program.tokens(person, scope="matters:read matters:write")


@pytest.fixture
def api(bearer, tokens):
    return bearer(tokens["access_token"])


def _challenge(answer):
    return answer.headers["WWW-Authenticate"]


def test_a_token_opens_what_it_was_made_for(api):
    made = data(api.post("/matters", MATTER), 201)
    assert ids(api.get("/matters")) == [made["id"]]


@pytest.mark.parametrize("header", ["Bearer {}", "bearer {}", "BEARER {}", "Bearer  {} "])
def test_the_scheme_may_be_in_any_letters(anonymous, tokens, header):
    answer = anonymous.get("/matters", headers={"Authorization": header.format(tokens["access_token"])})
    assert answer.status_code == 200


def test_it_sees_its_firm_alone(api, rival):
    matter = a_matter(rival)
    assert ids(api.get("/matters")) == []
    assert refusal(api.get(f"/matters/{matter.id}")) == (404, "matter_not_found")


def test_what_it_was_not_made_for_is_refused_in_the_terms_of_bearers(api):
    answer = api.get("/clients")
    assert refusal(answer) == (403, "insufficient_scope")
    assert answer.json["error"]["details"] == {"required_scope": "clients:read"}
    assert _challenge(answer).startswith('Bearer realm="Intake", error="insufficient_scope", ')
    assert _challenge(answer).endswith('scope="clients:read"')


def test_an_hour_later_it_has_expired(api, tokens, program):
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
def test_what_is_no_token_is_unauthorized(bearer, tokens, alteration):
    answer = bearer(_altered(tokens["access_token"])[alteration]).get("/matters")
    assert refusal(answer) == (401, "unauthorized")
    assert 'error="invalid_token"' in _challenge(answer)


def test_a_refresh_token_and_a_code_are_no_access_tokens(bearer, program, person, tokens):
    for text in (tokens["refresh_token"], program.code(person), program.secret):
        assert refusal(bearer(text).get("/matters")) == (401, "unauthorized")


def test_a_token_in_the_address_or_in_a_form_is_none(anonymous, tokens):
    """RFC 9700, section 4.3.2."""
    answer = anonymous.get("/matters", query_string={"access_token": tokens["access_token"]})
    assert refusal(answer) == (401, "missing_api_key")


def test_a_key_and_a_token_at_once_are_one_too_many(api, tokens, key_of, firm):
    """The firm by its key or a person by a token: who acts must not depend on which is looked at first."""
    for key in (key_of(firm), "nonsense"):
        assert refusal(api.get("/matters", headers={"X-Api-Key": key})) == (401, "unauthorized")


def test_failures_count_as_those_of_keys(bearer, redis):
    api = bearer("nonsense")
    api.get("/matters")
    assert redis.hget(f"rate:address:{api.address}", "n") == "1"


# Whose token it is ----------------------------------------------------------------------------------------------------


def test_who_is_suspended_is_out_at_once_and_for_good(api, firm, user, tokens, program):
    a_user(firm, "admin")
    change(firm, user.id, status="suspended")
    assert refusal(api.get("/matters")) == (401, "unauthorized")

    change(firm, user.id, status="active")

    assert refusal(api.get("/matters")) == (401, "unauthorized")
    assert complaint(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")


def test_nobody_else_of_the_firm_is_concerned(api, firm):
    change(firm, a_user(firm).id, status="suspended")
    assert data(api.get("/matters")) == []


def test_a_suspended_firm_is_refused_and_a_reinstated_one_is_not(api, firm):
    suspend(firm.id)
    answer = api.get("/matters")
    assert refusal(answer) == (403, "firm_suspended")
    assert _challenge(answer).startswith("Bearer ")

    reinstate(firm.id)

    assert data(api.get("/matters")) == []


def test_a_token_can_do_what_the_role_allows_now(api, user):
    """decisions.md 2: its scopes and the role; whoever was given another role meanwhile has another token by that."""
    user.change(role="paralegal")
    assert data(api.get("/matters")) == []
    assert refusal(api.post("/matters", MATTER)) == (403, "forbidden")
    user.change(role="attorney")
    assert data(api.post("/matters", MATTER), 201)


def test_staff_sees_what_is_assigned(program, firm, signed_in_as, bearer):
    staff = a_user(firm, "staff")
    mine, _ = a_matter(firm, assigned_attorney=staff.id), a_matter(firm)
    assert ids(bearer(program.tokens(signed_in_as(staff))["access_token"]).get("/matters")) == [mine.id]


# How it is counted ----------------------------------------------------------------------------------------------------


def test_requests_are_counted_by_person_and_application(bearer, program, program_of, firm, person, tokens, user,
                                                        signed_in_as, redis):
    """decisions.md 3: another token of the same two counts with it, and nobody else's does."""
    first = bearer(tokens["access_token"]).get("/matters").headers
    again = bearer(program.tokens(person)["access_token"]).get("/matters").headers
    others = [bearer(program.tokens(signed_in_as(a_user(firm)))["access_token"]).get("/matters").headers,
              bearer(program_of(firm).tokens(person)["access_token"]).get("/matters").headers]

    limit = int(first["X-RateLimit-Limit"])
    assert [int(headers["X-RateLimit-Remaining"]) for headers in (first, again, *others)] == [
        limit - 1, limit - 2, limit - 1, limit - 1]
    assert redis.hget(f"rate:{user.id}:{program.id}", "n") == "2"


def test_uses_are_noted_when_the_counts_are_handed_over(app, api, firm, person, program_of):
    other = program_of(firm)
    other.tokens(person)
    api.get("/matters")
    app.extensions["request_counter"].flush()

    used, unused = Consent.of(firm).order_by(Consent.client_id)
    assert now() - used.last_used_at < timedelta(seconds=20)
    assert unused.last_used_at is None
    assert RequestCount.select().where(RequestCount.firm_id == firm.id).get().total == 1


def test_a_repeated_request_answers_the_same(api, bearer, program, person):
    headers = {"Idempotency-Key": "once"}
    first = data(api.post("/matters", MATTER, headers=headers), 201)
    refreshed = bearer(program.tokens(person, scope="matters:write")["access_token"])
    again = refreshed.post("/matters", MATTER, headers=headers)
    assert (data(again, 201), again.headers["Idempotency-Replayed"]) == (first, "true")


def test_it_takes_as_many_statements_as_a_key(api, firm, api_of, statements):
    keyed = api_of(firm)
    counts = []
    for each in (keyed, api):
        with statements() as seen:
            each.get("/matters")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 3
