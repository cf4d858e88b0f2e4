"""Connecting a firm: the OAuth flow and each of its outcomes."""

from datetime import timedelta

import pytest
from markupsafe import escape

from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import suspend
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import db
from intake.integrations.connections.models import Integration, IntegrationState
from intake.integrations.platforms.clio.client import ClioPlatform
from intake.records.erasures.actions import erase_firm
from intake.records.erasures.models import Erasure
from tests.browsing import Browser
from tests.builders import a_user
from tests.conftest import Api
from tests.integrations.conftest import query_of
from tests.stand_ins.lawmatics import Lawmatics
from tests.stand_ins.oauth import Grant
from tests.stand_ins.registration import registered_at

CONNECT, CALLBACK = "/integrations/clio/connect", "/api/v1/integrations/clio/callback"


@pytest.fixture
def back(api, clio):
    """Consent at Clio after a request by the API, and return the callback address: `back()`."""
    return lambda: clio.follow_consent(api.get(CONNECT).location)


@pytest.fixture
def admin(firm, signed_in_as):
    """The browser of an admin of the firm."""
    return signed_in_as(a_user(firm, "admin"), Accept="text/html")


@pytest.fixture
def browser(app):
    """The browser of a person who is not signed in."""
    return Browser(app, Accept="text/html")


def path_of(url):
    return url[url.index("/api/"):]


def test_connect_redirects_to_clio(api, clio, settings):
    answer = api.get(CONNECT)
    asked = query_of(answer.location)

    assert answer.status_code == 302
    assert answer.location.startswith(f"{clio.url}/oauth/authorize?")
    assert asked.pop("state")
    assert asked == {"response_type": "code", "client_id": "the-client-id", "scope": ClioPlatform.scope,
                     "redirect_uri": f"{settings.app_url}{CALLBACK}", "redirect_on_decline": "true"}


def test_callback_connects_the_firm(api, clio, firm, back, admin):
    answer = admin.get(path_of(back()))
    connection = Integration.for_platform(firm, "clio")

    assert (answer.status_code, answer.location) == (302, "/settings/integrations?done=connected")
    assert connection.is_active
    assert connection.platform_user == {"id": clio.user["id"], "name": "Ada Keeper", "email": "ada@lawfirm.example"}
    assert now() + timedelta(days=29) < connection.token_expires_at < now() + timedelta(days=31)


def test_tokens_are_sealed(clio, connection):
    [grant] = clio.grants
    row = str(db.execute_sql("SELECT * FROM integrations WHERE id = %s", (connection.id,)).fetchone())

    assert vault.open(connection.access_token) == grant.access_token
    assert vault.open(connection.refresh_token) == grant.refresh_token
    assert grant.access_token not in row
    assert grant.refresh_token not in row


def test_state_works_once(back, admin):
    address = path_of(back())
    assert admin.get(address).status_code == 302
    again = admin.get(address)

    assert (again.status_code, again.mimetype) == (400, "text/html")
    assert "This attempt to connect has ended" in again.text


def test_state_belongs_to_one_platform(app, clio, back, admin, firm):
    """Each platform has its own address, so that one cannot pass its code off as another's."""
    with Lawmatics() as lawmatics, registered_at(app, clio, lawmatics):
        answer = admin.get(path_of(back()).replace("/clio/", "/lawmatics/"))

    assert answer.status_code == 400
    assert "This attempt to connect has ended" in answer.text
    assert Integration.for_platform(firm, "lawmatics") is None


def test_concurrent_callbacks_use_a_state_once(clio, back, firm, signed_in_as, at_once):
    address, user = path_of(back()), a_user(firm, "admin")
    browsers = [signed_in_as(user) for _ in range(4)]
    answers = at_once(4, lambda index: browsers[index].get(address).status_code)

    assert sorted(answers) == [302, 400, 400, 400]
    assert len(clio.grants) == 1


