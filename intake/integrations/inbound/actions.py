"""Receiving and applying inbound events."""

import hashlib
from datetime import timedelta

from werkzeug.datastructures import Headers

from intake.cases.matters import actions as matters
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.clock_difference import is_clock_right
from intake.core.db import db
from intake.core.errors import ApiError
from intake.engine.tasks.actions import plan
from intake.integrations.connections.models import Integration, IntegrationSubscription
from intake.integrations.connections.states import SYNCING
from intake.integrations.platforms.data_types import InboundCall
from intake.integrations.sync.models import IntegrationLink, SyncLog

from .models import InboundEvent

RETENTION = timedelta(days=180)
"""How long the audit log keeps an event. Older events are not applied: whether they arrived before is unknown."""

_CHECK_INTERVAL = timedelta(minutes=5)
_APPLY_DELAY = timedelta(seconds=15)

REFUSED = "refused"
"""The event type of an audit record about a refused call."""
SUPERSEDED = "A later event about this record has been applied before."
TOO_OLD = "It happened longer ago than the audit log reaches back."


class SyncInProgress(Exception):
    """A sync is writing to the record; until it ends, it is unknown whether the event only echoes that."""


def receive_event(integration, platform, call):
    """Record the event, apply it to the linked matter and return it; None if it was received before."""
    subscription_id = platform.webhooks.subscription_id(call)
    subscription = subscription_id and IntegrationSubscription.of_connection(integration).where(
        IntegrationSubscription.external_id == subscription_id).first()
    parsed = platform.webhooks.parse(
        call, subscription.resource_type if subscription else None, integration.settings_in_force)
    with db.atomic():
        event = InboundEvent.record(
            firm_id=integration.firm_id, integration_id=integration.id, platform=platform.segment,
            event_type=parsed.event_type, resource_type=parsed.resource_type, resource_id=parsed.resource_id,
            payload=call.payload, occurred_at=_not_in_future(parsed.occurred_at),
            identity=_identity(integration, parsed, call))
        if event and parsed.version and _is_syncing(integration, parsed):
            plan(event.firm_id, "apply_inbound_event", event.id, due_at=now() + _APPLY_DELAY)
        elif event:
            event.settle(_apply(integration, parsed, event))
    return event


def apply_event(integration, platform, event):
    """Apply a recorded event. Raises `SyncInProgress` while a sync writes to its record."""
    call = InboundCall(Headers(), b"", event.payload)
    parsed = platform.webhooks.parse(call, event.resource_type, integration.settings_in_force)
    if _is_syncing(integration, parsed):
        raise SyncInProgress
    with db.atomic():
        event.settle(_apply(integration, parsed, event))


def record_refusal(platform, integration, reason):
    """Record that a call was refused, without its content, once an hour for each connection and reason."""
    hour = now().replace(minute=0, second=0, microsecond=0)
    of = integration.id if integration else ""
    InboundEvent.record(
        firm_id=integration and integration.firm_id, integration_id=integration and integration.id,
        platform=platform.segment, event_type=REFUSED, payload={}, error_message=reason,
        identity=hashlib.sha256(f"{platform.segment} {of} {reason} {hour}".encode()).hexdigest())


def plan_connection_checks(platform, token, hint):
    """Plan a check whether the platform still accepts the connection, at most one in 5 minutes.

    `hint` is the content of the call, which may name the user; without a match all connections are checked.
    """
    candidates = _removed_connections(platform.segment, token, hint)
    with db.atomic():
        for integration in Integration.claim_for_check(candidates, _CHECK_INTERVAL):
            plan(integration.firm_id, "check_connection", integration.id, due_at=integration.checked_at)


def _removed_connections(segment, token, hint):
    active = [*Integration.active_on(segment, token)]
    values = set() if token else {str(value) for value in hint.values() if isinstance(value, str | int)}
    return [each for each in active if str((each.platform_user or {}).get("id")) in values] or active


def _identity(integration, parsed, call):
    """Return a digest that is unique to the event.

    If the platform may send the same body again as a new event, it counts as the same event only if nothing else about
    the record was received since.
    """
    identity = parsed.identity
    if identity is None:
        identity = call.body
        latest = InboundEvent.latest_about(integration, parsed.resource_type, parsed.resource_id)
        if latest and latest.payload == call.payload:
            return latest.identity
        if latest:
            identity = latest.id.encode() + call.body
    return hashlib.sha256(f"{integration.id} ".encode() + identity).hexdigest()


def _is_syncing(integration, parsed):
    """Whether a sync of the linked matter is running."""
    link = parsed.status and IntegrationLink.of_platform_matter(integration, parsed.resource_id)
    current = link and Integration.fetch(integration, integration.id)
    return bool(link) and current.sync_status == SYNCING and SyncLog.of(integration).where(
        SyncLog.id == current.leased_by, SyncLog.matter_id == link.matter_id).exists()


def _not_in_future(moment):
    """Return the given time, at most now: otherwise a fast clock would make all later events look superseded."""
    return moment and min(moment, now())


def _apply(integration, parsed, event):
    """Set the status of the linked matter, if there is one. Return the reason if that was not possible, else None."""
    if parsed.status is None or parsed.resource_id is None:
        return None
    link = IntegrationLink.of_platform_matter(integration, parsed.resource_id)
    if link is None:
        return None
    if parsed.version and parsed.version == link.version:
        return None  # the event echoes our own write
    if event.occurred_at and event.occurred_at < now() - RETENTION and is_clock_right():
        return TOO_OLD
    try:
        with db.savepoint():
            Matter.fetch_locked(integration, link.matter_id)  # the second of two concurrent events sees the first
            if event.is_superseded():
                return SUPERSEDED
            matters.update(integration, link.matter_id, status=parsed.status)
    except ApiError as error:
        return error.message
    return None
