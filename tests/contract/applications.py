"""What an application sends: for every call of OAuth 2.0 a request that succeeds, and tokens of people of a world."""

from itertools import count
from urllib.parse import urlencode

from intake.accounts.oauth.actions import register
from intake.accounts.oauth.consent import issue_code
from intake.accounts.oauth.models import Consent
from intake.accounts.oauth.token_requests import redeem_code
from intake.accounts.permissions.scopes import SCOPES
from tests.builders import a_user

CALLBACK = "https://app.example.com/callback"
_number = count(1)


def authorize(world):
    """A browser is sent here to somebody who is not signed in yet."""
    asked = {"client_id": _client(world).id, "redirect_uri": CALLBACK, "response_type": "code", "state": "xyz",
             "scope": "matters:read clients:read"}
    return world.call("GET", f"/oauth/authorize?{urlencode(asked)}", key=None)


def token(world):
    """A code is turned into tokens."""
    client = _client(world)
    return _form(world, "/oauth/token", client, grant_type="authorization_code", redirect_uri=CALLBACK,
                 code=_code(client, _person(world)))


def revoke(world):
    """A token is given back."""
    return _form(world, "/oauth/revoke", _client(world), token="nonsense")


SENT = {"GET /oauth/authorize": authorize, "POST /oauth/token": token, "POST /oauth/revoke": revoke}


def access_token(world, role="admin"):
    """An access token for a new member of the firm with this role, and all scopes that a token can have."""
    client = _client(world)
    return redeem_code(client, _code(client, _person(world, role)), CALLBACK, None)["access_token"]


def a_consent(world):
    """The id of what a new member of the firm let an application do."""
    client = _client(world)
    user = _person(world)
    _code(client, user)
    consent = Consent.given(user, client.id).get()
    if world.full:
        consent.change(last_used_at=consent.created_at)
    return consent.id


def _person(world, role="attorney"):
    user = a_user(world.firm, role)
    if world.full:
        user.change(first_name="Maya", last_name="Okafor")
    return user


def _client(world):
    return register(world.firm, f"Case Manager {next(_number)}", [CALLBACK], SCOPES)


def _code(client, user):
    return issue_code(user, client, list(SCOPES), CALLBACK, None)


def _form(world, path, client, **form):
    proof = {"client_id": client.id, "client_secret": client.client_secret}
    return world.call("POST", path, key=None, data=urlencode(form | proof),
                      content_type="application/x-www-form-urlencoded")
