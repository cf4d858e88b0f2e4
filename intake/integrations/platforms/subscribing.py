"""Asking a platform to tell us of changes, and to go on doing so."""

from contextlib import suppress

from .inbound.models import InboundSecret, IntegrationSubscription
from .line import ConnectionLine
from .models import Integration
from .platform import NotFound
from .platforms import platform
from .sense import Sensible


def subscribe(integration):
    """The platform tells us of every kind of record it can, by subscriptions of which we hold the secrets.

    What was left from before is ended there first: its secret may be lost. Raises a `PlatformError`.
    """
    spoken_to, client = _reached(integration)
    for left in client.subscriptions(integration.webhook_url):
        _end(client, left.id)
    IntegrationSubscription.forget(integration)
    InboundSecret.forget(integration)
    for resource_type in spoken_to.subscribes:
        made = client.subscribe(integration.webhook_url, resource_type)
        IntegrationSubscription.create(firm_id=integration.firm_id, integration_id=integration.id,
                                       resource_type=resource_type, external_id=made.id, expires_at=made.expires_at)


def renew(subscription):
    """The subscription lives on; if it is gone there, says False. Raises a `PlatformError`."""
    _, client = _reached(Integration.fetch(subscription, subscription.integration_id))
    try:
        subscription.change(expires_at=client.renew(subscription.external_id))
    except NotFound:
        return False
    return True


def _reached(integration):
    spoken_to = platform(integration.platform)
    return spoken_to, Sensible(spoken_to.client(ConnectionLine(spoken_to, integration)))


def _end(client, subscription_id):
    with suppress(NotFound):
        client.unsubscribe(subscription_id)
