"""Parse and check an authorization request (RFC 6749, section 4.1.1; RFC 7636; RFC 9207)."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from intake.core.addresses import public_url

from .errors import InvalidOauthRequest, OauthError, UnsupportedResponseType, UntrustedRequest
from .models import OauthClient
from .parameters import Parameters, parse_scope

RESPONSE_MODES = ("query",)
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class RequestingClient:
    """The application that sent the request, and its registered redirect_uri for the answer."""

    client: OauthClient
    redirect_uri: str
    state: str | None

    def answer_url(self, **answer: str) -> str:
        """Return where to redirect the browser with this answer, such as `code="…"`."""
        state = {"state": self.state} if self.state is not None else {}
        query = urlencode(answer | state | {"iss": issuer()})
        return f"{self.redirect_uri}{'&' if '?' in self.redirect_uri else '?'}{query}"

    def error_url(self, error: OauthError) -> str:
        """Return where to redirect the browser with this error."""
        return self.answer_url(error=error.code, error_description=error.description)


def requesting_client(parameters: Parameters) -> RequestingClient:
    """Return who sent the request.

    Raises `UntrustedRequest` unless client_id and redirect_uri are registered; `InvalidOauthRequest` if repeated.
    """
    client, redirect_uri = OauthClient.by_client_id(parameters.get("client_id") or ""), parameters.get("redirect_uri")
    if client is None or client.firm.suspended_at or not (redirect_uri and client.allows_redirect_to(redirect_uri)):
        raise UntrustedRequest
    return RequestingClient(client, redirect_uri, _state(parameters))


def parse_request(parameters: Parameters, client: OauthClient) -> tuple[list[str], str | None]:
    """Return the requested scopes, and the code challenge or None. Raises an `OauthError` to answer with."""
    parameters.refuse_repeated()
    parameters.get("state")
    if parameters.require("response_type") != "code":
        raise UnsupportedResponseType("response_type must be code.")
    if parameters.get("response_mode") not in (None, *RESPONSE_MODES):
        raise InvalidOauthRequest(f"response_mode must be {' or '.join(RESPONSE_MODES)}.")
    scope = parameters.get("scope")
    return (list(client.scopes) if scope is None else parse_scope(scope)), _challenge(parameters, client)


def issuer() -> str:
    """Return the identifier of this authorization server (RFC 8414, section 2)."""
    return public_url("")


def _challenge(parameters: Parameters, client: OauthClient) -> str | None:
    challenge, method = parameters.get("code_challenge"), parameters.get("code_challenge_method")
    if challenge is None:
        if client.needs_pkce:
            raise InvalidOauthRequest("code_challenge is missing; this client needs PKCE.")
        if method is not None:
            raise InvalidOauthRequest("code_challenge_method needs a code_challenge.")
        return None
    if method != "S256":
        raise InvalidOauthRequest("code_challenge_method must be S256.")
    if not _CHALLENGE.fullmatch(challenge):
        raise InvalidOauthRequest("code_challenge must be the SHA-256 of the verifier in base64url without padding.")
    return challenge


def _state(parameters: Parameters) -> str | None:
    """Return the state for the answer; None if it is repeated or not printable."""
    try:
        return parameters.get("state")
    except InvalidOauthRequest:
        return None
