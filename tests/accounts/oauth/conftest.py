"""Fixtures of the tests of OAuth 2.0: applications, and the programs behind them."""

import base64
import hashlib
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from intake.accounts.oauth.actions import register
from intake.accounts.permissions.scopes import SCOPES
from tests.builders import a_user
from tests.conftest import Api

CALLBACK = "https://app.example.com/callback"
VERIFIER = "a-verifier-of-43-characters-at-the-very-least"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
PKCE = {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}


class Program:
    """An application's program, which sends browsers to the consent page and forms to the token endpoint."""

    def __init__(self, app, client):
        self.app, self.client, self.id, self.secret = app, client, client.id, client.client_secret
        self.redirect_uri = client.redirect_uris[0]

    def path(self, **changes):
        """Return the path of its authorization request; None as a value omits the parameter."""
        challenge = PKCE if self.client.needs_pkce else {}
        asked = {"client_id": self.id, "redirect_uri": self.redirect_uri, "response_type": "code",
                 "scope": "matters:read clients:read", "state": "xyz"} | challenge | changes
        return "/oauth/authorize?" + urlencode({name: value for name, value in asked.items() if value is not None})

    def allowed(self, browser, **changes):
        """Return the redirect after the user consents, or has consented before."""
        path = self.path(**changes)
        answer = browser.get(path)
        if answer.status_code == 200:
            answer = browser.post(path, browser.form(path).fields | {"decision": "allow"})
        return answer.location

    def code(self, browser, **changes):
        """The code in that redirect."""
        return query_of(self.allowed(browser, **changes))["code"]

    def post(self, path, form, **options):
        """POST a form with the program's credentials, unless the form overrides them, or omits them by None."""
        own = {"client_id": self.id, "client_secret": self.secret}
        sent = {name: value for name, value in (own | form).items() if value is not None}
        return Api(self.app).call("POST", path, data=options.pop("data", urlencode(sent)), **(
            {"content_type": "application/x-www-form-urlencoded"} | options))

    def exchange(self, code, **changes):
        """Exchange a code and return the answer."""
        verifier = {"code_verifier": VERIFIER} if self.client.needs_pkce else {}
        return self.post("/oauth/token", {"grant_type": "authorization_code", "code": code,
                                          "redirect_uri": self.redirect_uri} | verifier | changes)

    def refresh(self, token, **changes):
        """Send a refresh token and return the answer."""
        return self.post("/oauth/token", {"grant_type": "refresh_token", "refresh_token": token} | changes)

    def tokens(self, browser, **changes):
        """The token response of the whole flow."""
        answer = self.exchange(self.code(browser, **changes))
        assert answer.status_code == 200, answer.text
        return answer.json


class Bearer(Api):
    """A program that calls the API with an access token."""

    def call(self, method, path, json=None, headers=None, **options):
        return super().call(method, path, json, {"Authorization": f"Bearer {self.token}"} | (headers or {}), **options)


def query_of(address):
    """The query of a redirect URL."""
    return dict(parse_qsl(urlsplit(address).query))


def error_of(answer):
    """Return the status and code of an error answer (RFC 6749, section 5.2): `(400, "invalid_grant")`."""
    assert answer.content_type == "application/json"
    assert answer.json.keys() == {"error", "error_description"}
    assert (answer.headers["Cache-Control"], answer.headers["Pragma"]) == ("no-store", "no-cache")
    return answer.status_code, answer.json["error"]


@pytest.fixture
def program_of(app):
    """Register an application of a firm, without PKCE if it has a secret: `program_of(firm, public=True)`."""
    defaults = {"name": "Case Manager", "redirect_uris": [CALLBACK], "scopes": SCOPES, "pkce": "optional"}
    return lambda firm, **values: Program(app, register(firm, **(defaults | values)))


@pytest.fixture
def program(program_of, firm):
    """A confidential application of the firm."""
    return program_of(firm)


@pytest.fixture
def installed(program_of, firm):
    """A public application, such as an installed program."""
    return program_of(firm, public=True, redirect_uris=["com.example.app:/callback"])


@pytest.fixture
def user(firm):
    """An attorney of the firm."""
    return a_user(firm)


@pytest.fixture
def person(user, signed_in_as):
    """The attorney's browser."""
    return signed_in_as(user)


@pytest.fixture
def tokens(program, person):
    return program.tokens(person)


@pytest.fixture
def bearer(app):
    """Call the API with an access token: `bearer(text).get("/matters")`."""

    def calling(token):
        api = Bearer(app)
        api.token = token
        return api

    return calling
