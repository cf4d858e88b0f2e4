"""POST /oauth/revoke (RFC 7009)."""

import pytest

from tests.core.answers import data, refusal

from .conftest import error_of


@pytest.mark.parametrize("hint", [{}, {"token_type_hint": "access_token"}, {"token_type_hint": "nonsense"}], ids=str)
def test_revoking_a_refresh_token_revokes_its_family(program, tokens, bearer, hint):
    later = program.refresh(tokens["refresh_token"]).json

    assert program.post("/oauth/revoke", {"token": later["refresh_token"]} | hint).status_code == 200

    for each in (tokens, later):
        assert refusal(bearer(each["access_token"]).get("/matters")) == (401, "unauthorized")
        assert error_of(program.refresh(each["refresh_token"])) == (400, "invalid_grant")


def test_revoking_an_access_token_keeps_the_family(program, tokens, bearer):
    assert program.post("/oauth/revoke", {"token": tokens["access_token"]}).status_code == 200
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert program.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("token", ["nonsense", "iat_" + "a" * 43, "irt_" + "a" * 43, "x" * 100_000, "' OR 1=1 --"])
def test_unknown_token_is_no_error(program, token):
    for _ in range(2):
        assert program.post("/oauth/revoke", {"token": token}).status_code == 200


def test_other_clients_tokens_stay_valid(program_of, firm, rival, program, tokens, bearer):
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
def test_missing_credentials_or_token_are_refused(program, form, expected):
    """ASVS V10.4.10: confidential clients are authenticated here as well."""
    assert error_of(program.post("/oauth/revoke", form)) == expected


def test_public_client_can_revoke(installed, person, bearer):
    tokens = installed.tokens(person)
    assert installed.post("/oauth/revoke", {"token": tokens["refresh_token"]}).status_code == 200
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
