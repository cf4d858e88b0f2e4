"""The transports of a platform's client: with a valid token, to the platform's own address only."""

import time

from intake.gateways.platform_http import (
    PermissionDenied,
    PlatformUnavailable,
    RecordGone,
    RequestRejected,
    TokenRejected,
)
from intake.integrations.platforms.contract import Transport

from .tokens import access_token, refreshed_token

_CHECK_SECONDS = 10
"""How often `before_send` is called during an upload."""
_MIN_BYTES_PER_SECOND = 50_000
_HANDSHAKE_SECONDS = 60


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
        except (TokenRejected, PermissionDenied, RecordGone, RequestRejected) as refusal:
            # The upload address has expired; the next run gets a new one.
            raise PlatformUnavailable(f"The platform's storage refused the file ({refusal.detail}).") from None

    def _send(self, token, method, path, query, json):
        api_url = self._platform.oauth.api_url.rstrip("/")
        url = path if path.startswith(f"{api_url}/") else api_url + path
        if url != path and not path.startswith("/"):  # the token must not be sent to another host
            raise PlatformUnavailable("The platform named an address that is not its own.")
        return self._platform.http.request(method, url, query=query, json=json, token=token).json


class ConnectionTransport(TokenTransport):
    """Sends requests for a connection and refreshes its token when needed; calls `before_send` before each."""

    def __init__(self, platform, integration, before_send=lambda: None):
        super().__init__(platform, None)
        self._integration, self._before_send = integration, before_send

    def request(self, method, path, *, query=None, json=None):
        self._before_send()
        token = access_token(self._platform, self._integration)
        try:
            return self._send(token, method, path, query, json)
        except TokenRejected:
            return self._send(refreshed_token(self._platform, self._integration, token), method, path, query, json)

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
