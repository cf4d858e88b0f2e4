"""Which connection a call comes from, proven by its signature (decisions.md 9).

1. The token in the registered address names the connection; one that names none is refused.
2. Without a token the subscription of the call does.
3. Else it is the one active connection whose secret verifies the signature.
"""

from intake.core.clock import now
from intake.integrations.platforms.models import Integration

from . import keyring
from .models import IntegrationSubscription
from .states import UNKNOWN_CONNECTION, WRONG_SIGNATURE


class UnverifiedSender(Exception):
    """Nobody we know sent this; `integration` is whom it claimed to come from, None if nobody."""

    def __init__(self, reason, integration=None):
        super().__init__(reason)
        self.reason, self.integration = reason, integration


def named(dialect, token, call):
    """The connections that the call may come from: those that it names, else all that are active."""
    if token:
        found = Integration.by_inbound_token(dialect.segment, token)
        return [found] if found and found.is_active else []
    subscription_id = dialect.subscription_id(call)
    active = Integration.active_on(dialect.segment)
    by_subscription = subscription_id and [
        *active.where(Integration.id.in_(IntegrationSubscription.holders(subscription_id)))]
    return by_subscription or [*active]


def authenticate(dialect, token, call):
    """The active connection that surely sent the call. Raises `Stranger`."""
    candidates = named(dialect, token, call)
    if not candidates:
        raise UnverifiedSender(UNKNOWN_CONNECTION)
    moment, secrets = now(), keyring.of(candidates)
    verified = [integration for integration in candidates
                if any(dialect.is_signed(secret, call, moment) for secret in secrets[integration.id])]
    if len(verified) != 1:
        raise UnverifiedSender(WRONG_SIGNATURE, candidates[0] if len(candidates) == 1 else None)
    return verified[0]
