"""Requests to a platform's API with a valid token. Tokens are sealed at rest and refreshed by only one worker.

1. A token is refreshed five minutes before it expires, and once when the platform refuses it earlier.
2. Before refreshing, a worker claims the row for as long as the request may take; others wait for the new token.
3. The new tokens are written only while the claim holds: disconnecting or connecting again ends it. Comparing the
   sealed token would not do, because resealing it with another key changes it.
"""

import time
from datetime import timedelta

from intake.core.clock import now
from intake.core.crypto import vault
from intake.gateways import platform_http
from intake.integrations.platforms.contract import Transport

from .models import Integration
from .states import REFRESH_BEFORE

_CLAIM = timedelta(seconds=platform_http.TIMEOUT_SECONDS + 10)
_POLL_SECONDS = 0.1
_CHECK_SECONDS = 10
"""How often `before_send` is called during an upload."""
_MIN_BYTES_PER_SECOND = 50_000
_HANDSHAKE_SECONDS = 60


def sealed_columns(tokens):
    """Return the columns that hold these tokens; without a new refresh token the old one is kept."""
    expires_at = now() + timedelta(seconds=tokens.expires_in) if tokens.expires_in else None
    columns = {"access_token": vault.seal(tokens.access_token), "token_expires_at": expires_at}
    if tokens.refresh_token:
        columns["refresh_token"] = vault.seal(tokens.refresh_token)
    return columns


def access_token(platform, integration):
    """Return a token that is valid for at least five minutes. Raises a `PlatformError`."""
    current = _current(integration)
    token = vault.open(current.access_token)
    if current.token_expires_at and current.token_expires_at < now() + REFRESH_BEFORE:
        return refreshed_token(platform, current, token)
    return token


def refreshed_token(platform, integration, stale):
    """Return a token other than the stale one; refresh it unless another worker does.

    Raises `TokenRejected` if it cannot be refreshed.
    """
    while True:
        current = _current(integration)
        token = vault.open(current.access_token)
        if token != stale:
            return token
        if not current.refresh_token:
            raise platform_http.TokenRejected("The token is not accepted and cannot be refreshed.")
        if current.claim_refresh(_CLAIM):
            return _refresh(platform, current)
        time.sleep(_POLL_SECONDS)


def _refresh(platform, integration):
    claimed = Integration.refreshing_until == integration.refreshing_until
    try:
        tokens = platform.refresh(vault.open(integration.refresh_token))
    except (platform_http.RequestRejected, platform_http.TokenRejected, platform_http.PermissionDenied) as refusal:
        raise platform_http.TokenRejected(refusal.detail) from None
    except platform_http.RecordGone as answer:  # means the token address; the requested record still exists
        raise platform_http.PlatformUnavailable(answer.detail) from None
    else:
        if integration.change(claimed, **sealed_columns(tokens)):
            return tokens.access_token
        return vault.open(_current(integration).access_token)
    finally:
        integration.change(claimed, refreshing_until=None)


def _current(integration):
    """Return the connection's current state. Raises `TokenRejected` if it is not active."""
    current = Integration.fetch(integration, integration.id)
    if not (current.is_active and current.access_token):
        raise platform_http.TokenRejected("The firm is not connected.")
    return current


class TokenTransport(Transport):
    """Sends requests with a fixed token."""

    def __init__(self, platform, token):
        self._platform, self._token = platform, token

    def request(self, method, path, *, query=None, json=None):
        return self._send(self._token, method, path, query, json)

    def put(self, url, headers, pieces, size):
        timeout = _HANDSHAKE_SECONDS + size / _MIN_BYTES_PER_SECOND
        try:
            self._platform.http.put(url, headers, pieces, size, timeout)
        except (platform_http.PlatformUnavailable, platform_http.RateLimited):
            raise
        except platform_http.PlatformError as refusal:
            # The upload address has expired; the next run gets a new one.
            detail = f"The platform's storage refused the file ({refusal.detail})."
            raise platform_http.PlatformUnavailable(detail) from None

    def _send(self, token, method, path, query, json):
        api_url = self._platform.oauth.api_url.rstrip("/")
        url = path if path.startswith(f"{api_url}/") else api_url + path
        if url != path and not path.startswith("/"):  # the token must not be sent to another host
            raise platform_http.PlatformUnavailable("The platform named an address that is not its own.")
        return self._platform.http.request(method, url, query=query, json=json, token=token).json


class ConnectionTransport(TokenTransport):
    """Sends requests for a connection and refreshes its token when needed; calls `before_send` before each."""

    def __init__(self, platform, integration, before_send=lambda: None):
        super().__init__(platform, None)
        self._integration, self._before_send = integration, before_send

    def request(self, method, path, *, query=None, json=None):
        self._before_send()
        try:
            token = access_token(self._platform, self._integration)
            try:
                return self._send(token, method, path, query, json)
            except platform_http.TokenRejected:
                return self._send(refreshed_token(self._platform, self._integration, token), method, path, query, json)
        except platform_http.TokenRejected:
            self._integration.mark_revoked()
            raise

    def put(self, url, headers, pieces, size):
        self._before_send()
        super().put(url, headers, self._with_checks(pieces), size)

    def _with_checks(self, pieces):
        checked_at = time.monotonic()
        for piece in pieces:
            if time.monotonic() - checked_at > _CHECK_SECONDS:
                self._before_send()
                checked_at = time.monotonic()
            yield piece


def connection_client(platform, integration):
    """Return the API client of the connection, outside of a run."""
    return platform.client(ConnectionTransport(platform, integration))
