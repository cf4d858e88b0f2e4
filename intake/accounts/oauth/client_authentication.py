"""Authenticate the application that sends a token request (RFC 6749, section 2.3)."""

import base64
import re
from urllib.parse import unquote_plus

from flask import request

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import APPLICATION
from intake.core.errors import RateLimitExceeded
from intake.core.logging import context
from intake.core.rate_limiter import count_failed_authentication

from .errors import InvalidClient, InvalidOauthRequest, UnauthorizedClient
from .models import OauthClient
from .parameters import Parameters

_BASIC = re.compile(r"basic +([A-Za-z0-9+/]+=*) *", re.IGNORECASE)


def authenticate_client(parameters: Parameters) -> OauthClient:
    """Return the application that sent this form, with its `firm`.

    Raises `InvalidClient`, with status 429 after too many failures from one address; `InvalidOauthRequest`;
    `UnauthorizedClient`.
    """
    try:
        client = _verify(*_credentials(parameters))
    except InvalidClient as error:
        try:
            count_failed_authentication()
        except RateLimitExceeded as limit:
            error.status, error.headers = limit.status, limit.headers
        raise error from None
    context.set(context.get() | {"firm_id": client.firm_id, "caller": client.id})
    act_as(APPLICATION, client.id)
    if client.firm.suspended_at:
        raise UnauthorizedClient("The firm's account is suspended.")
    return client


def _credentials(parameters: Parameters) -> tuple[str | None, str | None]:
    """Return client_id and client_secret from the header or the form; None for what is missing."""
    client_id, secret = parameters.get("client_id"), parameters.get("client_secret")
    header = request.headers.get("Authorization")
    if header is None:
        return client_id, secret
    if secret is not None:
        raise InvalidOauthRequest("Use either the header Authorization or client_secret, not both.")
    in_header = _from_basic(header)
    if client_id not in (None, in_header[0]):
        raise InvalidOauthRequest("client_id is another one than that of the header Authorization.")
    return in_header


def _from_basic(header: str) -> tuple[str, str | None]:
    encoded = _BASIC.fullmatch(header)
    try:
        text = base64.b64decode(encoded[1], validate=True).decode() if encoded else ""
    except ValueError:
        text = ""
    client_id, colon, secret = text.partition(":")
    if not colon:
        raise InvalidClient("The header Authorization holds no Basic credentials.")
    return unquote_plus(client_id), unquote_plus(secret) or None


def _verify(client_id: str | None, secret: str | None) -> OauthClient:
    if not client_id:
        raise InvalidClient("The client names itself neither in client_id nor in the header Authorization.")
    client = OauthClient.by_client_id(client_id)
    if client is None or client.public != (secret is None) or not (secret is None or client.has_secret(secret)):
        raise InvalidClient("The client is not known, or its secret is not the right one.")
    return client
