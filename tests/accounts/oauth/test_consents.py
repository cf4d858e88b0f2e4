"""Listing and withdrawing consents: /account/applications and /api/v1/oauth-consents (ASVS V10.4.9)."""

import re
from datetime import timedelta

import pytest

from intake.accounts.oauth.models import Consent, OauthClient
from intake.core.ids import new_id
from intake.core.local_time import to_local
from intake.web.formatting import format_date, format_moment
from tests.builders import a_user
from tests.core.answers import data, ids, refusal

from .conftest import error_of

PAGE, ZONE = "/account/applications", "America/New_York"


@pytest.fixture
def consent(firm, tokens):
    """The attorney's consent."""
    return Consent.of(firm).get()


@pytest.fixture
def colleague(program, firm, signed_in_as):
    """The browser of another user of the firm who has consented as well."""
    browser = signed_in_as(a_user(firm))
    program.tokens(browser)
    return browser


def _names(page):
    return re.findall(r"<h2[^>]*>(.*?)</h2>", page.text)


# The page -------------------------------------------------------------------------------------------------------------


def test_page_lists_own_consents_only(person, consent, colleague):
    page = person.get(PAGE)
    assert (page.status_code, _names(page)) == (200, ["Case Manager"])
    assert re.findall(r"<li>(.*?)</li>", page.text)[0] == (
        "See matters, with their deadlines and the messages to clients")
    assert f"Allowed on {format_date(to_local(consent.created_at, ZONE).date(), 'en')}" in page.text
    assert "Not used yet" in page.text


def test_page_shows_last_use(app, person, tokens, bearer, firm):
    bearer(tokens["access_token"]).get("/matters")
    app.extensions["request_counter"].flush()
    used = Consent.of(firm).get().last_used_at
    assert f"Last used {format_moment(used, ZONE, 'en')}" in person.get(PAGE).text


def test_page_shows_that_there_are_none(person):
    assert "No application acts in your name." in person.get(PAGE).text


def test_page_shows_twenty_at_once(person, consent):
    [application] = OauthClient.select().where(OauthClient.id == consent.client_id)
    for number in range(20):
        earlier = {"created_at": consent.created_at - timedelta(minutes=number + 1)}
        other = OauthClient.create(**application.__data__ | {"id": new_id("app"), "name": f"Program {number}"})
        Consent.create(**consent.__data__ | earlier | {"id": new_id("con"), "client_id": other.id})
    first = person.get(PAGE)
    assert (len(_names(first)), _names(first)[0], "Page 1 of 2" in first.text) == (20, "Case Manager", True)
    [last] = re.findall(r'rel="next" href="([^"]+)"', first.text)
    assert _names(person.get(last)) == _names(person.get(f"{PAGE}?page=99")) == ["Program 19"]
    for odd in ("0", "-1", "x", "9" * 30):
        assert _names(person.get(f"{PAGE}?page={odd}")) == _names(first)
    withdrawn = person.submit(last, re.search(r'action="([^"]+withdraw[^"]*)"', person.get(last).text)[1])
    assert (withdrawn.status_code, withdrawn.location.endswith("page=2")) == (303, True)
    page = person.get(withdrawn.location)
    assert (len(_names(page)), "Page 1" in page.text) == (20, False)


def test_page_is_translated_to_spanish(user, consent, signed_in_as):
    page = signed_in_as(user, **{"Accept-Language": "es"}).get(PAGE)
    assert "Retirar" in page.text
    assert "Withdraw" not in page.text


def test_withdrawing_revokes_all_tokens(person, program, tokens, bearer, consent, colleague, firm):
    """ASVS V10.4.9: users can revoke refresh and access tokens on a page."""
    code = program.code(person)
    answer = person.submit(PAGE, f"{PAGE}/{consent.id}/withdraw")

    assert answer.status_code == 303
    assert "can do nothing in your name any more" in person.get(answer.location).text
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert error_of(program.exchange(code)) == (400, "invalid_grant")
    assert person.get(program.path()).status_code == 200  # asks again
    assert Consent.of(firm).count() == 1


def test_withdrawing_twice_is_no_error(person, consent):
    form = person.form(PAGE, f"{PAGE}/{consent.id}/withdraw").fields
    for _ in range(2):
        assert person.post(f"{PAGE}/{consent.id}/withdraw", form).status_code == 303


