"""/api/v1/oauth-clients: a firm's applications, registered and looked after (decisions.md 2)."""

from datetime import timedelta

import pytest

from intake.accounts.oauth.models import OauthClient
from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import now
from intake.core.ids import new_id
from tests.builders import a_user
from tests.core.answers import data, ids, refusal, wrong_fields

from .conftest import CALLBACK, Program, complaint, told

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


def test_a_new_one_works_and_its_secret_is_shown_once(api, made, program, person):
    assert made.keys() == {"id", "name", "redirect_uris", "scopes", "public", "created_by", "created_at", "updated_at",
                           "client_secret"}
    assert made.items() >= (BODY | {"public": False, "created_by": None}).items()
    assert program.tokens(person)["scope"] == "matters:read clients:read"
    for path in ("/oauth-clients", f"/oauth-clients/{made['id']}"):
        assert made["client_secret"] not in api.get(path).text
        assert "secret" not in api.get(path).text


def test_a_public_one_has_no_secret(api):
    made = data(api.post("/oauth-clients", BODY | {"public": True, "redirect_uris": ["com.example.app:/cb"]}), 201)
    assert (made["public"], made["client_secret"]) == (True, None)


def test_who_registered_it_is_known_where_a_person_did(bearer, program_of, firm, signed_in_as):
    admin = a_user(firm, "admin")
    token = program_of(firm).tokens(signed_in_as(admin), scope="firms:write")["access_token"]
    assert data(bearer(token).post("/oauth-clients", BODY), 201)["created_by"] == admin.id


GOOD = ["https://app.example.com", "https://app.example.com:8443/cb?tenant=1&x=%20", "https://xn--nal-hoa.example/",
        "http://localhost/cb", "http://127.0.0.1:8765/cb", "http://[::1]:8765/cb"]
BAD = ["", " ", "nonsense", "/cb", "//app.example.com/cb", "http://app.example.com/cb", "https://", "https:///cb",
       "https://app.example.com/cb#", "https://app.example.com/cb#x", "https://user@app.example.com/",
       "https://user:pass@app.example.com/", "https://app.example.com:99999/", "https://app.example.com:x/",
       "https://ünal.example/", "https://app.example.com/a b", "https://app.example.com/\x00",
       "https://app.example.com/\ud800", "https://app.example.com\\@evil.example/", "https://*.example.com/cb",
       "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "com.example.app:/cb", "myapp:/cb",
       "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "https://[::1/", "https://a;b.example/",
       "https://app.example.com/" + "x" * 2000, 5, None, ["https://app.example.com"]]


@pytest.mark.parametrize("uri", GOOD)
def test_redirect_uris_that_lead_to_one_place_are_taken_as_they_are(api, uri):
    assert data(api.post("/oauth-clients", BODY | {"redirect_uris": [uri]}), 201)["redirect_uris"] == [uri]


@pytest.mark.parametrize("uri", BAD, ids=range(len(BAD)))
def test_redirect_uris_that_do_not_are_refused(api, made, uri):
    uris = [CALLBACK, uri]
    for answer in (api.post("/oauth-clients", BODY | {"redirect_uris": uris}),
                   api.patch(f"/oauth-clients/{made['id']}", {"redirect_uris": uris})):
        assert wrong_fields(answer) == {"redirect_uris.1"}
    assert data(api.get(f"/oauth-clients/{made['id']}"))["redirect_uris"] == [CALLBACK]


@pytest.mark.parametrize(("uri", "taken"), [
    ("com.example.app:/cb", True), ("com.example.app:/", True), ("myapp:/cb", False), ("com.example.app:", False),
    ("com.example.app://callback", True), ("http://app.example.com/cb", False), (CALLBACK, True)])
def test_a_public_one_may_have_a_scheme_of_its_own(api, uri, taken):
    answer = api.post("/oauth-clients", BODY | {"public": True, "redirect_uris": [uri]})
    assert answer.status_code == (201 if taken else 400)


@pytest.mark.parametrize(("change", "field"), [
    ({"name": " "}, "name"), ({"name": None}, "name"), ({"name": "x" * 101}, "name"), ({"name": "\x00"}, "name"),
    ({"scopes": []}, "scopes"), ({"scopes": "matters:read"}, "scopes"), ({"scopes": ["matters:all"]}, "scopes.0"),
    ({"redirect_uris": []}, "redirect_uris"), ({"redirect_uris": CALLBACK}, "redirect_uris"),
    ({"redirect_uris": [f"{CALLBACK}/{number}" for number in range(11)]}, "redirect_uris"),
    ({"public": "yes"}, "public"), ({"scope": "matters:read"}, "scope"), ({"grant_types": ["password"]}, "grant_types"),
], ids=str)
def test_nonsense_is_refused(api, firm, change, field):
    assert wrong_fields(api.post("/oauth-clients", BODY | change)) == {field}
    assert OauthClient.of(firm).count() == 0


def test_everything_wrong_is_named_at_once(api):
    assert wrong_fields(api.post("/oauth-clients", {})) == {"name", "redirect_uris", "scopes"}


