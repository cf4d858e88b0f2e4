"""/api/v1/oauth-clients: registering and changing a firm's applications."""

from datetime import timedelta

import pytest

from intake.accounts.oauth.models import OauthClient
from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import now
from tests.builders import a_user
from tests.core.answers import data, ids, refusal, wrong_fields

from .conftest import CALLBACK, Program, error_of, query_of

BODY = {"name": "Case Manager", "redirect_uris": [CALLBACK], "scopes": ["matters:read", "clients:read"]}


@pytest.fixture
def made(api):
    """An application registered through the API."""
    return data(api.post("/oauth-clients", BODY), 201)


@pytest.fixture
def program(app, made):
    """The program behind it."""
    client = OauthClient.get_by_id(made["id"])
    client.client_secret = made["client_secret"]
    return Program(app, client)


def _works(program, secret):
    return program.refresh("x", client_secret=secret).json["error"] == "invalid_grant"


def test_new_client_works_and_its_secret_is_shown_once(api, made, program, person):
    assert made.keys() == {"id", "name", "redirect_uris", "scopes", "public", "pkce", "created_by", "created_at",
                           "updated_at", "client_secret"}
    assert made.items() >= (BODY | {"public": False, "pkce": "required", "created_by": None}).items()
    assert program.tokens(person)["scope"] == "matters:read clients:read"
    for path in ("/oauth-clients", f"/oauth-clients/{made['id']}"):
        assert made["client_secret"] not in api.get(path).text
        assert "secret" not in api.get(path).text


def test_public_client_has_no_secret(api):
    made = data(api.post("/oauth-clients", BODY | {"public": True, "redirect_uris": ["com.example.app:/cb"]}), 201)
    assert (made["public"], made["client_secret"]) == (True, None)


def test_created_by_names_the_user(bearer, program_of, firm, signed_in_as):
    admin = a_user(firm, "admin")
    tokens = program_of(firm).tokens(signed_in_as(admin), scope=" ".join(["firms:write", *BODY["scopes"]]))
    assert data(bearer(tokens["access_token"]).post("/oauth-clients", BODY), 201)["created_by"] == admin.id


GOOD = ["https://app.example.com", "https://app.example.com:8443/cb?tenant=1&x=%20&codes=1&q=code", "https://xn--nal-hoa.example/",
        "http://localhost/cb", "http://127.0.0.1:8765/cb", "http://[::1]:8765/cb"]
BAD = ["", " ", "nonsense", "/cb", "//app.example.com/cb", "http://app.example.com/cb", "https://", "https:///cb",
       "https://app.example.com/cb#", "https://app.example.com/cb#x", "https://user@app.example.com/",
       "https://user:pass@app.example.com/", "https://app.example.com:99999/", "https://app.example.com:x/",
       "https://ünal.example/", "https://app.example.com/a b", "https://app.example.com/\x00",
       "https://app.example.com/\ud800", "https://app.example.com\\@evil.example/", "https://*.example.com/cb",
       "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "com.example.app:/cb", "myapp:/cb",
       "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "https://[::1/", "https://app.example.com/cb?code=1",
       "https://app.example.com/cb?a=1&state", "http://localhost/?%69ss=x", "https://app.example.com/cb?error=x",
       "https://app.example.com/cb?error_description=x", "https://a;b.example/",
       "https://app.example.com/" + "x" * 2000, 5, None, ["https://app.example.com"]]


@pytest.mark.parametrize("uri", GOOD)
def test_valid_redirect_uris_are_stored_unchanged(api, uri):
    assert data(api.post("/oauth-clients", BODY | {"redirect_uris": [uri]}), 201)["redirect_uris"] == [uri]


def test_invalid_redirect_uris_are_refused(api, made):
    for uri in BAD:
        uris = [CALLBACK, uri]
        for answer in (api.post("/oauth-clients", BODY | {"redirect_uris": uris}),
                       api.patch(f"/oauth-clients/{made['id']}", {"redirect_uris": uris})):
            assert wrong_fields(answer) == {"redirect_uris.1"}, uri
    assert data(api.get(f"/oauth-clients/{made['id']}"))["redirect_uris"] == [CALLBACK]


@pytest.mark.parametrize(("uri", "taken"), [
    ("com.example.app:/cb", True), ("com.example.app:/", True), ("myapp:/cb", False), ("com.example.app:", False),
    ("com.example.app://callback", True), ("http://app.example.com/cb", False), (CALLBACK, True)])
def test_only_public_clients_may_have_a_private_scheme(api, uri, taken):
    answer = api.post("/oauth-clients", BODY | {"public": True, "redirect_uris": [uri]})
    assert answer.status_code == (201 if taken else 400)


@pytest.mark.parametrize(("change", "field"), [
    ({"name": " "}, "name"), ({"name": None}, "name"), ({"name": "x" * 101}, "name"), ({"name": "\x00"}, "name"),
    ({"scopes": []}, "scopes"), ({"scopes": "matters:read"}, "scopes"), ({"scopes": ["matters:all"]}, "scopes.0"),
    ({"redirect_uris": []}, "redirect_uris"), ({"redirect_uris": CALLBACK}, "redirect_uris"),
    ({"redirect_uris": [f"{CALLBACK}/{number}" for number in range(11)]}, "redirect_uris"),
    ({"pkce": "none"}, "pkce"), ({"pkce": None}, "pkce"), ({"public": True, "pkce": "optional"}, "pkce"),
    ({"public": "yes"}, "public"), ({"scope": "matters:read"}, "scope"), ({"grant_types": ["password"]}, "grant_types"),
], ids=str)
def test_invalid_body_is_refused(api, firm, change, field):
    assert wrong_fields(api.post("/oauth-clients", BODY | change)) == {field}
    assert OauthClient.of(firm).count() == 0


