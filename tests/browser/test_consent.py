"""Consent to an application in a real browser, which enforces our Content-Security-Policy on the redirect."""

from http.server import BaseHTTPRequestHandler

import pytest
from playwright.sync_api import expect

from tests.accounts.oauth.conftest import program_of, query_of  # noqa: F401  (fixtures)
from tests.builders import a_user
from tests.stand_ins.http_server import HttpServer


@pytest.fixture
def application():
    """An application whose callback redirects users to another origin, as is usual."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append(self.path)
            home = f"http://localhost:{self.server.server_port}/home"
            self.send_response(302 if self.path.startswith("/callback") else 200)
            self.send_header("Location", home)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><html lang=en><link rel=icon href=data:,><h1>Home</h1>")

        def log_message(self, *_):
            pass

    with HttpServer(Handler) as server:
        server.seen, server.url = seen, f"{server.url}/callback"
        yield server


def test_each_decision_redirects_to_the_application(phone_of, firm, program_of, application):  # noqa: F811
    program, user, phone = program_of(firm, redirect_uris=[application.url]), a_user(firm), phone_of(
        java_script_enabled=False)
    page = phone.page

    def redirected(told_back):
        expect(page.get_by_role("heading", name="Home")).to_be_visible()
        assert told_back in query_of(next(each for each in reversed(application.seen) if "callback" in each))

    for button, told_back in (("Do not allow", "error"), ("Allow", "code")):
        phone.context.clear_cookies()
        _sign_in(phone.open(program.path()), user)
        expect(page.get_by_role("heading", name="Allow Case Manager?")).to_be_visible()
        phone.keep("consent")
        page.get_by_role("button", name=button, exact=True).click()
        redirected(told_back)

    application.seen.clear()
    phone.context.clear_cookies()
    _sign_in(phone.open(program.path()), user)  # allowed before
    redirected("code")


def _sign_in(page, user):
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in").click()
