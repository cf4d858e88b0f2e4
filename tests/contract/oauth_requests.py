"""OAuth 2.0 for a `SampleFirm`: a successful request for each of its calls, and access tokens of members."""

from itertools import count
from urllib.parse import urlencode

from intake.accounts.oauth.actions import issue_code, register
from intake.accounts.oauth.models import Consent
from intake.accounts.oauth.token_requests import redeem_code
from intake.accounts.permissions.scopes import SCOPES
from tests.builders import a_user

CALLBACK = "https://app.example.com/callback"
_number = count(1)


def authorize(sample):
    """Open the authorization page in the browser of a user who is not signed in."""
    query = {"client_id": _client(sample).id, "redirect_uri": CALLBACK, "response_type": "code", "state": "xyz",
             "scope": "matters:read clients:read", "code_challenge": "x" * 43, "code_challenge_method": "S256"}
    return sample.call("GET", f"/oauth/authorize?{urlencode(query)}", key=None)


def token(sample):
    """Exchange a code for tokens."""
    client = _client(sample)
    return _form(sample, "/oauth/token", client, grant_type="authorization_code", redirect_uri=CALLBACK,
                 code=_code(client, _person(sample)))


def revoke(sample):
    """Revoke a token."""
    return _form(sample, "/oauth/revoke", _client(sample), token="nonsense")


REQUESTS = {"GET /oauth/authorize": authorize, "POST /oauth/token": token, "POST /oauth/revoke": revoke}


def access_token(sample, role="admin"):
    """Return an access token with all scopes for a new member of the firm with this role."""
    client = _client(sample)
    return redeem_code(client, _code(client, _person(sample, role)), CALLBACK, None)["access_token"]


def a_consent(sample):
    """Return the id of the consent that a new member of the firm gave to an application."""
    client = _client(sample)
    user = _person(sample)
    _code(client, user)
    consent = Consent.given(user, client.id).get()
    if sample.full:
        consent.change(last_used_at=consent.created_at)
    return consent.id


def _person(sample, role="attorney"):
    user = a_user(sample.firm, role)
    if sample.full:
        user.change(first_name="Maya", last_name="Okafor")
    return user


def _client(sample):
    return register(sample.firm, f"Case Manager {next(_number)}", [CALLBACK], SCOPES)


def _code(client, user):
    return issue_code(user, client, list(SCOPES), CALLBACK, None)


def _form(sample, path, client, **form):
    credentials = {"client_id": client.id, "client_secret": client.client_secret}
    return sample.call("POST", path, key=None, data=urlencode(form | credentials),
                      content_type="application/x-www-form-urlencoded")
