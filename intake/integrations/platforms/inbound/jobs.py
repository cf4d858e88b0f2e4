"""What the worker does about what the platforms tell us."""

from flask import current_app

from intake.core.clock import now
from intake.integrations.platforms.actions import deactivate
from intake.integrations.platforms.line import ConnectionLine
from intake.integrations.platforms.models import Integration
from intake.integrations.platforms.platform import Unauthorized
from intake.integrations.platforms.sense import Sensible

from . import actions, keyring
from .dialects import DIALECTS
from .models import InboundEvent
from .states import KEPT_FOR

_BITE = 1000


def check_connection(integration_id):
    """The connection has ended if the platform does not accept it any more.

    Raises what the platform raises when it is away: then it is asked again.
    """
    integration = Integration.for_job(integration_id)
    platform = integration and current_app.extensions["platforms"].get(integration.platform)
    if platform and integration.is_active:
        try:
            Sensible(platform.client(ConnectionLine(platform, integration))).who_am_i()
        except Unauthorized:
            # Unless the firm has connected anew since.
            deactivate(integration, Integration.connected_at == integration.connected_at)


def apply_inbound_event(event_id):
    """What the event says of a linked matter is so. Raises what makes the worker come back while a sync is at work."""
    event = InboundEvent.for_job(event_id)
    if event and event.processed_at is None:
        actions.apply_event(Integration.fetch(event, event.integration_id), DIALECTS[event.platform], event)


def forget_old_inbound_events():
    """Events and refusals that came more than 180 days ago are gone; in small bites, so that nothing waits."""
    old = InboundEvent.kept_before(now() - KEPT_FOR).limit(_BITE)
    while InboundEvent.delete().where(InboundEvent.id.in_(old)).execute() == _BITE:
        pass


def forget_unclaimed_secrets():
    """Secrets of handshakes for subscriptions that did not become ours are gone."""
    keyring.forget_unclaimed()
