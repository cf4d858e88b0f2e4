"""Errors of /oauth/authorize, redirected or shown (RFC 6749, section 4.1.2.1; RFC 9700, section 2.1)."""

import re

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.oauth.actions import issue_code
from intake.accounts.oauth.errors import AccessDenied
from intake.accounts.oauth.models import Consent
from intake.accounts.oauth.tokens import Grant
from intake.accounts.sessions.passwords.actions import assign
from intake.accounts.users.models import User
from intake.core.clock import now
from tests.accounts.sessions.conftest import heading
from tests.browsing import Browser

from .conftest import CALLBACK, CHALLENGE, PKCE, query_of

# Errors ---------------------------------------------------------------------------------------------------------------

TOLD_TO_THE_APPLICATION = {
    "no response_type": ({"response_type": None}, "invalid_request"),
    "implicit": ({"response_type": "token"}, "unsupported_response_type"),
    "hybrid": ({"response_type": "code token"}, "unsupported_response_type"),
    "fragment": ({"response_mode": "fragment"}, "invalid_request"),
    "form_post": ({"response_mode": "form_post"}, "invalid_request"),
    "unknown scope": ({"scope": "matters:read nonsense"}, "invalid_scope"),
    "blanks in scope": ({"scope": "matters:read  clients:read"}, "invalid_scope"),
    "commas in scope": ({"scope": "matters:read,clients:read"}, "invalid_scope"),
    "quotes in scope": ({"scope": '"matters:read"'}, "invalid_scope"),
    "scope beyond the role": ({"scope": "webhooks:write"}, "invalid_scope"),
    "no ASCII": ({"scope": "matters:réad"}, "invalid_request"),
    "NUL": ({"scope": "matters:read\x00"}, "invalid_request"),
    "plain": ({"code_challenge": "a" * 43, "code_challenge_method": "plain"}, "invalid_request"),
    "plain by default": ({"code_challenge": CHALLENGE}, "invalid_request"),
    "unknown method": ({"code_challenge": CHALLENGE, "code_challenge_method": "s256"}, "invalid_request"),
    "method alone": ({"code_challenge_method": "S256"}, "invalid_request"),
    "short challenge": (PKCE | {"code_challenge": "short"}, "invalid_request"),
    "padded challenge": (PKCE | {"code_challenge": CHALLENGE + "="}, "invalid_request"),
}


@pytest.mark.parametrize("how", TOLD_TO_THE_APPLICATION)
def test_errors_are_redirected_to_the_application(program, person, settings, how):
    """RFC 6749, section 4.1.2.1; RFC 9207; ASVS V10.4.4 and V10.4.6: no implicit flow, no `plain`."""
    changes, code = TOLD_TO_THE_APPLICATION[how]
    answer = person.get(program.path(**changes))
    assert answer.status_code == 302
    assert answer.location.startswith(f"{CALLBACK}?error={code}&")
    back = query_of(answer.location)
    assert back == {"error": code, "error_description": back["error_description"], "state": "xyz",
                    "iss": settings.app_url}
    assert re.fullmatch(r"[\x20-\x21\x23-\x5b\x5d-\x7e]+", back["error_description"])


def test_public_client_needs_a_challenge(installed, person):
    """ASVS V10.4.6."""
    answer = person.get(installed.path(code_challenge=None, code_challenge_method=None))
    assert query_of(answer.location)["error"] == "invalid_request"


@pytest.mark.parametrize(("more", "state"), [("&scope=matters:read", "xyz"), ("&x=1&x=2", "xyz"), ("&state=b", None)])
def test_repeated_parameter_is_redirected_as_error(program, person, more, state):
    back = query_of(person.get(program.path() + more).location)
    assert (back["error"], back.get("state")) == ("invalid_request", state)


ALMOST = {
    "another path": "https://app.example.com/other", "a longer path": f"{CALLBACK}/more", "a slash": f"{CALLBACK}/",
    "a query": f"{CALLBACK}?a=b", "an empty query": f"{CALLBACK}?", "a fragment": f"{CALLBACK}#x",
    "capitals": "https://APP.example.com/callback", "a port": "https://app.example.com:443/callback",
    "another scheme": "http://app.example.com/callback", "a user": "https://app.example.com@evil.example/callback",
    "dots": "https://app.example.com/x/../callback", "encoded": "https://app.example.com/%63allback",
    "another host": "https://app.example.com.evil.example/callback", "a subdomain": "https://x.app.example.com/callback",
    "nothing": "", "left out": None, "a path alone": "/callback", "a script": "javascript:alert(1)",
    "NUL": f"{CALLBACK}\x00", "unicode": f"{CALLBACK}é", "endless": CALLBACK + "a" * 50_000,
}


@pytest.mark.parametrize("how", ALMOST)
def test_redirect_uri_must_be_exactly_a_registered_one(program, person, how):
    """ASVS V10.4.1; RFC 9700, section 2.1: simple string comparison, and no redirect otherwise."""
    answer = person.get(program.path(redirect_uri=ALMOST[how]))
    assert (answer.status_code, heading(answer)) == (400, "Unknown application")
    assert "Location" not in answer.headers
    assert "evil" not in answer.text


@pytest.mark.parametrize("client_id", [None, "", "nonsense", "oac_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "oac_\x00", "é",
                                       "x" * 10_000, "' OR 1=1 --"], ids=range(8))
