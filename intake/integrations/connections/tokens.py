"""The tokens of a connection: sealed at rest, refreshed in time, and by one worker only.

1. A token is refreshed five minutes before it expires, and once when the platform refuses it earlier.
2. A worker claims the row before it refreshes, for as long as the request may take; others wait for the new token.
3. The new tokens are written only while the claim holds: disconnecting or connecting again ends it. A comparison of the
   sealed token would not do, because sealing it again with another key changes it.
"""

import time
from datetime import timedelta

from intake.core.clock import now
from intake.core.crypto import vault
from intake.gateways.platform_http import TIMEOUT_SECONDS, PermissionDenied, RequestRejected, TokenRejected

from .models import Integration
from .states import REFRESH_BEFORE

_CLAIM = timedelta(seconds=TIMEOUT_SECONDS + 10)
_POLL_SECONDS = 0.1


def sealed_columns(tokens):
    """Return the columns that hold these tokens; without a new refresh token the old one is left as it is."""
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
            raise TokenRejected("The token is not accepted and cannot be refreshed.")
        free = Integration.refreshing_until.is_null() | (Integration.refreshing_until < now())
        if current.change(free, Integration.access_token == current.access_token, refreshing_until=now() + _CLAIM):
            return _refresh(platform, current)
        time.sleep(_POLL_SECONDS)


def _refresh(platform, integration):
    claimed = Integration.refreshing_until == integration.refreshing_until
    try:
        tokens = platform.refresh(vault.open(integration.refresh_token))
    except (RequestRejected, TokenRejected, PermissionDenied) as refusal:
        raise TokenRejected(refusal.detail) from None
    else:
        if integration.change(claimed, **sealed_columns(tokens)):
            return tokens.access_token
        return vault.open(_current(integration).access_token)
    finally:
        integration.change(claimed, refreshing_until=None)


def _current(integration):
    """The connection as it is now. Raises `TokenRejected` if it is not active."""
    current = Integration.fetch(integration, integration.id)
    if not (current.is_active and current.access_token):
        raise TokenRejected("The firm is not connected.")
    return current
