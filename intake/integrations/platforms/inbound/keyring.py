"""The secrets with which the platforms sign: given by a handshake for each subscription, or entered by the firm.

The first secret that comes for a subscription is the one that counts, and only while the subscription is one of ours:
so nobody who merely knows the address can make us believe another one. A handshake may come before we are told the
subscription's number; its secret waits.
"""

from collections import defaultdict

from peewee import fn

from intake.core.clock import now
from intake.core.crypto import vault

from .models import InboundSecret, IntegrationSubscription
from .states import MOST_SECRETS, UNCLAIMED_FOR


def of(integrations):
    """The secrets that each of the connections may sign with, by its id."""
    known = {(subscription.integration_id, subscription.external_id)
             for subscription in IntegrationSubscription.of_connections(integrations)}
    secrets = defaultdict(list)
    for integration in integrations:
        if integration.webhook_secret:
            secrets[integration.id].append(vault.open_cached(integration.webhook_secret))
    for row in InboundSecret.of_connections(integrations):
        if not row.subscription_id or (row.integration_id, row.subscription_id) in known:
            secrets[row.integration_id].append(vault.open_cached(row.secret))
    return secrets


def keep(integration, subscription_id, secret):
    """The secret of a handshake is kept, sealed, if it is the first of its subscription.

    One that names no subscription is kept only while no secret is, since we last subscribed.
    """
    kept = InboundSecret.of_connections([integration]).count()
    if kept < (MOST_SECRETS if subscription_id else 1):
        InboundSecret.keep(integration, subscription_id=subscription_id or "", secret=vault.seal(secret))


def forget_unclaimed():
    """Secrets of subscriptions that are not ours are gone after a day."""
    claims = IntegrationSubscription.select().where(
        IntegrationSubscription.integration_id == InboundSecret.integration_id,
        IntegrationSubscription.external_id == InboundSecret.subscription_id)
    InboundSecret.delete().where(InboundSecret.created_at < now() - UNCLAIMED_FOR,
                                 InboundSecret.subscription_id != "", ~fn.EXISTS(claims)).execute()