def test_state_expires_after_ten_minutes(back, admin, firm):
    address = path_of(back())
    db.execute_sql("UPDATE integration_states SET expires_at = expires_at - interval '10 minutes'")

    assert admin.get(address).status_code == 400
    assert Integration.for_platform(firm, "clio") is None


def test_only_the_digest_of_a_state_is_stored(api, clio, firm):
    state = query_of(api.get(CONNECT).location)["state"]

    assert state not in str(db.execute_sql("SELECT * FROM integration_states").fetchall())
    assert IntegrationState.of(firm).get().session_id is None


def test_an_admin_connects_in_a_browser(admin, clio, firm):
    sent = admin.get(f"/api/v1{CONNECT}")
    answer = admin.get(path_of(clio.follow_consent(sent.location)))
    shown = admin.get(answer.location)

    assert answer.status_code == 302
    assert "The firm is connected." in shown.text
    assert "Ada Keeper" in shown.text
    assert Integration.for_platform(firm, "clio").is_active


def test_state_of_a_browser_works_in_that_browser_only(admin, clio, firm, browser, signed_in_as, rival):
    address = path_of(clio.follow_consent(admin.get(f"/api/v1{CONNECT}").location))
    for other in (browser, signed_in_as(a_user(firm, "admin")), signed_in_as(a_user(rival, "admin"))):
        assert other.get(address).status_code == 400
    assert Integration.for_platform(firm, "clio") is None
    assert Integration.for_platform(rival, "clio") is None

    assert admin.get(address).status_code == 302


@pytest.mark.parametrize("role", ["attorney", "staff", "paralegal"])
def test_only_admins_connect(role, firm, clio, signed_in_as):
    assert signed_in_as(a_user(firm, role), Accept="text/html").get(f"/api/v1{CONNECT}").status_code == 403


def test_signed_out_visitor_is_sent_to_the_login(clio, browser):
    answer = browser.get(f"/api/v1{CONNECT}", headers={"Accept": "text/html"})

    assert (answer.status_code, answer.location.split("?")[0]) == (303, "/login")


def test_key_without_the_scope_gets_403(clio, firm, api_of):
    assert api_of(firm, "firms:read").get(CONNECT).status_code == 403


def test_declined_consent(clio, api, admin, firm, back):
    clio.decision = "decline"
    answer = admin.get(path_of(back()))

    assert answer.status_code == 400
    assert "You chose not to give Intake access to Clio." in answer.text
    assert Integration.for_platform(firm, "clio") is None


@pytest.mark.parametrize(("fault", "on", "status", "text"), [
    (400, "POST /oauth/token", 400, "did not accept the connection"),
    (401, "POST /oauth/token", 400, "did not accept the connection"),
    (429, "POST /oauth/token", 503, "accepts no more requests for now"),
    (500, "POST /oauth/token", 502, "did not answer as it should"),
    (503, "POST /oauth/token", 502, "did not answer as it should"),
    ("malformed", "POST /oauth/token", 502, "did not answer as it should"),
    ("cut", "POST /oauth/token", 502, "did not answer as it should"),
    ("lost", "POST /oauth/token", 502, "did not answer as it should"),
    (403, "GET /api/v4/users", 400, "turn on API access"),
    (401, "GET /api/v4/users", 400, "did not accept the connection"),
    ("malformed", "GET /api/v4/users", 502, "did not answer as it should"),
], ids=str)
def test_failures_at_the_platform_are_shown_to_the_admin(fault, on, status, text, clio, back, admin, firm):
    address = path_of(back())
    clio.fail(fault, on=on)
    answer = admin.get(address)

    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert text in answer.text
    assert Integration.for_platform(firm, "clio") is None


