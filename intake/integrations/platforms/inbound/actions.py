"""What becomes of what the platforms tell us (interface, "Events"; decisions.md 9)."""

import hashlib

from intake.cases.matters import actions as matters
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import ApiError
from intake.engine.tasks.actions import plan
from intake.integrations.platforms.models import Integration
from intake.integrations.platforms.states import MATTER, SYNCING
from intake.integrations.platforms.sync.models import IntegrationLink, SyncLog

from .message import Call
from .models import InboundEvent, IntegrationSubscription
from .states import CHECK, CHECKED_ONCE_IN, HEED, HEEDED_IN, KEPT_FOR, LATER_KNOWN, REFUSED, TOO_OLD


class StillWriting(Exception):
    """Whether an event only echoes what we write is known when we have written it."""


def receive_event(integration, dialect, call):
    """The event stands in the audit log, and what it says of a linked matter is so. One that came before changes
    nothing. Gives the event, None if it came before.
    """
    subscription_id = dialect.subscription_id(call)
    subscription = subscription_id and IntegrationSubscription.of_connection(integration).where(
        IntegrationSubscription.external_id == subscription_id).first()
    incoming = dialect.read(call, subscription.resource_type if subscription else None, integration.settings_in_force)
    with db.atomic():
        event = InboundEvent.keep(
            firm_id=integration.firm_id, integration_id=integration.id, platform=dialect.segment,
            event_type=incoming.event_type, resource_type=incoming.resource_type, resource_id=incoming.resource_id,
            payload=call.payload, occurred_at=_until_now(incoming.occurred_at),
            identity=_identity(integration, incoming, call))
        if event and incoming.version and _is_being_written(integration, incoming):
            plan(event.firm_id, HEED, event.id, due_at=now() + HEEDED_IN)
        elif event:
            event.settle(_heeded(integration, incoming, event))
    return event


def apply_event(integration, dialect, event):
    """What an event in the log says is so. Raises `StillWriting` while we write to the record that it is about."""
    incoming = dialect.read(Call({}, b"", event.payload), event.resource_type, integration.settings_in_force)
    if _is_being_written(integration, incoming):
        raise StillWriting
    with db.atomic():
        event.settle(_heeded(integration, incoming, event))


def refuse(dialect, integration, reason):
    """The audit log says that something was refused; of what it was nothing is kept."""
    hour = now().replace(minute=0, second=0, microsecond=0)
    of = integration.id if integration else ""
    InboundEvent.keep(
        firm_id=integration and integration.firm_id, integration_id=integration and integration.id,
        platform=dialect.segment, event_type=REFUSED, payload={}, error_message=reason,
        identity=_digest(f"{dialect.segment} {of} {reason} {hour}".encode()))


def look_after(segment, token, hint):
    """The worker will ask the platform whether it still accepts the connection; not again if it was to just now.

    `hint`, whatever the platform sent along, may tell whose connection it is; else it can be any.
    """
    suspects = _suspects(segment, token, hint)
    with db.atomic():
        for integration in Integration.take_to_check(suspects, now() - CHECKED_ONCE_IN):
            plan(integration.firm_id, CHECK, integration.id)


def _suspects(segment, token, hint):
    if token:
        named = Integration.by_inbound_token(segment, token)
        return [named] if named and named.is_active else []
    active = [*Integration.active_on(segment)]
    told = {str(value) for value in hint.values() if isinstance(value, str | int)}
    return [each for each in active if str((each.platform_user or {}).get("id")) in told] or active


def _identity(integration, incoming, call):
    """What tells the event from every other one, as a digest.

    Where its words may be said again and be news, they are the same event only while nothing else came about the
    record.
    """
    told = incoming.identity
    if told is None:
        told = call.body
        latest = InboundEvent.latest_about(integration, incoming.resource_type, incoming.resource_id)
        if latest and latest.payload == call.payload:
            return latest.identity
        if latest:
            told = latest.id.encode() + call.body
    return _digest(f"{integration.id} ".encode() + told)


def _is_being_written(integration, incoming):
    """Whether a sync of the linked matter is at work just now."""
    link = incoming.status and IntegrationLink.to_external(integration, MATTER, incoming.resource_id).first()
    current = link and Integration.fetch(integration, integration.id)
    return bool(link) and current.sync_status == SYNCING and SyncLog.of(integration).where(
        SyncLog.id == current.leased_by, SyncLog.matter_id == link.matter_id).exists()


def _until_now(moment):
    """The moment, or now if it lies ahead: a clock that is fast must not make all that follows look overtaken."""
    return moment and min(moment, now())


def _heeded(integration, incoming, event):
    """What the event says of a linked matter is so. Gives why that was not possible, None if it was or it says none."""
    if incoming.status is None or incoming.resource_id is None:
        return None
    link = IntegrationLink.to_external(integration, MATTER, incoming.resource_id).first()
    if link is None:
        return None
    if incoming.version and incoming.version == link.version:
        return None  # the platform tells us of what we wrote ourselves
    if event.occurred_at and event.occurred_at < now() - KEPT_FOR:
        return TOO_OLD
    try:
        with db.atomic():
            Matter.fetch_locked(integration, link.matter_id)  # of two events at once the second sees the first
            if event.is_overtaken():
                return LATER_KNOWN
            matters.update(integration, link.matter_id, status=incoming.status)
    except ApiError as error:
        return error.message
    return None


def _digest(text):
    return hashlib.sha256(text).hexdigest()
