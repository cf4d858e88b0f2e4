"""How a platform's client speaks: with a token that holds, to the platform alone, and only while it is our turn."""

import time

from .platform import Forbidden, NotFound, PlatformUnavailable, Rejected, Transport, Unauthorized
from .tokens import access_token, another

_WORD_SECONDS = 10
"""How often a run says that it lives while a file is sent."""

_SLOWEST_BYTES_A_SECOND = 50_000
_HANDSHAKES_SECONDS = 60


class TurnLost(Exception):
    """Another run has begun in our place, because we were silent for too long: nothing more may be done."""


class TokenLine(Transport):
    """Speaks with one token, as it is."""

    def __init__(self, platform, token):
        self._platform, self._token = platform, token

    def request(self, method, path, *, query=None, json=None):
        return self._send(self._token, method, path, query, json)

    def put(self, url, headers, pieces, size):
        patience = _HANDSHAKES_SECONDS + size / _SLOWEST_BYTES_A_SECOND
        try:
            self._platform.web.put(url, headers, pieces, size, patience)
        except (Unauthorized, Forbidden, NotFound, Rejected) as refusal:
            # It is the storage that speaks here, of an address that is too old; the next run gets a new one.
            raise PlatformUnavailable(f"The platform's storage refused the file ({refusal.detail}).") from None

    def _send(self, token, method, path, query, json):
        api_url = self._platform.account.api_url.rstrip("/")
        url = path if path.startswith(f"{api_url}/") else api_url + path
        if url != path and not path.startswith("/"):  # the token is for nobody else
            raise PlatformUnavailable("The platform named an address that is not its own.")
        return self._platform.web.request(method, url, query=query, json=json, token=token).json


class ConnectionLine(TokenLine):
    """Speaks for a connection: refreshes its token when needed. `still_ours` is called before anything is sent."""

    def __init__(self, platform, integration, still_ours=lambda: None):
        super().__init__(platform, None)
        self._integration, self._still_ours = integration, still_ours

    def request(self, method, path, *, query=None, json=None):
        self._still_ours()
        token = access_token(self._platform, self._integration)
        try:
            return self._send(token, method, path, query, json)
        except Unauthorized:
            return self._send(another(self._platform, self._integration, token), method, path, query, json)

    def put(self, url, headers, pieces, size):
        self._still_ours()
        super().put(url, headers, self._watched(pieces), size)

    def _watched(self, pieces):
        said = time.monotonic()
        for piece in pieces:
            if time.monotonic() - said > _WORD_SECONDS:
                self._still_ours()
                said = time.monotonic()
            yield piece