def test_unknown_application_is_not_redirected_to(program, person, client_id):
    answer = person.get(program.path(client_id=client_id))
    assert (answer.status_code, heading(answer)) == (400, "Unknown application")


@pytest.mark.parametrize("more", ["&client_id=x", "&redirect_uri=https://evil.example", f"&redirect_uri={CALLBACK}"])
def test_repeated_client_id_or_redirect_uri_shows_a_page(program, person, more):
    assert person.get(program.path() + more).status_code == 400


@pytest.mark.parametrize("query", ["", "%FF", "&".join("a=1" for _ in range(60)), "client_id=%ED%A0%80"])
def test_malformed_request_shows_a_page(person, query):
    answer = person.get(f"/oauth/authorize?{query}")
    assert (answer.status_code, heading(answer)) == (400, "Unknown application")


def test_every_registered_redirect_uri_is_accepted(program_of, firm, person):
    program = program_of(firm, redirect_uris=[CALLBACK, "https://app.example.com/other"])
    code = query_of(program.allowed(person, redirect_uri="https://app.example.com/other"))["code"]
    assert program.exchange(code, redirect_uri=CALLBACK).json["error"] == "invalid_grant"
    assert program.exchange(code, redirect_uri="https://app.example.com/other").status_code == 200


MACHINE = "http://127.0.0.1/callback"


@pytest.mark.parametrize("uri", [MACHINE, "http://127.0.0.1:49152/callback", "http://127.0.0.1:8/callback"])
def test_installed_program_may_use_any_loopback_port(program_of, firm, person, uri):
    """RFC 8252, section 7.3; RFC 9700, section 2.1: any free port, to which the code is bound."""
    program = program_of(firm, public=True, redirect_uris=[MACHINE])
    address = program.allowed(person, redirect_uri=uri)
    assert address.startswith(f"{uri}?code=")
    code = query_of(address)["code"]
    assert program.exchange(code, redirect_uri="http://127.0.0.1:1/callback").json["error"] == "invalid_grant"
    assert program.exchange(code, redirect_uri=uri).status_code == 200


@pytest.mark.parametrize("uri", [
    "http://127.0.0.1:49152/other", "http://127.0.0.1:49152/callback/", "http://localhost:49152/callback",
    "http://127.0.0.2:49152/callback", "https://127.0.0.1:49152/callback", "http://127.0.0.1:49152@evil.example/callback",
    "http://127.0.0.1:49152.evil.example/callback", "http://127.0.0.1:/callback", "http://127.0.0.1:4915200/callback",
    "http://127.0.0.1:x/callback", "http://[::1]:49152/callback"])
def test_only_the_loopback_port_may_differ(program_of, firm, person, uri):
    answer = person.get(program_of(firm, public=True, redirect_uris=[MACHINE]).path(redirect_uri=uri))
    assert (answer.status_code, heading(answer)) == (400, "Unknown application")


def test_confidential_client_must_use_its_registered_port(program_of, firm, person):
    program = program_of(firm, redirect_uris=["http://127.0.0.1:8000/callback"])
    assert person.get(program.path(redirect_uri="http://127.0.0.1:8001/callback")).status_code == 400


# Users and firms ------------------------------------------------------------------------------------------------------


def test_other_firms_user_is_refused(program_of, rival, person, user):
    answer = person.get(program_of(rival).path())
    assert (answer.status_code, heading(answer)) == (403, "Unknown application")
    assert user.email in answer.text
    assert "Rival" not in answer.text


def test_other_firms_user_cannot_consent(program_of, rival, person, firm):
    program = program_of(rival)
    assert person.post(program.path(), {"decision": "allow", "ticket": "x"}).status_code == 403
    assert Consent.of(rival).count() == Consent.of(firm).count() == 0


def test_user_suspended_meanwhile_is_refused(program, person, user, firm):
    path = program.path()
    form = person.form(path).fields
    user.change(status="suspended")
    answer = person.post(path, form | {"decision": "allow"})
    assert answer.location.startswith("/login")
    assert Consent.of(firm).count() == 0


def test_password_reset_meanwhile_is_refused(program, user, firm):
    known = User.get_by_id(user.id)
    assign(user, "a wholly other password")
    with pytest.raises(AccessDenied):
        issue_code(known, program.client, ["matters:read"], program.redirect_uri, None)
    assert Grant.of(firm).count() == 0


def test_suspended_firms_application_is_unknown(program, browser, firm):
    suspend(firm.id)
    assert browser.get(program.path()).status_code == 400


def test_errors_are_redirected_without_session(app, program):
    back = query_of(Browser(app).get(program.path(response_type="token")).location)
    assert back["error"] == "unsupported_response_type"


def test_firm_that_is_being_closed_gives_no_new_consent(firm, program, person):
    path = program.path()
    form = person.form(path).fields
    known = program.path(scope="clients:read")
    assert "code" in query_of(program.allowed(person, scope="clients:read"))
    firm.change(leaving_since=now())
    for answer in (person.get(path), person.post(path, form | {"decision": "allow"})):
        assert query_of(answer.location)["error"] == "access_denied"
    assert "code" in query_of(person.get(known).location), "what was authorized before can read"
