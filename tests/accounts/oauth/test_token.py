"""POST /oauth/token with a code (interface, "OAuth 2.0"; RFC 6749, sections 2.3, 4.1.3 and 5; RFC 7636)."""

import re
from base64 import b64encode
from datetime import timedelta

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.oauth.tokens import Grant
from intake.core.clock import now
from intake.core.db import db
from tests.core.answers import data, refusal

from .conftest import PKCE, VERIFIER, complaint


def _basic(name, secret, scheme="Basic"):
    return {"headers": {"Authorization": f"{scheme} {b64encode(f'{name}:{secret}'.encode()).decode()}"}}


def test_a_code_becomes_tokens_with_exactly_the_fields_of_the_interface(program, person, bearer):
    answer = program.exchange(program.code(person))

    assert answer.status_code == 200
    assert answer.json == {
        "access_token": answer.json["access_token"], "token_type": "Bearer", "expires_in": 3600,
        "refresh_token": answer.json["refresh_token"], "scope": "matters:read clients:read"}
    assert (answer.headers["Cache-Control"], answer.headers["Pragma"]) == ("no-store", "no-cache")
    assert data(bearer(answer.json["access_token"]).get("/matters")) == []


def test_nothing_that_is_secret_is_stored(app, program, person):
    """RFC 9700; ASVS V11: codes, tokens and secrets are kept as digests."""
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


# Who asks -------------------------------------------------------------------------------------------------------------


def test_the_secret_may_come_in_the_header(program, person):
    """ASVS V10.4.10: confidential clients are authenticated."""
    without = {"client_id": None, "client_secret": None}
    answer = program.post("/oauth/token", {
        "grant_type": "authorization_code", "code": program.code(person), "redirect_uri": program.redirect_uri,
    } | without, **_basic(program.id, program.secret, "bASIC"))
    assert answer.status_code == 200, answer.text


def test_names_in_the_header_are_encoded_as_in_forms(program, person):
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


@pytest.mark.parametrize("how", UNPROVED)
def test_who_proves_nothing_is_no_client(program, person, how):
    """ASVS V10.4.10; RFC 6749, section 5.2: 401 with a challenge."""
    form, header = UNPROVED[how]
    wrong = b64encode(f"{program.id}:wrong".encode()).decode()
    code = program.code(person)
    sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": program.redirect_uri} | form
    answer = program.post("/oauth/token", sent, headers={"Authorization": header.format(wrong=wrong)} if header else {})

    assert complaint(answer) == (401, "invalid_client")
    assert answer.headers["WWW-Authenticate"].startswith("Basic")
    assert program.exchange(code).status_code == 200


def test_both_ways_of_proving_it_at_once_are_one_too_many(program):
    form = {"grant_type": "refresh_token", "refresh_token": "x"}
    basic = _basic(program.id, program.secret)
    assert complaint(program.post("/oauth/token", form, **basic)) == (400, "invalid_request")
    another = form | {"client_secret": None, "client_id": "oac_01JD0Q8Z4W6V9XK3M5N7P2R4T6"}
    assert complaint(program.post("/oauth/token", another, **basic)) == (400, "invalid_request")


def test_failures_are_slowed_down(app, program, redis):
    """decisions.md 3: 60 a minute from one address, wrong keys and wrong secrets together."""
    address = "2001:db8:ffff::7"
    sent = {"client_secret": "wrong", "grant_type": "refresh_token", "refresh_token": "x"}
    options = {"environ_overrides": {"REMOTE_ADDR": address}}
    assert complaint(program.post("/oauth/token", sent, **options)) == (401, "invalid_client")
    redis.hset(f"rate:address:{address}", "n", 60)

    answer = program.post("/oauth/token", sent, **options)

    assert complaint(answer) == (429, "invalid_client")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_suspended_firms_application_gets_nothing(program, person, firm):
    code = program.code(person)
    suspend(firm.id)
    assert complaint(program.exchange(code)) == (400, "unauthorized_client")


# What they bring ------------------------------------------------------------------------------------------------------


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
def test_a_malformed_form_is_an_invalid_request(program, how):
    assert complaint(program.post("/oauth/token", {}, data=MALFORMED[how])) == (400, "invalid_request")


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
def test_only_forms_are_read(program, content_type):
    answer = program.post("/oauth/token", {}, data=b"grant_type=refresh_token", content_type=content_type)
    assert complaint(answer) == (400, "invalid_request")


@pytest.mark.parametrize("grant_type", ["password", "client_credentials", "implicit", "token", "nonsense",
                                        "urn:ietf:params:oauth:grant-type:device_code"])
def test_other_grants_are_not_there(program, grant_type):
    """ASVS V10.4.4: neither the implicit nor the password grant."""
    for credentials in ({}, {"client_id": None, "client_secret": None}):
        form = {"grant_type": grant_type, "username": "a", "password": "b"}
        answer = program.post("/oauth/token", form | credentials)
        assert complaint(answer) == (400, "unsupported_grant_type")