@pytest.mark.parametrize("query", [
    "", "code=x", "state=x", "state=x&code=y", "state=&code=", "error=access_denied", "state=%00&code=%00",
    "state=x&state=y&code=a&code=b", f"state={'x' * 5000}&code=y", "state=%ED%A0%80&code=y", "error=<script>&state=x",
    "surprise=1",
], ids=lambda query: query[:20] or "nothing")
def test_invalid_callbacks_show_the_error_page(query, clio, browser, anonymous):
    answer = browser.get(f"{CALLBACK}?{query}")
    refused = anonymous.get(f"{CALLBACK}?{query}")

    assert (answer.status_code, answer.mimetype) == (400, "text/html")
    assert "<script>" not in answer.text
    assert (refused.status_code, refused.json["error"]["code"]) == (400, "connect_failed")


def test_error_page_is_translated(clio, browser):
    answer = browser.get(CALLBACK, headers={"Accept-Language": "es"})

    assert "Este intento de conexión ha terminado" in answer.text
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_suspended_firm_cannot_connect(clio, back, firm, admin):
    address = path_of(back())
    suspend(firm.id)

    assert "account is suspended" in admin.get(address).text


def test_firm_that_is_being_closed_cannot_connect(clio, back, firm, admin):
    address = path_of(back())
    firm.change(leaving_since=now())

    assert "attempt to connect has ended" in admin.get(address).text
    assert not Integration.of(firm).where(Integration.is_active).exists()


def test_connecting_again_keeps_the_links(clio, connection, connect, firm, matter, run, api):
    run(matter)
    api.post("/integrations/clio/disconnect")
    again = connect(firm, clio)
    run(matter)

    assert again.id == connection.id
    assert len(clio.matters) == len(clio.contacts) == 1
    assert len(clio.calls_to("POST /api/v4/matters.json")) == 1


@pytest.mark.parametrize(("method", "path"), [
    ("GET", CONNECT), ("POST", "/integrations/clio/disconnect"), ("GET", "/integrations/clio/status"),
    ("POST", "/integrations/clio/webhooks"), ("POST", "/integrations/lawmatics/webhooks"),
    ("POST", "/integrations/clio/deauthorize"), ("GET", "/integrations/lawmatics/connect"),
    ("PATCH", "/integrations/clio/status"), ("POST", "/integrations/clio/sync"), ("GET", "/integrations/clio/sync"),
])
def test_without_credentials_every_endpoint_gets_503(method, path, app, api):
    body = {"matter_id": "mat_1"} if path.endswith("sync") else {}
    with registered_at(app):
        answer = api.call(method, path, None if method == "GET" else body)

    assert (answer.status_code, answer.json["error"]["code"]) == (503, "not_configured")


def test_without_credentials_the_callback_shows_a_page(app, browser, anonymous):
    with registered_at(app):
        answer, refused = [caller.get(f"{CALLBACK}?state=x&code=y") for caller in (browser, anonymous)]

    assert answer.status_code == 503
    assert "is not registered at Clio" in answer.text
    assert (refused.status_code, refused.json["error"]["code"]) == (503, "not_configured")


def test_former_admin_cannot_complete_the_connection(clio, firm, signed_in_as):
    person = a_user(firm, "admin")
    browser = signed_in_as(person, Accept="text/html")
    address = path_of(clio.follow_consent(browser.get(f"/api/v1{CONNECT}").location))
    User.update(role="attorney").where(User.id == person.id).execute()
    answer = browser.get(address)

    assert answer.status_code == 403
    assert "Only admins of the firm manage its integrations." in answer.text
    assert Integration.for_platform(firm, "clio") is None


@pytest.mark.parametrize("answer", [
    None, [], "text", {}, {"access_token": 5}, {"access_token": ""}, {"access_token": "a b"},
    {"access_token": "a\r\nb"}, {"access_token": "\ud800"}, {"access_token": "a" * 5000},
    {"access_token": "a", "refresh_token": {}}, {"access_token": "a", "refresh_token": "\x00"},
    {"access_token": "a", "expires_in": "soon"}, {"access_token": "a", "expires_in": -1},
    {"access_token": "a", "expires_in": True}, b"[" * 100_000, b"x" * 9_000_000,
], ids=lambda answer: str(answer)[:40].encode("ascii", "replace").decode().replace("\x00", "NUL"))
def test_malformed_token_responses(answer, clio, back, admin, firm):
    address = path_of(back())
    clio.instead = {"POST /oauth/token": answer}
    shown = admin.get(address)

    assert shown.status_code == 502
    assert "did not answer as it should" in shown.text
    assert Integration.for_platform(firm, "clio") is None