def test_what_is_named_twice_is_there_once(api):
    made = data(api.post("/oauth-clients", BODY | {
        "redirect_uris": [CALLBACK, CALLBACK], "scopes": ["clients:read", "matters:read", "clients:read"]}), 201)
    assert (made["redirect_uris"], made["scopes"]) == ([CALLBACK], ["matters:read", "clients:read"])


def test_the_list_has_pages_and_the_newest_first(api, firm, program_of, rival):
    program_of(rival)
    made = [program_of(firm).id for _ in range(3)]
    pages = [api.get(f"/oauth-clients?per_page=2&page={page}") for page in (1, 2)]
    assert [id for page in pages for id in ids(page)] == made[::-1]
    assert pages[0].json["pagination"] == {"page": 1, "per_page": 2, "total": 3, "has_more": True}


def test_only_what_is_sent_changes(api, made):
    path = f"/oauth-clients/{made['id']}"
    shown = data(api.get(path))
    changed = data(api.patch(path, {"name": "Other"}))
    assert changed == shown | {"name": "Other", "updated_at": changed["updated_at"]}
    assert data(api.patch(path, shown)) == data(api.get(path))


def test_an_old_redirect_uri_is_none_any_more(api, made, program, person):
    new = "https://app.example.com/new"
    data(api.patch(f"/oauth-clients/{made['id']}", {"redirect_uris": [new]}))
    assert person.get(program.path()).status_code == 400
    assert told(program.allowed(person, redirect_uri=new))["code"]


def test_who_may_ask_for_less_gets_less_from_now_on(api, made, program, person, bearer):
    """ASVS V10.4.11."""
    tokens = program.tokens(person)
    data(api.patch(f"/oauth-clients/{made['id']}", {"scopes": ["clients:read"]}))
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert program.refresh(tokens["refresh_token"]).json["scope"] == "clients:read"


def test_other_changes_end_no_token(api, made, program, person, bearer):
    tokens = program.tokens(person)
    data(api.patch(f"/oauth-clients/{made['id']}", {"name": "Other", "scopes": list(SCOPES)}))
    assert data(bearer(tokens["access_token"]).get("/matters")) == []
    assert program.refresh(tokens["refresh_token"]).json["scope"] == tokens["scope"]


def test_one_that_is_gone_takes_everything_along(api, made, program, person, bearer, firm):
    tokens, code = program.tokens(person), program.code(person)
    assert data(api.delete(f"/oauth-clients/{made['id']}")) == {"id": made["id"], "deleted": True}

    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert complaint(program.refresh(tokens["refresh_token"])) == (401, "invalid_client")
    assert complaint(program.exchange(code)) == (401, "invalid_client")
    assert person.get(program.path()).status_code == 400
    assert refusal(api.get(f"/oauth-clients/{made['id']}")) == (404, "oauth_client_not_found")
    assert data(api.get("/oauth-consents")) == []


def test_deleting_while_it_is_at_work_never_fails(api, made, program, person, at_once):
    token, path = program.tokens(person)["refresh_token"], f"/oauth-clients/{made['id']}"
    authorize = program.path()
    work = {0: lambda: api.delete(path), 1: lambda: program.refresh(token), 2: lambda: person.get(authorize)}
    answers = at_once(6, lambda number: work[number % 3]())
    assert max(answer.status_code for answer in answers) < 500


# Secrets --------------------------------------------------------------------------------------------------------------


def test_a_new_secret_and_the_one_before_it_work_for_a_day(api, made, program):
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


def test_rotating_twice_ends_a_secret_that_leaked(api, made, program):
    for _ in range(2):
        newest = data(api.post(f"/oauth-clients/{made['id']}/rotate-secret"))["client_secret"]
    assert not _works(program, made["client_secret"])
    assert _works(program, newest)


def test_a_public_one_has_no_secret_to_rotate(api):
    made = data(api.post("/oauth-clients", BODY | {"public": True}), 201)
    assert refusal(api.post(f"/oauth-clients/{made['id']}/rotate-secret")) == (422, "public_client")


# Whose it is ----------------------------------------------------------------------------------------------------------


def test_another_firms_application_is_as_unknown_as_none(rival_api, api, made):
    for id in (made["id"], new_id("oac"), "nonsense", "oac_%00"):
        path = f"/oauth-clients/{id}"
        for answer in (rival_api.get(path), rival_api.patch(path, {"name": "x"}), rival_api.delete(path),
                       rival_api.post(f"{path}/rotate-secret")):
            assert refusal(answer) == (404, "oauth_client_not_found")
    assert data(api.get(f"/oauth-clients/{made['id']}"))["name"] == BODY["name"]


def test_it_takes_the_firms_scopes(api_of, firm, made):
    reader, writer = api_of(firm, "firms:read"), api_of(firm, "firms:write")
    assert ids(reader.get("/oauth-clients")) == [made["id"]]
    assert refusal(reader.post("/oauth-clients", BODY)) == (403, "insufficient_scope")
    assert refusal(writer.get("/oauth-clients")) == (403, "insufficient_scope")