@pytest.mark.parametrize("name", ["code", "redirect_uri"])
def test_what_is_missing_is_named(program, person, name):
    answer = program.exchange(**{"code": program.code(person), name: None})
    assert complaint(answer) == (400, "invalid_request")
    assert name in answer.json["error_description"]


WRONG = {
    "an unknown code": {"code": "iac_" + "a" * 43}, "half a code": {"code": "iac_"}, "endless": {"code": "a" * 100_000},
    "another redirect_uri": {"redirect_uri": "https://app.example.com/other"},
    "almost the redirect_uri": {"redirect_uri": "https://app.example.com/callback/"},
    "the redirect_uri in capitals": {"redirect_uri": "https://APP.example.com/callback"},
    "a verifier without a challenge": {"code_verifier": VERIFIER},
}


@pytest.mark.parametrize("how", WRONG)
def test_what_does_not_fit_the_code_gets_nothing_and_spoils_nothing(program, person, how):
    """RFC 9700, section 4.8: a verifier where there was no challenge means that somebody took the challenge away."""
    code = program.code(person)
    assert complaint(program.exchange(**({"code": code} | WRONG[how]))) == (400, "invalid_grant")
    assert program.exchange(code).status_code == 200


@pytest.mark.parametrize("verifier", [None, "", VERIFIER[:-1], VERIFIER + "x", VERIFIER.upper(), PKCE["code_challenge"],
                                      "short", "a" * 129, "with spaces " * 5])
def test_whoever_caught_a_code_has_not_the_verifier(installed, person, verifier):
    """ASVS V10.4.6: the verifier is required wherever there was a challenge."""
    code = installed.code(person)
    assert complaint(installed.exchange(code, code_verifier=verifier)) == (400, "invalid_grant")
    assert installed.exchange(code).status_code == 200


def test_a_client_with_a_secret_may_use_a_challenge_as_well(program, person):
    code = program.code(person, **PKCE)
    assert complaint(program.exchange(code)) == (400, "invalid_grant")
    assert program.exchange(code, code_verifier=VERIFIER).status_code == 200


def test_a_public_client_that_brings_a_secret_is_none(installed, person):
    assert complaint(installed.exchange(installed.code(person), client_secret="x")) == (401, "invalid_client")


def test_another_applications_code_is_good_for_nothing(program, program_of, firm, person):
    code = program.code(person)
    other = program_of(firm)
    assert complaint(other.exchange(code)) == (400, "invalid_grant")
    assert program.exchange(code).status_code == 200


def test_another_firms_application_gets_nothing(program, program_of, rival, person):
    assert complaint(program_of(rival).exchange(program.code(person))) == (400, "invalid_grant")


def test_a_code_is_good_for_ten_minutes(program, person, firm):
    """ASVS V10.4.3."""
    code = program.code(person)
    [grant] = Grant.of(firm)
    assert grant.code_expires_at - grant.created_at <= timedelta(minutes=10)
    grant.change(code_expires_at=now())
    assert complaint(program.exchange(code)) == (400, "invalid_grant")


def test_a_code_that_is_used_twice_ends_what_it_led_to(program, person, bearer):
    """ASVS V10.4.2."""
    code = program.code(person)
    first = program.exchange(code).json
    later = program.refresh(first["refresh_token"]).json

    assert complaint(program.exchange(code)) == (400, "invalid_grant")

    for tokens in (first, later):
        assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
        assert complaint(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert complaint(program.exchange(code)) == (400, "invalid_grant")


def test_whoever_has_a_used_code_alone_can_end_nothing(installed, person, bearer):
    code = installed.code(person)
    tokens = installed.exchange(code).json
    assert complaint(installed.exchange(code, code_verifier="b" * 43)) == (400, "invalid_grant")
    assert data(bearer(tokens["access_token"]).get("/matters")) == []


def test_of_exchanges_at_the_same_instant_one_gets_tokens(program, person, at_once):
    """ASVS V10.4.2. All others are second uses, and so what the one got is ended."""
    code = program.code(person)
    answers = at_once(6, lambda _: program.exchange(code))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 5
    assert {answer.json.get("error") for answer in answers} == {None, "invalid_grant"}


def test_other_codes_of_the_same_person_are_not_concerned(program, person, bearer):
    code, other = program.code(person), program.tokens(person)
    for _ in range(2):
        program.exchange(code)
    assert data(bearer(other["access_token"]).get("/matters")) == []


def test_the_log_holds_no_secret(program, person, caplog):
    caplog.set_level("DEBUG")
    code = program.code(person)
    tokens = [program.exchange(code).json, program.exchange(code).json][0]
    said = str([vars(record) for record in caplog.records])
    assert re.search(r"code used twice", said)
    for secret in (code, tokens["access_token"], tokens["refresh_token"], program.secret):
        assert secret not in said