def test_all_invalid_redirect_uris_are_reported(api):
    assert wrong_fields(api.post("/oauth-clients", {})) == {"name", "redirect_uris", "scopes"}


def test_repeated_values_are_stored_once(api):
    made = data(api.post("/oauth-clients", BODY | {
        "redirect_uris": [CALLBACK, CALLBACK], "scopes": ["clients:read", "matters:read", "clients:read"]}), 201)
    assert (made["redirect_uris"], made["scopes"]) == ([CALLBACK], ["matters:read", "clients:read"])


def test_list_is_paginated_newest_first(api, firm, program_of, rival):
    program_of(rival)
    made = [program_of(firm).id for _ in range(3)]
    pages = [api.get(f"/oauth-clients?per_page=2&page={page}") for page in (1, 2)]
    assert [id for page in pages for id in ids(page)] == made[::-1]
    assert pages[0].json["pagination"] == {"page": 1, "per_page": 2, "total": 3, "has_more": True}


def test_only_sent_fields_change(api, made):
    path = f"/oauth-clients/{made['id']}"
    shown = data(api.get(path))
    changed = data(api.patch(path, {"name": "Other"}))
    assert changed == shown | {"name": "Other", "updated_at": changed["updated_at"]}
    assert data(api.patch(path, shown)) == data(api.get(path))


def test_removed_redirect_uri_is_refused(api, made, program, person):
    new = "https://app.example.com/new"
    data(api.patch(f"/oauth-clients/{made['id']}", {"redirect_uris": [new]}))
    assert person.get(program.path()).status_code == 400
    assert query_of(program.allowed(person, redirect_uri=new))["code"]


def test_removing_scopes_revokes_access_tokens(api, made, program, person, bearer):
    """ASVS V10.4.11."""
    tokens = program.tokens(person)
    data(api.patch(f"/oauth-clients/{made['id']}", {"scopes": ["clients:read"]}))
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert program.refresh(tokens["refresh_token"]).json["scope"] == "clients:read"


def test_other_changes_keep_tokens(api, made, program, person, bearer):
    tokens = program.tokens(person)
    data(api.patch(f"/oauth-clients/{made['id']}", {"name": "Other", "scopes": list(SCOPES)}))
    assert data(bearer(tokens["access_token"]).get("/matters")) == []
    assert program.refresh(tokens["refresh_token"]).json["scope"] == tokens["scope"]


def test_deleting_revokes_consents_and_tokens(api, made, program, person, bearer, firm):
    tokens, code = program.tokens(person), program.code(person)
    assert data(api.delete(f"/oauth-clients/{made['id']}")) == {"id": made["id"], "deleted": True}

    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert error_of(program.refresh(tokens["refresh_token"])) == (401, "invalid_client")
    assert error_of(program.exchange(code)) == (401, "invalid_client")
    assert person.get(program.path()).status_code == 400
    assert refusal(api.get(f"/oauth-clients/{made['id']}")) == (404, "oauth_client_not_found")
    assert data(api.get("/oauth-consents")) == []


def test_deleting_during_requests_never_fails(api, made, program, person, at_once):
    token, path = program.tokens(person)["refresh_token"], f"/oauth-clients/{made['id']}"
    authorize = program.path()
    work = {0: lambda: api.delete(path), 1: lambda: program.refresh(token), 2: lambda: person.get(authorize)}
    answers = at_once(6, lambda number: work[number % 3]())
    assert max(answer.status_code for answer in answers) < 500


# Secrets --------------------------------------------------------------------------------------------------------------


def test_previous_secret_works_for_a_day(api, made, program):
    rotated = data(api.post(f"/oauth-clients/{made['id']}/rotate-secret"))
    assert rotated.keys() == {"id", "client_secret", "previous_secret_expires_at"}
    old, new = made["client_secret"], rotated["client_secret"]
    assert old != new
    assert _works(program, old)
    assert _works(program, new)
    client = OauthClient.get_by_id(made["id"])
    assert timedelta(hours=23) < client.previous_secret_until - now() <= timedelta(hours=24)

    client.change(previous_secret_until=now())

    assert not _works(program, old)
    assert _works(program, new)


def test_rotating_twice_disables_the_first_secret(api, made, program):
    for _ in range(2):
        newest = data(api.post(f"/oauth-clients/{made['id']}/rotate-secret"))["client_secret"]
    assert not _works(program, made["client_secret"])
    assert _works(program, newest)


def test_public_client_cannot_rotate(api):
    made = data(api.post("/oauth-clients", BODY | {"public": True}), 201)
    assert refusal(api.post(f"/oauth-clients/{made['id']}/rotate-secret")) == (422, "public_client")


# Access ---------------------------------------------------------------------------------------------------------------
