"""Background jobs of connections; every job may run twice."""

import logging

from intake.core.clock import now
from intake.core.purging import purge
from intake.engine.tasks.actions import plan
from intake.engine.tasks.isolation import for_each_isolated
from intake.gateways.platform_http import PermissionDenied, RequestRejected, TokenRejected

from . import actions
from .models import Integration, IntegrationState, IntegrationSubscription
from .states import RENEW_BEFORE

_log = logging.getLogger(__name__)


def subscribe(integration_id):
    """Subscribe to the platform's events; log a refusal. Raises `PlatformUnavailable` to be tried again."""
    integration = Integration.for_job(integration_id)
    if integration and integration.is_active:
        try:
            actions.subscribe(integration)
        except (TokenRejected, PermissionDenied, RequestRejected) as refusal:
            _log.warning("webhook subscription refused by platform", extra={
                "integration_id": integration.id, "refusal": type(refusal).__name__})


def renew_subscriptions():
    """Renew the subscriptions that expire within a week."""
    ending = [row.id for row in IntegrationSubscription.expiring_before(now() + RENEW_BEFORE)]
    for_each_isolated(ending, _renew, "webhook subscription not renewed")


def purge_expired_states():
    """Delete OAuth states that were never used."""
    purge(IntegrationState, IntegrationState.expires_at, now())


def _renew(subscription_id):
    subscription = IntegrationSubscription.for_job(subscription_id)
    if subscription and not actions.renew_subscription(subscription):
        plan(subscription.firm_id, "subscribe", subscription.integration_id)
