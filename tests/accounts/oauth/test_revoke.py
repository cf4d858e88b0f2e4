"""POST /oauth/revoke (RFC 7009)."""

import pytest

from tests.core.answers import data, refusal

from .conftest import complaint


@pytest.fixture
def tokens(program, person):
    return program.tokens(person)


@pytest.mark.parametrize("hint", [{}, {"token_type_hint": "access_token"}, {"token_type_hint": "nonsense"}], ids=str)
def test_a_refresh_token_that_is_given_back_takes_its_family_along(program, tokens, bearer, hint):
    later = program.refresh(tokens["refresh_token"]).json

    assert program.post("/oauth/revoke", {"token": later["refresh_token"]} | hint).status_code == 200

    for each in (tokens, later):
        assert refusal(bearer(each["access_token"]).get("/matters")) == (401, "unauthorized")
        assert complaint(program.refresh(each["refresh_token"])) == (400, "invalid_grant")


def test_an_access_token_goes_alone(program, tokens, bearer):
    assert program.post("/oauth/revoke", {"token": tokens["access_token"]}).status_code == 200
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert program.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("token", ["nonsense", "iat_" + "a" * 43, "irt_" + "a" * 43, "x" * 100_000, "' OR 1=1 --"])
def test_what_is_unknown_is_revoked_already(program, token):
    for _ in range(2):
        assert program.post("/oauth/revoke", {"token": token}).status_code == 200


def test_another_applications_tokens_stay(program_of, firm, rival, program, tokens, bearer):
    for other in (program_of(firm), program_of(rival)):
        for token in (tokens["access_token"], tokens["refresh_token"]):
            assert other.post("/oauth/revoke", {"token": token}).status_code == 200
    assert data(bearer(tokens["access_token"]).get("/matters")) == []
    assert program.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize(("form", "expected"), [
    ({}, (400, "invalid_request")), ({"token": ""}, (400, "invalid_request")),
    ({"token": "\x00"}, (400, "invalid_request")), ({"token": "x", "client_secret": "wrong"}, (401, "invalid_client")),
    ({"token": "x", "client_id": None, "client_secret": None}, (401, "invalid_client")),
], ids=["nothing", "empty", "NUL", "wrong secret", "nobody"])
def test_who_is_nobody_or_asks_nothing_is_refused(program, form, expected):
    """ASVS V10.4.10: confidential clients are authenticated here as well."""
    assert complaint(program.post("/oauth/revoke", form)) == expected


def test_a_public_client_gives_its_own_back(installed, person, bearer):
    tokens = installed.tokens(person)
    assert installed.post("/oauth/revoke", {"token": tokens["refresh_token"]}).status_code == 200
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
