"""The connection that a call comes from, verified by its signature.

1. The token in the webhook address names the connection; an unknown token is refused.
2. Without a token, the subscription named in the call identifies it.
3. Otherwise it is the one active connection whose secret verifies the signature.

Secrets come from a handshake for each subscription, or are entered by the firm. Only the first secret of a subscription
counts, and only while the subscription is ours, so knowing the address does not suffice to replace it. A handshake may
arrive before the subscription's id is known here; its secret is stored until then.
"""

from collections import defaultdict
from contextlib import suppress
from itertools import chain

from intake.core.clock import machine_now
from intake.core.crypto import vault
from intake.core.errors import KeyMissing
from intake.integrations.connections.models import InboundSecret, Integration, IntegrationSubscription

MAX_SECRETS = 20
"""How many subscriptions of one connection may have stored secrets."""

_UNKNOWN_CONNECTION = "The address names no connection that is active."
_WRONG_SIGNATURE = "The signature does not fit, or is too old."


class UnverifiedSender(Exception):
    """The sender could not be verified; `integration` is the connection that it claimed to be, or None."""

    def __init__(self, reason, integration=None):
        super().__init__(reason)
        self.reason, self.integration = reason, integration


def authenticate(platform, token, call):
    """Return the active connection that sent the call.

    Raises `UnverifiedSender`, or `KeyMissing` if a candidate's secret cannot be opened.
    """
    candidates = candidate_connections(platform, token, call)
    if not candidates:
        raise UnverifiedSender(_UNKNOWN_CONNECTION)
    moment, secrets = machine_now(), signing_secrets(candidates)

    def has_signed(integration):
        known = filter(None, secrets[integration.id])
        return any(platform.webhooks.is_signed(secret, call, moment) for secret in known)

    verified = list(filter(has_signed, candidates))
    if not verified and None in chain.from_iterable(secrets.values()):
        raise KeyMissing
    if len(verified) != 1:
        raise UnverifiedSender(_WRONG_SIGNATURE, candidates[0] if len(candidates) == 1 else None)
    return verified[0]


def candidate_connections(platform, token, call):
    """Return the active connections that the call names, else all active ones of the platform."""
    active = Integration.active_on(platform.segment, token)
    subscription_id = None if token else platform.webhooks.subscription_id(call)
    subscribed = IntegrationSubscription.select(IntegrationSubscription.integration_id).where(
        IntegrationSubscription.external_id == subscription_id)
    return (subscription_id and [*active.where(Integration.id.in_(subscribed))]) or [*active]


def signing_secrets(integrations):
    """Return {connection id: secrets} with which calls may be signed; a secret whose key is missing is None."""
    subscribed = {(subscription.integration_id, subscription.external_id)
                  for subscription in IntegrationSubscription.of_connections(integrations)}
    secrets = defaultdict(list)
    for integration in integrations:
        if integration.webhook_secret:
            secrets[integration.id].append(_opened(integration.webhook_secret))
    for row in InboundSecret.of_connections(integrations):
        if not row.subscription_id or (row.integration_id, row.subscription_id) in subscribed:
            secrets[row.integration_id].append(_opened(row.secret))
    return secrets


def _opened(sealed):
    with suppress(KeyMissing):
        return vault.open_cached(sealed)
    return None


def store_secret(integration, subscription_id, secret):
    """Store the secret of a handshake, sealed, if it is the first of its subscription.

    A secret without a subscription is stored only if there is none since Intake last subscribed.
    """
    stored = InboundSecret.of_connection(integration).count()
    if stored < (MAX_SECRETS if subscription_id else 1):
        InboundSecret.add(integration, subscription_id=subscription_id or "", secret=vault.seal(secret))
