"""A page that a program may ask for as well as somebody who is signed in (decisions.md 9, "connect")."""

import pytest
from flask import redirect

from app import create_app
from intake.accounts.access.guard import requires
from intake.accounts.firms.actions import suspend
from intake.accounts.sessions import actions as sessions
from intake.accounts.sessions.models import Session
from intake.accounts.users.actions import change
from intake.core.http import contract_of
from tests.browsing import Browser
from tests.builders import a_matter, a_user
from tests.conftest import Api
from tests.core.answers import refusal

PAGE = "/api/v1/somewhere"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def door(settings, app):
    """The application with one page more: it takes an admin's `firms:write` and tells who came."""
    with_page = create_app(settings)

    @with_page.get(PAGE)
    @requires("firms:write", or_session=True)
    def somewhere(caller):
        return {"holder": caller.holder, "firm": caller.firm_id, "scopes": sorted(caller.scopes),
                "user": caller.user and caller.user.id}

    @with_page.get("/api/v1/elsewhere")
    @requires("firms:write")
    def elsewhere(caller):
        return redirect("/")

    assert contract_of(with_page.view_functions["somewhere"]).or_session
    yield with_page
    with_page.extensions["safe_http"].close()


@pytest.fixture
def browser_of(door):
    """The browser in which a person is signed in."""

    def signed_in(user):
        browser = Browser(door)
        browser.set_cookie("intake_session", sessions.begin(user, address=browser.address))
        return browser

    return signed_in


@pytest.fixture
def admin(firm):
    return a_user(firm, "admin")


def test_an_admin_comes_with_a_browser(browser_of, admin, firm):
    told = browser_of(admin).get(PAGE, headers=HTML)

    session = Session.of_user(admin).get()
    assert told.status_code == 200
    assert (told.json["holder"], told.json["firm"], told.json["user"]) == (session.id, firm.id, admin.id)
    assert "firms:write" in told.json["scopes"]
    assert told.headers["X-RateLimit-Limit"]


def test_programs_come_as_ever(door, key_of, bearer_for, admin, firm):
    assert Api(door, key_of(firm)).get(PAGE).json["user"] is None
    assert Api(door, token=bearer_for(admin)).get(PAGE).json["user"] == admin.id
    assert refusal(Api(door).get(PAGE)) == (401, "missing_api_key")
    assert refusal(Api(door, key_of(firm, "firms:read")).get(PAGE)) == (403, "insufficient_scope")


@pytest.mark.parametrize("role", ["attorney", "staff", "paralegal"])
def test_another_role_is_refused_at_the_browser_too(browser_of, firm, role):
    assert refusal(browser_of(a_user(firm, role)).get(PAGE, headers=HTML)) == (403, "forbidden")


def test_who_is_not_signed_in_signs_in_first_and_comes_back(door):
    answer = Browser(door).get(f"{PAGE}?a=1", headers=HTML)

    assert answer.status_code == 303
    assert answer.headers["Location"] == "/login?next=/api/v1/somewhere?a%3D1"


@pytest.mark.parametrize("headers", [{}, {"Accept": "*/*"}, {"Accept": "application/json"}], ids=str)
def test_a_program_without_credentials_is_not_sent_to_sign_in(door, headers):
    assert refusal(Browser(door).get(PAGE, headers=headers)) == (401, "missing_api_key")


@pytest.mark.parametrize(("headers", "code"), [
    ({"X-Api-Key": "nonsense"}, "invalid_api_key"), ({"Authorization": "Bearer nonsense"}, "unauthorized"),
])
def test_wrong_credentials_are_not_made_good_by_a_session(browser_of, admin, headers, code):
    assert refusal(browser_of(admin).get(PAGE, headers=HTML | headers)) == (401, code)


def test_a_key_comes_before_a_session(browser_of, admin, key_of, rival):
    told = browser_of(admin).get(PAGE, headers={"X-Api-Key": key_of(rival)})
    assert (told.json["firm"], told.json["user"]) == (rival.id, None)


def test_a_session_opens_no_other_route(browser_of, admin, firm):
    a_matter(firm)
    browser = browser_of(admin)
    for path in ("/api/v1/elsewhere", "/api/v1/matters", "/api/v1/firms"):
        assert refusal(browser.get(path, headers=HTML)) == (401, "missing_api_key")
    assert refusal(browser.post("/api/v1/matters")) == (401, "missing_api_key")


def test_who_is_suspended_or_demoted_is_out_at_once(browser_of, admin, firm):
    a_user(firm, "admin")
    browser = browser_of(admin)
    change(firm, admin.id, role="attorney")
    assert browser.get(PAGE, headers=HTML).status_code == 403
    change(firm, admin.id, role="admin")
    assert browser.get(PAGE, headers=HTML).status_code == 200
    change(firm, admin.id, status="suspended")
    assert browser.get(PAGE, headers=HTML).status_code == 303


def test_a_suspended_firm_is_out_at_once(browser_of, admin, firm):
    browser = browser_of(admin)
    suspend(firm.id)
    assert browser.get(PAGE, headers=HTML).status_code == 303
