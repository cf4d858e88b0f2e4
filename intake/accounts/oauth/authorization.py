"""An authorization request, read and judged (RFC 6749, section 4.1.1; RFC 7636; RFC 9207)."""

import re
from dataclasses import dataclass

from intake.core.addresses import public_url

from .errors import InvalidRequest, UnsupportedResponseType, Untrusted
from .models import OauthClient
from .parameters import Parameters
from .redirect_uris import extended
from .scopes import asked

RESPONSE_MODES = ("query",)
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Origin:
    """Who asks, and where to answer them: an application that is known, at an address that it has registered."""

    client: OauthClient
    redirect_uri: str
    state: str | None

    def address(self, **answer):
        """Where the browser is sent with this answer, such as `code="…"`."""
        state = {"state": self.state} if self.state is not None else {}
        return extended(self.redirect_uri, answer | state | {"iss": issuer()})

    def refusal(self, error):
        """Where the browser is sent with this `OauthError`."""
        return self.address(error=error.code, error_description=error.description)


def origin(parameters):
    """Who asks. Raises `Untrusted` unless both the client and its redirect_uri are known."""
    try:
        client = OauthClient.known(parameters.get("client_id") or "")
        redirect_uri = parameters.get("redirect_uri")
    except InvalidRequest:
        raise Untrusted from None
    if client is None or client.firm.suspended_at or not client.returns_to(redirect_uri):
        raise Untrusted
    return Origin(client, redirect_uri, _state(parameters))


def read(query_string):
    """The parameters of an authorization request. Raises `Untrusted` if they cannot even be read."""
    try:
        return Parameters(query_string)
    except InvalidRequest:
        raise Untrusted from None


def wanted(parameters, client):
    """The scopes asked for, and the code challenge or None. Raises an `OauthError` to answer with."""
    parameters.refuse_repeated()
    parameters.get("state")
    if parameters.require("response_type") != "code":
        raise UnsupportedResponseType("response_type must be code.")
    if parameters.get("response_mode") not in (None, *RESPONSE_MODES):
        raise InvalidRequest(f"response_mode must be {' or '.join(RESPONSE_MODES)}.")
    scope = parameters.get("scope")
    return (list(client.scopes) if scope is None else asked(scope)), _challenge(parameters, client)


def issuer():
    """This authorization server's name (RFC 8414, section 2)."""
    return public_url("")


def _challenge(parameters, client):
    challenge, method = parameters.get("code_challenge"), parameters.get("code_challenge_method")
    if challenge is None:
        if client.public:
            raise InvalidRequest("code_challenge is missing; a public client needs PKCE.")
        if method is not None:
            raise InvalidRequest("code_challenge_method needs a code_challenge.")
        return None
    if method != "S256":
        raise InvalidRequest("code_challenge_method must be S256.")
    if not _CHALLENGE.fullmatch(challenge):
        raise InvalidRequest("code_challenge must be the SHA-256 of the verifier in base64url without padding.")
    return challenge


def _state(parameters):
    """The state to give back, None where it is not fit to be."""
    try:
        return parameters.get("state")
    except InvalidRequest:
        return None
