"""Background jobs of inbound events; every job may run twice."""

from datetime import timedelta

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.accounts.firms.states import PUT_OFF_FOR
from intake.core.clock import now
from intake.core.db import db
from intake.core.purging import purge
from intake.engine.tasks.actions import plan
from intake.gateways.platform_http import TokenRejected
from intake.integrations.connections.actions import deactivate
from intake.integrations.connections.models import InboundSecret, Integration
from intake.integrations.connections.transport import connection_client
from intake.integrations.platforms.registry import PLATFORMS

from . import actions
from .models import InboundEvent

_UNCLAIMED_SECRET_LIFETIME = timedelta(days=1)


def check_connection(integration_id):
    """Deactivate the connection if the platform rejects its token.

    Raises `PlatformUnavailable` to be tried again if the platform does not respond.
    """
    integration = Integration.for_job(integration_id)
    platform = current_app.extensions["platforms"].get(integration.platform) if integration else None
    if integration and platform and integration.is_active:
        try:
            connection_client(platform, integration).who_am_i()
        except TokenRejected:
            # unless the firm has connected again since
            deactivate(integration, Integration.connected_at == integration.connected_at)


def apply_inbound_event(event_id):
    """Apply the event, unless it was applied; postpone it while the firm is being closed, which may be cancelled.

    Raises `SyncInProgress` to be tried again.
    """
    event = InboundEvent.for_job(event_id)
    if event and event.processed_at is None and Firm.fetch(event.firm_id).leaving_since:
        with db.atomic():
            plan(event.firm_id, "apply_inbound_event", event.id, due_at=now() + PUT_OFF_FOR)
    elif event and event.processed_at is None:
        actions.apply_event(Integration.fetch(event, event.integration_id), PLATFORMS[event.platform], event)


def purge_old_inbound_events():
    """Delete events and refusals older than 180 days."""
    purge(InboundEvent, InboundEvent.created_at, now() - actions.RETENTION)


def purge_unclaimed_secrets():
    """Delete secrets of handshakes whose subscription was not ours after a day."""
    InboundSecret.purge_unclaimed(now() - _UNCLAIMED_SECRET_LIFETIME)
