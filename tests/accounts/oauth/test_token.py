"""POST /oauth/token with a code (RFC 6749, sections 2.3, 4.1.3 and 5; RFC 7636)."""

import re
from base64 import b64encode
from datetime import timedelta

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.oauth.tokens import Grant
from intake.core.clock import now
from intake.core.db import db
from tests.core.answers import data, refusal

from .conftest import PKCE, VERIFIER, error_of


def _basic(name, secret, scheme="Basic"):
    return {"headers": {"Authorization": f"{scheme} {b64encode(f'{name}:{secret}'.encode()).decode()}"}}


def test_token_response_has_the_documented_fields(program, person, bearer):
    answer = program.exchange(program.code(person))

    assert answer.status_code == 200
    assert answer.json == {
        "access_token": answer.json["access_token"], "token_type": "Bearer", "expires_in": 3600,
        "refresh_token": answer.json["refresh_token"], "scope": "matters:read clients:read"}
    assert (answer.headers["Cache-Control"], answer.headers["Pragma"]) == ("no-store", "no-cache")
    assert data(bearer(answer.json["access_token"]).get("/matters")) == []


def test_secrets_are_stored_as_digests(app, program, person):
    """RFC 9700; ASVS V11: codes, tokens and secrets are stored as digests."""
    code = program.code(person)
    tokens = program.exchange(code).json
    tables = [table for table, in db.execute_sql(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name ~ '^oauth'")]
    kept = "".join(row for table in tables for row, in db.execute_sql(f"SELECT x::text FROM {table} AS x"))
    assert program.id in kept
    for text in (code, tokens["access_token"], tokens["refresh_token"], program.secret):
        assert len(text) >= 43
        assert text not in kept
        assert text.partition("_")[2] not in kept


# Client authentication ------------------------------------------------------------------------------------------------


def test_client_secret_basic_is_accepted(program, person):
    """ASVS V10.4.10: confidential clients are authenticated."""
    without = {"client_id": None, "client_secret": None}
    answer = program.post("/oauth/token", {
        "grant_type": "authorization_code", "code": program.code(person), "redirect_uri": program.redirect_uri,
    } | without, **_basic(program.id, program.secret, "bASIC"))
    assert answer.status_code == 200, answer.text


def test_basic_credentials_are_form_encoded(program, person):
    encoded = program.secret.replace("_", "%5F")
    form = {"grant_type": "authorization_code", "code": program.code(person), "redirect_uri": program.redirect_uri,
            "client_secret": None}
    assert program.post("/oauth/token", form, **_basic(program.id, encoded)).status_code == 200


UNPROVED = {
    "no credentials": ({"client_id": None, "client_secret": None}, None),
    "no secret": ({"client_secret": None}, None),
    "an empty secret": ({"client_secret": ""}, None),
    "another secret": ({"client_secret": "ics_" + "a" * 43}, None),
    "a secret in capitals": ({"client_secret": "ICS"}, None),
    "an unknown client": ({"client_id": "oac_01JD0Q8Z4W6V9XK3M5N7P2R4T6"}, None),
    "nonsense": ({"client_id": "' OR 1=1 --"}, None),
    "a wrong header": ({"client_secret": None}, "Basic {wrong}"),
    "another scheme": ({"client_secret": None}, "Bearer abc"),
    "no base64": ({"client_secret": None}, "Basic ***"),
    "no colon": ({"client_secret": None}, "Basic YWJj"),
    "no text": ({"client_secret": None}, "Basic //79/A=="),
    "an empty header": ({"client_secret": None}, "Basic "),
}


def test_wrong_or_missing_credentials_are_invalid_client(program, person):
    """ASVS V10.4.10; RFC 6749, section 5.2: 401 with a challenge."""
    wrong = b64encode(f"{program.id}:wrong".encode()).decode()
    code = program.code(person)
    for how, (form, header) in UNPROVED.items():
        sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": program.redirect_uri} | form
        headers = {"Authorization": header.format(wrong=wrong)} if header else {}
        answer = program.post("/oauth/token", sent, headers=headers)
        assert error_of(answer) == (401, "invalid_client"), how
        assert answer.headers["WWW-Authenticate"].startswith("Basic"), how
    assert program.exchange(code).status_code == 200


def test_header_and_form_credentials_together_are_refused(program):
    form = {"grant_type": "refresh_token", "refresh_token": "x"}
    basic = _basic(program.id, program.secret)
    assert error_of(program.post("/oauth/token", form, **basic)) == (400, "invalid_request")
    another = form | {"client_secret": None, "client_id": "oac_01JD0Q8Z4W6V9XK3M5N7P2R4T6"}
    assert error_of(program.post("/oauth/token", another, **basic)) == (400, "invalid_request")


def test_failed_authentications_are_rate_limited(app, program, redis):
    """60 a minute from one address, wrong keys and wrong secrets together."""
    address = "2001:db8:ffff::"
    sent = {"client_secret": "wrong", "grant_type": "refresh_token", "refresh_token": "x"}
    options = {"environ_overrides": {"REMOTE_ADDR": address}}
    assert error_of(program.post("/oauth/token", sent, **options)) == (401, "invalid_client")
    redis.hset(f"rate:address:{address}", "n", 60)

    answer = program.post("/oauth/token", sent, **options)

    assert error_of(answer) == (429, "invalid_client")
    assert int(answer.headers["Retry-After"]) > 0


def test_suspended_firms_client_is_unauthorized(program, person, firm):
    code = program.code(person)
    suspend(firm.id)
    assert error_of(program.exchange(code)) == (400, "unauthorized_client")


# Codes ----------------------------------------------------------------------------------------------------------------


MALFORMED = {
    "no grant_type": "code=a", "an empty grant_type": "grant_type=", "nothing": "",
    "a repeated parameter": "grant_type=authorization_code&code=a&code=b",
    "a repeated one that is unknown": "grant_type=authorization_code&x=1&x=2",
    "a repeated client": "grant_type=authorization_code&client_id=a&client_id=a",
    "NUL": "grant_type=a%00", "unicode": "grant_type=%C3%A9", "a surrogate": "grant_type=%ED%A0%80",
    "bytes that are no text": b"grant_type=\xff\xfe", "a line break": "grant_type=a%0D%0Ab",
    "too many parameters": "&".join(f"p{number}=1" for number in range(60)),
    "too large a form": "grant_type=authorization_code&code=" + "x" * 1_100_000,
}


@pytest.mark.parametrize("how", MALFORMED)
def test_malformed_form_is_an_invalid_request(program, how):
    assert error_of(program.post("/oauth/token", {}, data=MALFORMED[how])) == (400, "invalid_request")


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
def test_other_content_types_are_refused(program, content_type):
    answer = program.post("/oauth/token", {}, data=b"grant_type=refresh_token", content_type=content_type)
    assert error_of(answer) == (400, "invalid_request")


@pytest.mark.parametrize("grant_type", ["password", "client_credentials", "implicit", "token", "nonsense",
                                        "urn:ietf:params:oauth:grant-type:device_code"])
def test_other_grant_types_are_unsupported(program, grant_type):
    """ASVS V10.4.4: neither the implicit nor the password grant."""
    for credentials in ({}, {"client_id": None, "client_secret": None}):
        form = {"grant_type": grant_type, "username": "a", "password": "b"}
        answer = program.post("/oauth/token", form | credentials)
        assert error_of(answer) == (400, "unsupported_grant_type")


@pytest.mark.parametrize("name", ["code", "redirect_uri"])
def test_missing_parameter_is_named(program, person, name):
    answer = program.exchange(**{"code": program.code(person), name: None})
    assert error_of(answer) == (400, "invalid_request")
    assert name in answer.json["error_description"]


WRONG = {
    "an unknown code": {"code": "iac_" + "a" * 43}, "half a code": {"code": "iac_"}, "endless": {"code": "a" * 100_000},
    "another redirect_uri": {"redirect_uri": "https://app.example.com/other"},
    "almost the redirect_uri": {"redirect_uri": "https://app.example.com/callback/"},
    "the redirect_uri in capitals": {"redirect_uri": "https://APP.example.com/callback"},
    "a verifier without a challenge": {"code_verifier": VERIFIER},
}


@pytest.mark.parametrize("how", WRONG)
def test_mismatch_is_refused_and_keeps_the_code_valid(program, person, how):
    """RFC 9700, section 4.8: a verifier without a challenge means that the challenge was removed."""
    code = program.code(person)
    assert error_of(program.exchange(**({"code": code} | WRONG[how]))) == (400, "invalid_grant")
    assert program.exchange(code).status_code == 200


@pytest.mark.parametrize("verifier", [None, "", VERIFIER[:-1], VERIFIER + "x", VERIFIER.upper(), PKCE["code_challenge"],
                                      "short", "a" * 129, "with spaces " * 5])
def test_code_without_verifier_is_refused(installed, person, verifier):
    """ASVS V10.4.6: the verifier is required if there was a challenge."""
    code = installed.code(person)
    assert error_of(installed.exchange(code, code_verifier=verifier)) == (400, "invalid_grant")
    assert installed.exchange(code).status_code == 200


def test_confidential_client_may_use_pkce(program, person):
    code = program.code(person, **PKCE)
    assert error_of(program.exchange(code)) == (400, "invalid_grant")
    assert program.exchange(code, code_verifier=VERIFIER).status_code == 200


def test_public_client_with_a_secret_is_refused(installed, person):
    assert error_of(installed.exchange(installed.code(person), client_secret="x")) == (401, "invalid_client")


def test_other_clients_code_is_refused(program, program_of, firm, person):
    code = program.code(person)
    other = program_of(firm)
    assert error_of(other.exchange(code)) == (400, "invalid_grant")
    assert program.exchange(code).status_code == 200


def test_other_firms_client_is_refused(program, program_of, rival, person):
    assert error_of(program_of(rival).exchange(program.code(person))) == (400, "invalid_grant")


def test_code_expires_after_ten_minutes(program, person, firm):
    """ASVS V10.4.3."""
    code = program.code(person)
    [grant] = Grant.of(firm)
    assert grant.code_expires_at - grant.created_at <= timedelta(minutes=10)
    grant.change(code_expires_at=now())
    assert error_of(program.exchange(code)) == (400, "invalid_grant")


def test_second_use_of_a_code_revokes_its_tokens(program, person, bearer):
    """ASVS V10.4.2."""
    code = program.code(person)
    first = program.exchange(code).json
    later = program.refresh(first["refresh_token"]).json

    assert error_of(program.exchange(code)) == (400, "invalid_grant")

    for tokens in (first, later):
        assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
        assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert error_of(program.exchange(code)) == (400, "invalid_grant")


def test_used_code_alone_revokes_nothing(installed, person, bearer):
    code = installed.code(person)
    tokens = installed.exchange(code).json
    assert error_of(installed.exchange(code, code_verifier="b" * 43)) == (400, "invalid_grant")
    assert data(bearer(tokens["access_token"]).get("/matters")) == []


def test_concurrent_exchanges_succeed_once(program, person, at_once):
    """ASVS V10.4.2. All the other exchanges are second uses, which revoke the grant."""
    code = program.code(person)
    answers = at_once(6, lambda _: program.exchange(code))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 5
    assert {answer.json.get("error") for answer in answers} == {None, "invalid_grant"}


def test_second_use_keeps_other_grants(program, person, bearer):
    code, other = program.code(person), program.tokens(person)
    for _ in range(2):
        program.exchange(code)
    assert data(bearer(other["access_token"]).get("/matters")) == []


def test_log_holds_no_secret(program, person, caplog):
    caplog.set_level("DEBUG")
    code = program.code(person)
    tokens = [program.exchange(code).json, program.exchange(code).json][0]
    said = str([vars(record) for record in caplog.records])
    assert re.search(r"code used twice", said)
    for secret in (code, tokens["access_token"], tokens["refresh_token"], program.secret):
        assert secret not in said
