"""A firm that requires a second factor from everybody."""

import re

import pytest

from intake.accounts.firms.actions import change_settings
from intake.accounts.sessions.second_factor.actions import remove
from intake.core.http import contract_of
from tests.accounts.oauth.conftest import program, program_of  # noqa: F401  (fixtures)
from tests.builders import a_user

from .conftest import PASSWORD, Phone, heading

SETUP = "/account/second-factor"


@pytest.fixture
def user(firm):
    """An admin of the firm."""
    return a_user(firm, "admin", password=PASSWORD)


@pytest.fixture
def required(firm):
    """Require a second factor: `required()`, `required(False)`."""
    def change(value=True):
        change_settings(firm, settings={"require_second_factor": value})

    return change


def test_user_without_one_can_reach_its_setup_only(app, signed_in_as, user, required):
    required()
    browser, reached = signed_in_as(user), set()
    for rule in app.url_map.iter_rules():
        if contract_of(app.view_functions[rule.endpoint]).sign_in:
            path = re.sub(r"<(?:int:)?\w+>", "1", rule.rule).replace("<path:place>", "documents")
            method = "POST" if "POST" in rule.methods else "GET"
            if not (browser.open(method, path).location or "").startswith(SETUP):
                reached.add(rule.endpoint)

    assert reached == {f"second_factor.{name}" for name in (
        "show", "prepare", "picture", "confirm", "renew_recovery_codes", "remove")}
    assert browser.submit("/logout").status_code == 200


@pytest.mark.parametrize("path", ["/account", "/settings/integrations", "/api/v1/integrations/clio/connect"])
def test_pages_lead_to_the_setup_and_back(signed_in_as, user, required, path):
    required()
    answer = signed_in_as(user).get(path, headers={"Accept": "text/html"})

    assert (answer.status_code, answer.location) == (303, f"{SETUP}?next={path}")


def test_consent_waits_for_the_setup(program, signed_in_as, user, required):  # noqa: F811
    browser, path = signed_in_as(user), program.path()
    form = browser.form(path).fields | {"decision": "allow"}
    required()

    assert browser.get(path).location.startswith(f"{SETUP}?next=/oauth/authorize")
    assert browser.post(path, form).location.startswith(f"{SETUP}?next=/oauth/authorize")
    leads_back = browser.get(path).location
    codes = _set_up(browser, user, leads_back)
    assert f'<a href="{path.replace("&", "&amp;")}">' in codes.text
    assert heading(browser.get(path)) != "Second factor"


def test_sign_in_leads_to_the_setup(browser, sign_in, user, firm, required):
    required()
    assert sign_in().location == "/"

    page = browser.get(browser.get("/account").location)
    assert (page.status_code, heading(page)) == (200, "Second factor")
    assert "Ünal &amp; Partners requires a second factor from everybody." in page.text
    assert 'href="/account"' not in page.text
    assert browser.get("/login").location == "/"

    _set_up(browser, user, SETUP)
    assert browser.get("/account").status_code == 200
    assert "Turn the second factor off" not in browser.get(SETUP).text


def test_user_with_one_notices_nothing(phone, required):
    required()
    assert phone.browser.get("/account").status_code == 200


def test_user_who_loses_it_sets_it_up_again(phone, user, required):
    required()
    remove(user)
    assert phone.browser.get("/account").location == f"{SETUP}?next=/account"

    required(False)
    assert phone.browser.get("/account").status_code == 200


def test_other_firms_are_not_affected(signed_in_as, rival, required):
    required()
    assert signed_in_as(a_user(rival)).get("/account").status_code == 200


def test_tokens_go_on(api_as, user, required):
    required()
    assert api_as(user).get("/matters").status_code == 200


@pytest.mark.parametrize("where", ["//evil.example", "https://evil.example"])
def test_setup_ignores_foreign_next(signed_in_as, user, where):
    page = signed_in_as(user).get(SETUP, query_string={"next": where})

    assert (page.status_code, "evil" in page.text) == (200, False)


def test_page_is_translated_to_spanish(signed_in_as, user, required):
    required()
    page = signed_in_as(user, **{"Accept-Language": "es"}).get(SETUP)

    assert "Ünal &amp; Partners exige a todas las personas un segundo factor." in page.text


def _set_up(browser, user, path):
    """Set up an app on the page at the path; return the page with the recovery codes."""
    browser.submit(path, current=PASSWORD)
    return browser.submit(path, code=Phone.app_of(browser, path).now())
