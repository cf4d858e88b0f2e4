"""POST /oauth/token with a refresh token (RFC 6749, section 6; RFC 9700, section 4.14)."""

from datetime import timedelta

import pytest

from intake.accounts.oauth.jobs import purge_expired_tokens
from intake.accounts.oauth.tokens import AccessToken, Grant, RefreshToken
from intake.core.clock import now
from intake.core.crypto import digest
from tests.core.answers import data, refusal

from .conftest import error_of


def _row(text):
    return RefreshToken.get_by_id(digest(text))


def _age(text, **ago):
    """Move the refresh token's use this many minutes into the past."""
    RefreshToken.update(used_at=now() - timedelta(**ago)).where(RefreshToken.digest == digest(text)).execute()


def test_refresh_returns_new_tokens(program, tokens, bearer):
    answer = program.refresh(tokens["refresh_token"])

    assert answer.status_code == 200
    assert answer.json.keys() == tokens.keys()
    assert answer.json["scope"] == tokens["scope"]
    assert answer.json["refresh_token"] != tokens["refresh_token"]
    assert answer.json["access_token"] != tokens["access_token"]
    for each in (tokens, answer.json):  # the earlier access token stays valid for its hour
        assert data(bearer(each["access_token"]).get("/matters")) == []


def test_refreshes_can_be_chained(program, tokens):
    text, seen = tokens["refresh_token"], set()
    for _ in range(5):
        seen.add(text)
        text = program.refresh(text).json["refresh_token"]
    assert len(seen | {text}) == 6


def test_same_successor_is_returned_again_within_a_minute(program, tokens, bearer):
    """The family does not branch, so the same refresh token is returned again."""
    lost = program.refresh(tokens["refresh_token"]).json
    _age(tokens["refresh_token"], seconds=50)

    again = program.refresh(tokens["refresh_token"]).json

    assert again["refresh_token"] == lost["refresh_token"]
    for each in (lost, again):
        assert data(bearer(each["access_token"]).get("/matters")) == []
    assert program.refresh(again["refresh_token"]).status_code == 200


def test_grace_period_is_not_extended_by_retries(program, tokens):
    program.refresh(tokens["refresh_token"])
    used_at = _row(tokens["refresh_token"]).used_at
    program.refresh(tokens["refresh_token"])
    assert _row(tokens["refresh_token"]).used_at == used_at


def test_reuse_revokes_the_whole_family(program, tokens, bearer):
    """ASVS V10.4.5: a later reuse means that the token was stolen."""
    second = program.refresh(tokens["refresh_token"]).json
    _age(tokens["refresh_token"], seconds=61)

    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")

    assert error_of(program.refresh(second["refresh_token"])) == (400, "invalid_grant")
    for each in (tokens, second):
        assert refusal(bearer(each["access_token"]).get("/matters")) == (401, "unauthorized")


def test_reuse_after_the_successors_use_revokes_the_family(program, tokens, bearer):
    """ASVS V10.4.5, even within the minute."""
    second = program.refresh(tokens["refresh_token"]).json
    third = program.refresh(second["refresh_token"]).json

    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")

    assert error_of(program.refresh(third["refresh_token"])) == (400, "invalid_grant")
    assert refusal(bearer(third["access_token"]).get("/matters")) == (401, "unauthorized")


def test_reuse_by_thief_and_owner_revokes_the_family(program, tokens):
    """Both used the stolen token within the minute; it is detected when both use the successor."""
    thief, owner = (program.refresh(tokens["refresh_token"]).json["refresh_token"] for _ in range(2))
    program.refresh(thief)
    _age(thief, minutes=5)
    assert error_of(program.refresh(owner)) == (400, "invalid_grant")


def test_reuse_keeps_other_families(program, person, tokens):
    other = program.tokens(person)
    program.refresh(tokens["refresh_token"])
    _age(tokens["refresh_token"], hours=1)
    program.refresh(tokens["refresh_token"])
    assert program.refresh(other["refresh_token"]).status_code == 200


def test_concurrent_refreshes_return_the_same_successor(program, tokens, at_once):
    answers = at_once(6, lambda _: program.refresh(tokens["refresh_token"]))
    assert {answer.status_code for answer in answers} == {200}
    [text] = {answer.json["refresh_token"] for answer in answers}
    assert program.refresh(text).status_code == 200


def test_concurrent_refresh_and_revoke_leave_no_token(program, tokens, bearer, at_once):
    token = {"token": tokens["refresh_token"]}
    answers = at_once(6, lambda number: program.refresh(tokens["refresh_token"]) if number % 2
                      else program.post("/oauth/revoke", token))
    assert {answer.status_code for answer in answers} <= {200, 400}
    for answer in answers:
        if "access_token" in answer.json:
            assert refusal(bearer(answer.json["access_token"]).get("/matters")) == (401, "unauthorized")
            assert error_of(program.refresh(answer.json["refresh_token"])) == (400, "invalid_grant")


