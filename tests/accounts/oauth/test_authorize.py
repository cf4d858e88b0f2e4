"""/oauth/authorize: the consent page and its redirects (docs/oauth.md; RFC 6749, section 4.1)."""

import re
from html import unescape
from urllib.parse import quote

import pytest

from intake.accounts.firms.models import Firm
from intake.accounts.oauth.models import Consent
from tests.accounts.sessions.conftest import heading
from tests.builders import a_user

from .conftest import CALLBACK, query_of


@pytest.fixture
def consent(program, person):
    """The consent page for a request with these changes: `consent(scope="…")`."""
    return lambda **changes: person.get(program.path(**changes))


def _permissions(answer):
    return re.findall(r"<li>(.*?)</li>", answer.text)


# The page -------------------------------------------------------------------------------------------------------------


def test_page_names_the_application_the_user_and_the_scopes(consent, user):
    answer = consent()

    assert (answer.status_code, heading(answer)) == (200, "Allow Case Manager?")
    assert _permissions(answer) == ["See matters, with their deadlines and the messages to clients",
                                    "See clients, with their addresses and your notes"]
    for said in ("Ünal &amp; Partners", user.email, "<strong>app.example.com</strong>"):
        assert said in answer.text


def test_page_is_translated_to_spanish(program, user, signed_in_as):
    answer = signed_in_as(user, **{"Accept-Language": "es"}).get(program.path())
    assert heading(answer) == "¿Autorizar a Case Manager?"
    assert _permissions(answer)[0] == "Ver asuntos, con sus plazos y los mensajes a clientes"
    assert '<html lang="es">' in answer.text


def test_page_has_a_strict_policy(consent):
    """Chromium applies form-action to every following redirect, including the application's own."""
    headers = consent().headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy["form-action"] == "'self' https:"
    assert (policy["default-src"], policy["frame-ancestors"]) == ("'none'", "'none'")
    assert "script-src" not in policy
    assert (headers["Referrer-Policy"], headers["Cache-Control"]) == ("no-referrer", "no-store")


@pytest.mark.parametrize(("uri", "target", "shown"), [
    ("com.example.app:/callback", "com.example.app:", "com.example.app"),
    ("com.example.app://callback", "com.example.app:", "com.example.app"),
    ("http://127.0.0.1:8765/done", "http:", "127.0.0.1:8765"), ("http://[::1]:8765/", "http:", "[::1]:8765"),
], ids=["own scheme", "own scheme with a host", "loopback", "IPv6"])
def test_policy_and_page_name_the_redirect_target(program_of, firm, person, uri, target, shown):
    answer = person.get(program_of(firm, public=True, redirect_uris=[uri]).path())
    assert f"form-action 'self' {target};" in answer.headers["Content-Security-Policy"]
    assert f"<strong>{shown}</strong>" in answer.text


def test_names_are_escaped(program_of, firm, person):
    answer = person.get(program_of(firm, name='"><script>alert(1)</script>').path())
    assert "<script>" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_firms_logo_is_shown(consent, firm):
    Firm.fetch(firm.id).change(logo_key=f"logos/{firm.slug}/abc")
    assert f'<img src="/logos/{firm.slug}/abc" alt="Ünal &amp; Partners">' in consent().text


def test_without_session_redirects_to_login_and_back(program, browser, user):
    answer = browser.get(program.path())
    assert answer.status_code == 302
    assert answer.location.startswith("/login?")
    assert query_of(answer.location) == {"next": program.path()}

    browser.submit(answer.location, email=user.email, password="correct horse battery")

    assert heading(browser.get(program.path())) == "Allow Case Manager?"


def test_other_user_can_sign_out_and_return(program, program_of, rival, person):
    """The user can do so even from another firm's application, which requires a user of that firm."""
    for asked in (program.path(), program_of(rival).path()):
        [sign_out] = re.findall(r'href="(/logout\?.*?)"', person.get(asked).text)
        assert query_of(unescape(sign_out)) == {"next": asked}


# Decision -------------------------------------------------------------------------------------------------------------


def test_consent_redirects_with_a_code(program, person, settings):
    address = program.allowed(person)
    answer = query_of(address)
    assert address.startswith(f"{CALLBACK}?")
    assert answer == {"code": answer["code"], "state": "xyz", "iss": settings.app_url}
    assert len(answer["code"]) >= 43


def test_consent_is_answered_with_303(program, person):
    """RFC 9700, section 4.12: never 307, which would repeat the form to the application."""
    path = program.path()
    assert person.post(path, person.form(path).fields | {"decision": "allow"}).status_code == 303


@pytest.mark.parametrize("decision", ["deny", "", "nonsense"])
def test_other_decisions_are_access_denied(program, person, firm, settings, decision):
    path = program.path()
    answer = person.post(path, person.form(path).fields | {"decision": decision})
    assert answer.status_code == 303
    back = query_of(answer.location)
    assert back == {"error": "access_denied", "error_description": back["error_description"], "state": "xyz",
                    "iss": settings.app_url}
    assert Consent.of(firm).count() == 0


