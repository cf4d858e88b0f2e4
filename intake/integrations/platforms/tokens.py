"""The tokens of a connection: sealed, refreshed in time, and by one worker only.

1. A token is refreshed five minutes before it expires, and once when the platform refuses it earlier.
2. Whoever refreshes claims the row first, for as long as a request may take; others wait for the token that comes.
3. What came is written only where the claim still stands: who disconnected or connected anew meanwhile has ended it.
   The sealed token would not do to tell, for it looks different as soon as it was sealed with another key.
"""

import time
from datetime import timedelta

from intake.core.clock import now
from intake.core.crypto import vault
from intake.gateways.platforms import PATIENCE_SECONDS

from .models import Integration
from .platform import Forbidden, Rejected, Unauthorized
from .states import REFRESH_BEFORE

_CLAIM = timedelta(seconds=PATIENCE_SECONDS + 10)
_LOOK_AGAIN_SECONDS = 0.1


def sealed(tokens):
    """The columns of a connection that hold these tokens; without a new refresh token the old one stays."""
    expires_at = now() + timedelta(seconds=tokens.expires_in) if tokens.expires_in else None
    columns = {"access_token": vault.seal(tokens.access_token), "token_expires_at": expires_at}
    if tokens.refresh_token:
        columns["refresh_token"] = vault.seal(tokens.refresh_token)
    return columns


def access_token(platform, integration):
    """A token that is good for five minutes at least. Raises a `PlatformError`."""
    current = _current(integration)
    if current.token_expires_at and current.token_expires_at < now() + REFRESH_BEFORE:
        return another(platform, current, vault.open(current.access_token))
    return vault.open(current.access_token)


def another(platform, integration, stale):
    """Another token than the stale one, made by whoever is first. Raises `Unauthorized` if there is none to be had."""
    while True:
        current = _current(integration)
        token = vault.open(current.access_token)
        if token != stale:
            return token
        if not current.refresh_token:
            raise Unauthorized("The token is not accepted and cannot be refreshed.")
        free = Integration.refreshing_until.is_null() | (Integration.refreshing_until < now())
        if current.change(free, Integration.access_token == current.access_token, refreshing_until=now() + _CLAIM):
            return _refreshed(platform, current)
        time.sleep(_LOOK_AGAIN_SECONDS)


def _refreshed(platform, integration):
    claimed = Integration.refreshing_until == integration.refreshing_until
    try:
        tokens = platform.refresh(vault.open(integration.refresh_token))
    except (Rejected, Unauthorized, Forbidden) as refusal:
        raise Unauthorized(refusal.detail) from None
    else:
        if integration.change(claimed, **sealed(tokens)):
            return tokens.access_token
        return vault.open(_current(integration).access_token)
    finally:
        integration.change(claimed, refreshing_until=None)


def _current(integration):
    """The connection as it is now. Raises `Unauthorized` if it is not active."""
    current = Integration.fetch(integration, integration.id)
    if not (current.is_active and current.access_token):
        raise Unauthorized("The firm is not connected.")
    return current