# Expiry ---------------------------------------------------------------------------------------------------------------


def test_refresh_token_expires_after_sixty_days(program, tokens):
    assert timedelta(days=59) < _row(tokens["refresh_token"]).expires_at - now() <= timedelta(days=60)
    RefreshToken.update(expires_at=now()).where(RefreshToken.digest == digest(tokens["refresh_token"])).execute()
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")


def test_family_expires_a_year_after_the_consent(program, firm, tokens):
    """ASVS V10.4.8: an absolute lifetime, regardless of refreshes."""
    [grant] = Grant.of(firm)
    assert grant.expires_at - grant.created_at == timedelta(days=365)
    grant.change(expires_at=now() + timedelta(days=3))
    text = program.refresh(tokens["refresh_token"]).json["refresh_token"]
    assert _row(text).expires_at == grant.expires_at


def test_expired_tokens_and_grants_are_purged(program, person, firm, tokens):
    unused, over = program.code(person), program.tokens(person)
    Grant.update(code_expires_at=now() - timedelta(hours=2)).where(Grant.firm_id == firm.id).execute()
    RefreshToken.update(expires_at=now() - timedelta(seconds=1)).where(
        RefreshToken.digest == digest(over["refresh_token"])).execute()
    fresh = program.code(person)

    purge_expired_tokens()

    assert error_of(program.exchange(unused)) == (400, "invalid_grant")
    assert program.exchange(fresh).status_code == 200
    assert program.refresh(tokens["refresh_token"]).status_code == 200
    assert Grant.of(firm).count() == 2
    assert AccessToken.select().where(AccessToken.digest == digest(over["access_token"])).count() == 0


def test_expired_access_token_is_reported_for_sixty_days(program, tokens, bearer):
    row = AccessToken.select().where(AccessToken.digest == digest(tokens["access_token"])).get()
    for ago, code in ((timedelta(days=59), "expired_token"), (timedelta(days=61), "unauthorized")):
        row.expires_at = now() - ago
        row.save()
        purge_expired_tokens()
        assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, code)


# Scope ----------------------------------------------------------------------------------------------------------------


def test_refresh_can_narrow_the_scope_and_widen_it_again(program, tokens, bearer):
    """RFC 6749, section 6: the refresh token keeps its scope."""
    less = program.refresh(tokens["refresh_token"], scope="matters:read").json
    assert less["scope"] == "matters:read"
    assert refusal(bearer(less["access_token"]).get("/clients")) == (403, "insufficient_scope")

    assert program.refresh(less["refresh_token"]).json["scope"] == tokens["scope"]


@pytest.mark.parametrize("scope", ["matters:read matters:write", "firms:write", "nonsense", " matters:read", '"',
                                   "matters:read  clients:read", "matters:read,clients:read"])
def test_refresh_cannot_exceed_the_grant(program, tokens, scope):
    assert error_of(program.refresh(tokens["refresh_token"], scope=scope)) == (400, "invalid_scope")
    assert program.refresh(tokens["refresh_token"]).status_code == 200


def test_refresh_is_limited_by_the_current_role(program, person, user):
    tokens = program.tokens(person, scope="matters:read clients:write")
    assert tokens["scope"] == "matters:read clients:write"
    user.change(role="paralegal")
    assert program.refresh(tokens["refresh_token"]).json["scope"] == "matters:read"


# Client ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["irt_" + "a" * 43, "irt_", "nonsense", "x" * 100_000, "' OR 1=1 --"])
def test_unknown_token_is_invalid_grant(program, text):
    assert error_of(program.refresh(text)) == (400, "invalid_grant")


def test_access_token_is_not_a_refresh_token(program, tokens):
    assert error_of(program.refresh(tokens["access_token"])) == (400, "invalid_grant")


def test_other_clients_token_is_refused_and_stays_valid(program, program_of, firm, tokens):
    assert error_of(program_of(firm).refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert program.refresh(tokens["refresh_token"]).status_code == 200


def test_missing_refresh_token_is_named(program):
    assert error_of(program.refresh(None)) == (400, "invalid_request")
    assert error_of(program.refresh("")) == (400, "invalid_request")


def test_public_client_refreshes_without_secret(installed, person):
    """ASVS V10.4.5: its protection is the rotation."""
    tokens = installed.tokens(person)
    again = installed.refresh(tokens["refresh_token"])
    assert again.status_code == 200
    assert again.json["refresh_token"] != tokens["refresh_token"]