def test_token_lifetime_is_capped(clio, back, admin, firm):
    address = path_of(back())
    clio.on_request = lambda moment, call: clio.instead.update(
        {"POST /oauth/token": {"access_token": clio.grants[0].access_token, "expires_in": 10**30}}) if (
            clio.grants) else None
    clio.grants.append(Grant("known", None, None))

    assert admin.get(address).status_code == 302
    assert Integration.for_platform(firm, "clio").token_expires_at > now() + timedelta(days=3000)


def test_platform_user_is_sanitized_for_storage(clio, back, admin, firm):
    clio.user |= {"name": "Ada\x00 \ud800" + "x" * 500, "email": {"address": "ada"}}

    assert admin.get(path_of(back())).status_code == 302
    person = Integration.for_platform(firm, "clio").platform_user
    assert person["name"].startswith("Ada xxx")
    assert (len(person["name"]), person["email"]) == (300, None)


# Whose account is connected to which firm -----------------------------------------------------------------------------


def test_browser_of_another_firm_is_refused(clio, back, rival, firm, signed_in_as):
    """A link of one firm does not lead to the account of another firm's admin."""
    address, other = path_of(back()), signed_in_as(a_user(rival, "admin"))
    answers = [other.get(address), other.get(address)]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert f"would have connected {escape(firm.name)} to Clio" in answers[0].text
    assert f"you are signed in for {rival.name}" in answers[0].text
    assert clio.grants == []
    assert {Integration.for_platform(each, "clio") for each in (firm, rival)} == {None}


def test_confirmation_in_the_browser_of_another_firm_is_refused(clio, back, rival, firm, browser, signed_in_as):
    address, other = path_of(back()), signed_in_as(a_user(rival, "admin"))
    form = browser.form(address)
    other.set_cookie("intake_csrf", browser.cookie("intake_csrf"))
    answer = other.post(address, form.fields | {"decision": "connect"})

    assert (answer.status_code, Integration.for_platform(firm, "clio")) == (403, None)


@pytest.mark.parametrize("lacking", ["matters:read", "matters:write", "clients:read", "documents:read"])
def test_who_may_not_read_what_clio_gets_needs_an_admin(lacking, clio, firm, api_of, browser, admin):
    address = path_of(clio.follow_consent(api_of(firm, *(SCOPES.keys() - {lacking})).get(CONNECT).location))
    form = admin.form(address)
    browser.set_cookie("intake_csrf", admin.cookie("intake_csrf"))

    for answer in (browser.get(address), browser.post(address, form.fields | {"decision": "connect"})):
        assert (answer.status_code, "Sign in as an admin" in answer.text) == (403, True)
    assert "A program began this" in admin.get(address).text
    assert Integration.for_platform(firm, "clio") is None
    assert admin.submit(address, decision="connect").status_code == 303
    assert Integration.for_platform(firm, "clio").is_active


def test_key_that_expires_needs_an_admin(app, clio, firm, browser):
    ending = Api(app, create_key(firm, "a", SCOPES, expires_at=now() + timedelta(days=1))[1])
    address = path_of(clio.follow_consent(ending.get(CONNECT).location))

    assert "Sign in as an admin" in browser.get(address).text
    assert Integration.for_platform(firm, "clio") is None


@pytest.mark.parametrize("role", ["attorney", "staff", "paralegal"])
def test_only_admins_complete_what_the_api_began(role, clio, back, firm, signed_in_as):
    answer = signed_in_as(a_user(firm, role)).get(path_of(back()))

    assert answer.status_code == 403
    assert "Only admins of the firm manage its integrations." in answer.text
    assert Integration.for_platform(firm, "clio") is None