@pytest.mark.parametrize("uri", ["https://app.example.com/cb?tenant=5", "https://app.example.com/cb?a=%26"])
def test_query_of_the_redirect_uri_is_kept(program_of, firm, person, uri):
    assert program_of(firm, redirect_uris=[uri]).allowed(person).startswith(f"{uri}&code=")


@pytest.mark.parametrize("state", ["a b", "a&b=c", "%00", '"><script>', "x" * 1500, None])
def test_state_is_returned_unchanged(program, person, state):
    assert query_of(program.allowed(person, state=state)).get("state") == state


def test_form_without_ticket_is_refused(program, person, firm):
    for ticket in ("", "nonsense", "é", "0" * 64):
        answer = person.post(program.path(), {"decision": "allow", "ticket": ticket})
        assert answer.status_code == 400
        assert "Please read it again." in answer.text
    assert Consent.of(firm).count() == 0


def test_ticket_is_bound_to_session_and_request(program, person, firm, signed_in_as):
    """The form of another application or another user is refused."""
    ticket = person.form(program.path()).fields["ticket"]
    other = signed_in_as(a_user(firm))
    for browser, path in ((other, program.path()), (person, program.path(scope="firms:write matters:write")),
                          (person, program.path(state="other"))):
        assert browser.post(path, {"decision": "allow", "ticket": ticket}).status_code == 400
    assert Consent.of(firm).count() == 0


def test_ticket_is_bound_to_the_scopes_on_the_page(program_of, firm, person):
    """A request without a scope asks for those of the application, which gains one while the page is open."""
    program = program_of(firm, scopes=["matters:read"])
    path = program.path(scope=None)
    form = person.form(path).fields | {"decision": "allow"}
    program.client.change(scopes=["matters:read", "clients:write"])
    again = person.post(path, form)
    assert (again.status_code, len(_permissions(again)), Consent.of(firm).count()) == (400, 2, 0)


# Earlier consents -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["matters:read clients:read", "clients:read"])
def test_granted_scopes_are_not_asked_again(program, person, scope):
    program.allowed(person)
    answer = person.get(program.path(scope=scope))
    assert answer.status_code == 302
    assert query_of(answer.location)["code"]
    assert program.exchange(query_of(answer.location)["code"]).json["scope"] == " ".join(
        name for name in ("matters:read", "clients:read") if name in scope)


def test_additional_scopes_are_asked_and_added(program, person, firm):
    program.allowed(person)
    assert person.get(program.path(scope="matters:write")).status_code == 200
    program.allowed(person, scope="matters:write")
    [consent] = Consent.of(firm)
    assert consent.scopes == ["matters:read", "matters:write", "clients:read"]


def test_consent_is_per_user(program, person, firm, signed_in_as):
    program.allowed(person)
    assert signed_in_as(a_user(firm)).get(program.path()).status_code == 200


def test_installed_program_is_asked_about_each_time(installed, person):
    """RFC 8252, section 8.6; ASVS V10.7.1."""
    installed.allowed(person)
    assert person.get(installed.path()).status_code == 200


def test_concurrent_consents_are_one(program, person, user, firm, at_once, signed_in_as):
    path = program.path()
    browsers = [signed_in_as(user) for _ in range(4)]
    forms = [browser.form(path).fields for browser in browsers]
    answers = at_once(4, lambda number: browsers[number].post(path, forms[number] | {"decision": "allow"}))
    assert {answer.status_code for answer in answers} == {303}
    assert Consent.of(firm).count() == 1
    assert {program.exchange(query_of(answer.location)["code"]).status_code for answer in answers} == {200}


# Scopes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "asked", "may", "given"), [
    ("admin", "matters:read firms:write", None, "matters:read firms:write"),
    ("attorney", "matters:read webhooks:write", None, "matters:read"),
    ("admin", "matters:read firms:write", ["matters:read", "clients:read"], "matters:read"),
    ("admin", None, ["matters:read", "clients:read"], "matters:read clients:read"),
    ("paralegal", None, ["clients:read", "clients:write", "webhooks:read"], "clients:read"),
    ("admin", "clients:read matters:read clients:read", None, "matters:read clients:read"),
], ids=["all", "narrowed to the role", "narrowed to the client", "none named", "narrowed to both", "named twice"])
def test_granted_scopes_are_limited_by_client_and_role(program_of, firm, signed_in_as, role, asked, may, given):
    """ASVS V10.4.11: a client gets no scope beyond those it was registered with."""
    program = program_of(firm, **({"scopes": may} if may else {}))
    tokens = program.tokens(signed_in_as(a_user(firm, role)), scope=asked)
    assert tokens["scope"] == given


def test_log_holds_neither_code_nor_state(app, program, user, signed_in_as, caplog):
    caplog.set_level("DEBUG")
    code = program.code(signed_in_as(user), state="a-secret-state")
    said = str([vars(record) for record in caplog.records if record.name.startswith("intake")])
    assert "/oauth/authorize" in said
    assert code not in said
    assert "a-secret-state" not in said
    assert quote(CALLBACK, safe="") not in said
