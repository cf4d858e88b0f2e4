"""An application proves who it is (RFC 6749, section 2.3)."""

import base64
import re
from urllib.parse import unquote_plus

from flask import request

from intake.core.errors import RateLimitExceeded
from intake.core.logging import context
from intake.core.rate_limits import count_failed_authentication

from .errors import InvalidClient, InvalidRequest, UnauthorizedClient
from .models import OauthClient

_BASIC = re.compile(r"basic +([A-Za-z0-9+/]+=*) *", re.IGNORECASE)


def authenticated(parameters):
    """The application that sent this form, with its firm.

    Raises `InvalidClient`, `InvalidRequest`, `UnauthorizedClient`. Too many failures from one address are answered with
    429 (decisions.md 3).
    """
    try:
        client = _proved(*_credentials(parameters))
    except InvalidClient as error:
        raise _counted(error) from None
    context.set(context.get() | {"firm_id": client.firm_id, "caller": client.id})
    if client.firm.suspended_at:
        raise UnauthorizedClient("The firm's account is suspended.")
    return client


def _credentials(parameters):
    """The name and the secret, or None for either, from the header or from the form."""
    named, secret = parameters.get("client_id"), parameters.get("client_secret")
    header = request.headers.get("Authorization")
    if header is None:
        return named, secret
    if secret is not None:
        raise InvalidRequest("Use either the header Authorization or client_secret, not both.")
    in_header = _from_basic(header)
    if named not in (None, in_header[0]):
        raise InvalidRequest("client_id is another one than that of the header Authorization.")
    return in_header


def _from_basic(header):
    encoded = _BASIC.fullmatch(header)
    try:
        name, colon, secret = base64.b64decode(encoded[1], validate=True).decode().partition(":")
    except (TypeError, ValueError):
        raise InvalidClient("The header Authorization holds no Basic credentials.") from None
    if not colon:
        raise InvalidClient("The header Authorization holds no Basic credentials.")
    return unquote_plus(name), unquote_plus(secret) or None


def _proved(name, secret):
    if not name:
        raise InvalidClient("The client names itself neither in client_id nor in the header Authorization.")
    client = OauthClient.known(name)
    if client is None or (secret is None) != client.public or not (client.public or client.is_proved_by(secret)):
        raise InvalidClient("The client is not known, or its secret is not the right one.")
    return client


def _counted(error):
    """The error, or the same with status 429 where there were too many."""
    try:
        count_failed_authentication()
    except RateLimitExceeded as limit:
        error.status, error.headers = limit.status, limit.headers
    return error
