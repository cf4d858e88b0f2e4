"""A route that accepts sessions in addition to API keys and access tokens."""

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
from tests.builders import a_caller, a_matter, a_user
from tests.conftest import Api
from tests.core.answers import refusal

PAGE = "/api/v1/somewhere"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def guarded_app(settings, app):
    """The application with one more route, which requires `firms:write` and returns who called."""
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
def browser_of(guarded_app):
    """A browser in which the user is signed in."""

    def signed_in(user):
        browser = Browser(guarded_app)
        browser.set_cookie("intake_session", sessions.begin(user, address=browser.address))
        return browser

    return signed_in


def test_admin_session_is_accepted(browser_of, admin, firm):
    answer = browser_of(admin).get(PAGE, headers=HTML)

    session = Session.of_user(admin).get()
    assert answer.status_code == 200
    assert (answer.json["holder"], answer.json["firm"], answer.json["user"]) == (session.id, firm.id, admin.id)
    assert "firms:write" in answer.json["scopes"]
    assert answer.headers["X-RateLimit-Limit"]


def test_keys_and_tokens_are_accepted(guarded_app, key_of, bearer_for, admin, firm):
    assert Api(guarded_app, key_of(firm)).get(PAGE).json["user"] is None
    assert Api(guarded_app, token=bearer_for(admin)).get(PAGE).json["user"] == admin.id
    assert refusal(Api(guarded_app).get(PAGE)) == (401, "missing_api_key")
    assert refusal(Api(guarded_app, key_of(firm, "firms:read")).get(PAGE)) == (403, "insufficient_scope")


@pytest.mark.parametrize("role", ["attorney", "staff", "paralegal"])
def test_session_of_another_role_is_forbidden(browser_of, firm, role):
    assert refusal(browser_of(a_user(firm, role)).get(PAGE, headers=HTML)) == (403, "forbidden")


def test_without_session_redirects_to_login_and_back(guarded_app):
    answer = Browser(guarded_app).get(f"{PAGE}?a=1", headers=HTML)

    assert answer.status_code == 303
    assert answer.headers["Location"] == "/login?next=/api/v1/somewhere?a%3D1"


@pytest.mark.parametrize("headers", [{}, {"Accept": "*/*"}, {"Accept": "application/json"}], ids=str)
def test_program_without_credentials_gets_401(guarded_app, headers):
    assert refusal(Browser(guarded_app).get(PAGE, headers=headers)) == (401, "missing_api_key")


@pytest.mark.parametrize(("headers", "code"), [
    ({"X-Api-Key": "nonsense"}, "invalid_api_key"), ({"Authorization": "Bearer nonsense"}, "unauthorized"),
])
def test_invalid_credentials_are_refused_despite_a_session(browser_of, admin, headers, code):
    assert refusal(browser_of(admin).get(PAGE, headers=HTML | headers)) == (401, code)


def test_key_takes_precedence_over_session(browser_of, admin, key_of, rival):
    answer = browser_of(admin).get(PAGE, headers={"X-Api-Key": key_of(rival)})
    assert (answer.json["firm"], answer.json["user"]) == (rival.id, None)


def test_session_is_not_accepted_by_other_routes(browser_of, admin, firm):
    a_matter(firm)
    browser = browser_of(admin)
    for path in ("/api/v1/elsewhere", "/api/v1/matters", "/api/v1/firms"):
        assert refusal(browser.get(path, headers=HTML)) == (401, "missing_api_key")
    assert refusal(browser.post("/api/v1/matters")) == (401, "missing_api_key")


def test_suspension_and_demotion_take_effect_at_once(browser_of, admin, firm):
    a_user(firm, "admin")
    browser = browser_of(admin)
    change(a_caller(firm), admin.id, role="attorney")
    assert browser.get(PAGE, headers=HTML).status_code == 403
    change(a_caller(firm), admin.id, role="admin")
    assert browser.get(PAGE, headers=HTML).status_code == 200
    change(a_caller(firm), admin.id, status="suspended")
    assert browser.get(PAGE, headers=HTML).status_code == 303


def test_suspended_firm_is_refused_at_once(browser_of, admin, firm):
    browser = browser_of(admin)
    suspend(firm.id)
    assert browser.get(PAGE, headers=HTML).status_code == 303
