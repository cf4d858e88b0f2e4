"""Background jobs of connections; every job may run twice."""

import logging
from functools import partial

from intake.core.clock import now
from intake.core.db import db
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
    """Renew the subscriptions daily. Where one has ended, plan to subscribe again, once for each connection."""
    ending = [row.id for row in IntegrationSubscription.expiring_before(now() + RENEW_BEFORE)]
    ended: set[tuple[str, str]] = set()
    for_each_isolated(ending, partial(_renew, ended), "webhook subscription not renewed")
    with db.atomic():
        for firm_id, integration_id in ended:
            plan(firm_id, "subscribe", integration_id)


def purge_expired_states():
    """Delete OAuth states that were never used."""
    purge(IntegrationState, IntegrationState.expires_at, now())


def _renew(ended, subscription_id):
    subscription = IntegrationSubscription.for_job(subscription_id)
    connection = subscription and (subscription.firm_id, subscription.integration_id)
    if subscription and connection not in ended and not actions.renew_subscription(subscription):
        ended.add(connection)