def test_other_users_consent_cannot_be_withdrawn(person, consent, colleague, firm):
    form = colleague.form(PAGE, f"{PAGE}/{Consent.of(firm).where(Consent.id != consent.id).get().id}/withdraw").fields
    for id in (consent.id, "nonsense", "con_%00"):
        colleague.post(f"{PAGE}/{id}/withdraw", form)
    assert Consent.of(firm).count() == 2


def test_form_without_csrf_token_is_refused(person, consent, firm):
    assert person.post(f"{PAGE}/{consent.id}/withdraw", {"csrf": "x"}).status_code == 400
    assert Consent.of(firm).count() == 1


def test_page_requires_signing_in(browser, consent):
    for answer in (browser.get(PAGE), browser.post(f"{PAGE}/{consent.id}/withdraw")):
        assert (answer.status_code, answer.location.split("?")[0]) == (303, "/login")


def test_account_links_to_the_page(person):
    assert f'href="{PAGE}"' in person.get("/account").text


# The API --------------------------------------------------------------------------------------------------------------


def test_token_lists_own_consents_only(bearer, tokens, consent, colleague, user, program):
    [shown] = data(bearer(tokens["access_token"]).get("/oauth-consents"))
    assert shown == {
        "id": consent.id, "oauth_client_id": program.id, "application": "Case Manager", "user_id": user.id,
        "scopes": ["matters:read", "clients:read"], "last_used_at": None, "created_at": shown["created_at"]}


@pytest.mark.parametrize(("role", "scope", "reads", "withdraws"), [
    ("attorney", "matters:read", False, False), ("attorney", "firms:write", False, False),
    ("admin", "firms:read", True, False), ("admin", "firms:write", False, True)])
def test_consents_to_other_applications_need_the_scopes_of_a_key(
        role, scope, reads, withdraws, api_as, program, firm, signed_in_as):
    user = a_user(firm, role)
    program.tokens(signed_in_as(user))
    consent = Consent.of(firm).get()
    other = api_as(user, scope)  # by a consent of its own

    assert (consent.id in ids(other.get("/oauth-consents"))) is reads
    answer = other.delete(f"/oauth-consents/{consent.id}")
    assert answer.status_code == 200 if withdraws else refusal(answer) == (404, "oauth_consent_not_found")


def test_staff_token_lists_own_consents(bearer, program, firm, signed_in_as):
    tokens = program.tokens(signed_in_as(a_user(firm, "staff")))
    assert len(data(bearer(tokens["access_token"]).get("/oauth-consents"))) == 1


def test_key_lists_all_consents_of_the_firm(api, rival_api, consent, colleague):
    answer = api.get("/oauth-consents?per_page=1")
    assert answer.json["pagination"] == {"page": 1, "per_page": 1, "total": 2, "has_more": True}
    assert ids(api.get("/oauth-consents?per_page=1&page=2")) == [consent.id]
    assert data(rival_api.get("/oauth-consents")) == []


def test_token_withdraws_own_consents_only(bearer, tokens, consent, colleague, firm):
    api = bearer(tokens["access_token"])
    other = Consent.of(firm).where(Consent.id != consent.id).get()
    assert refusal(api.delete(f"/oauth-consents/{other.id}")) == (404, "oauth_consent_not_found")

    assert data(api.delete(f"/oauth-consents/{consent.id}")) == {"id": consent.id, "deleted": True}

    assert refusal(api.get("/matters")) == (401, "unauthorized")
    assert [row.id for row in Consent.of(firm)] == [other.id]


def test_key_withdraws_any_consent_of_the_firm(api, rival_api, consent, tokens, bearer):
    for id in (consent.id, new_id("con"), "nonsense"):
        assert refusal(rival_api.delete(f"/oauth-consents/{id}")) == (404, "oauth_consent_not_found")
    assert data(api.delete(f"/oauth-consents/{consent.id}"))["deleted"]
    assert refusal(bearer(tokens["access_token"]).get("/matters")) == (401, "unauthorized")


def test_key_needs_firm_scopes(api_of, firm, consent):
    for api, answer in (
        (api_of(firm, "matters:read"), lambda api: api.get("/oauth-consents")),
        (api_of(firm, "firms:read"), lambda api: api.delete(f"/oauth-consents/{consent.id}")),
    ):
        assert refusal(answer(api)) == (403, "insufficient_scope")


def test_list_takes_a_bounded_number_of_statements(api, program, firm, signed_in_as, statements):
    for _ in range(4):
        program.tokens(signed_in_as(a_user(firm)))
    with statements() as seen:
        assert len(data(api.get("/oauth-consents"))) == 4
    assert len(seen) <= 3