def test_person_who_is_not_signed_in_confirms_the_named_firm(clio, back, firm, browser):
    address = path_of(back())
    shown = browser.get(address)

    assert (shown.status_code, shown.mimetype) == (200, "text/html")
    assert f"Connect {escape(firm.name)} to Clio?" in shown.text
    assert (clio.grants, Integration.for_platform(firm, "clio")) == ([], None)

    answer = browser.submit(address, decision="connect")

    assert (answer.status_code, answer.location) == (303, "/settings/integrations?done=connected")
    assert Integration.for_platform(firm, "clio").is_active
    assert browser.post(address, {"decision": "connect"}).status_code == 400


def test_program_that_began_is_redirected_without_confirmation(clio, back, firm, anonymous):
    address = path_of(back())
    for name, value in (("Sec-Fetch-Mode", "no-cors"), ("User-Agent", "Mozilla/5.0")):
        shown = anonymous.get(address, headers={name: value})
        assert (shown.status_code, shown.mimetype) == (200, "text/html")
    answers = [anonymous.get(address), anonymous.get(address)]

    assert [answer.status_code for answer in answers] == [302, 400]
    assert answers[0].location == "/settings/integrations?done=connected"
    assert answers[1].json["error"]["details"] == {"reason": "expired"}
    assert Integration.for_platform(firm, "clio").is_active


def test_confirmation_works_once(clio, back, firm, browser):
    address = path_of(back())
    filled = browser.form(address).fields | {"decision": "connect"}
    answers = [browser.post(address, filled), browser.post(address, filled)]

    assert [answer.status_code for answer in answers] == [303, 400]
    assert len(clio.grants) == 1


def test_declined_confirmation_ends_the_attempt(clio, back, firm, browser):
    address = path_of(back())
    declined = browser.submit(address, decision="decline")

    assert (declined.status_code, "Clio was not connected" in declined.text) == (400, True)
    assert browser.get(address).status_code == 400
    assert (clio.grants, Integration.for_platform(firm, "clio")) == ([], None)


@pytest.mark.parametrize("csrf", ["", "x", None])
def test_confirmation_of_another_site_is_asked_again(csrf, clio, back, firm, browser):
    address = path_of(back())
    filled = browser.form(address).fields | {"decision": "connect", "csrf": csrf}
    answer = browser.post(address, {name: value for name, value in filled.items() if value is not None})

    assert (answer.status_code, "did not recognize this form" in answer.text) == (400, True)
    assert Integration.for_platform(firm, "clio") is None
    assert browser.submit(address, decision="connect").status_code == 303


def test_confirmation_page_is_translated(clio, back, browser, firm):
    page = browser.get(path_of(back()), headers={"Accept-Language": "es"}).text

    assert f"¿Conectar {escape(firm.name)} con Clio?" in page
    assert "<h1>Connect" not in page


def test_suspended_firm_is_not_offered(clio, back, firm, browser):
    address = path_of(back())
    suspend(firm.id)

    assert "account is suspended" in browser.get(address).text


@pytest.mark.parametrize(("fault", "revoked", "subscriptions"), [(None, True, 0), ("cut", False, 3)], ids=str)
def test_platform_sends_nothing_about_a_firm_that_was_erased(
        fault, revoked, subscriptions, clio, connection, firm, worker):
    worker.perform_tasks()
    connection.change(is_active=False)  # by the closing
    clio.expire_tokens()
    if fault:
        clio.fail(fault, times=20)
    with db.atomic():
        erasure = erase_firm(firm)
    worker.perform_tasks()

    assert Erasure.fetch(firm, erasure.id).status == "done"
    assert ([grant.revoked for grant in clio.grants], len(clio.webhooks)) == ([revoked], subscriptions)
    assert not Integration.of(firm).exists()
