"""A standard OAuth library completes the flow over HTTP."""

import re
from html import unescape
from threading import Thread
from urllib.parse import urljoin

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.builders import a_matter

from .conftest import VERIFIER, query_of


class _Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


@pytest.fixture(scope="module")
def server(app):
    """The URL of a running server."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def person(server, user):
    """A user with a browser: `person(url)` signs in, consents, and returns the URL of the last redirect."""

    def goes_to(url):
        browser = requests.Session()
        page = browser.get(url, timeout=20)
        if "/login" in page.url:
            page = _sent(browser, page, email=user.email, password="correct horse battery")
            page = browser.get(url, timeout=20)
        return _sent(browser, page, decision="allow", follow=False).headers["Location"]

    return goes_to


def _sent(browser, page, follow=True, **answers):
    """Submit the page's form."""
    form = page.text[page.text.index("<form"):]
    action = re.match(r'<form[^>]*action="([^"]*)"', form)
    hidden = {name: unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)}
    return browser.post(urljoin(page.url, unescape(action[1])) if action else page.url, hidden | answers,
                        allow_redirects=follow, timeout=20)


def _session(program, server, **options):
    public = program.client.public
    return OAuth2Session(
        program.id, program.secret, redirect_uri=program.redirect_uri, scope="matters:read clients:read",
        token_endpoint=f"{server}/oauth/token",
        token_endpoint_auth_method="none" if public else "client_secret_basic",
        code_challenge_method="S256" if public else None, default_timeout=20, **options)


def _through(session, server, person):
    verifier = {"code_verifier": VERIFIER} if session.code_challenge_method else {}
    url, state = session.create_authorization_url(f"{server}/oauth/authorize", **verifier)
    back = person(url)
    assert query_of(back)["state"] == state
    return session.fetch_token(authorization_response=back, **verifier)


@pytest.mark.parametrize("kind", ["with a secret", "with PKCE"])
def test_library_completes_the_whole_flow(program, installed, firm, server, person, kind):
    program, matter = (installed if kind == "with PKCE" else program), a_matter(firm)
    session = _session(program, server)
    token = _through(session, server, person)
    assert token.keys() >= {"access_token", "token_type", "expires_in", "refresh_token", "scope"}

    shown = session.get(f"{server}/api/v1/matters").json()["data"]
    assert [row["id"] for row in shown] == [matter.id]

    refreshed = session.refresh_token()
    assert refreshed["refresh_token"] != token["refresh_token"]
    assert session.get(f"{server}/api/v1/clients").status_code == 200

    lost = session.refresh_token(refresh_token=token["refresh_token"])  # as if the response had been lost
    assert lost["refresh_token"] == refreshed["refresh_token"]

    session.revoke_token(f"{server}/oauth/revoke", token=lost["refresh_token"], token_type_hint="refresh_token")
    assert session.get(f"{server}/api/v1/matters").status_code == 401


def test_library_reads_error_answers(program, server, person):
    session = _session(program, server)
    token = _through(session, server, person)
    session.refresh_token()
    session.refresh_token()
    with pytest.raises(OAuthError) as refusal:
        session.refresh_token(refresh_token=token["refresh_token"])
    assert refusal.value.error == "invalid_grant"
    with pytest.raises(OAuthError) as refusal:
        session.fetch_token(code="iac_nonsense")
    assert refusal.value.error == "invalid_grant"


def test_client_secret_post_is_accepted(program, server, person):
    session = _session(program, server)
    session.token_endpoint_auth_method = "client_secret_post"
    assert _through(session, server, person)["token_type"] == "Bearer"
