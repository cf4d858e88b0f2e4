"""Actions on a connection: connect, disconnect, change settings, subscribe to events."""

from contextlib import suppress

from flask import current_app

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import has_permission
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db
from intake.core.errors import KeyMissing
from intake.engine.tasks.actions import plan
from intake.gateways.platform_http import PermissionDenied, PlatformError, PlatformUnavailable, RateLimited, RecordGone
from intake.integrations.platforms.errors import NotConnected
from intake.integrations.platforms.registry import get_platform

from .models import InboundSecret, Integration, IntegrationState, IntegrationSubscription, inbound_columns
from .states import AN_ADMIN, STATE_LIFETIME
from .transport import TokenTransport, access_token, connection_client, sealed_columns

_STATE_LENGTH = 40


class ConnectFailed(Exception):
    """The firm was not connected. `reason` selects the text of the page for the admin, which names the `firm`."""

    def __init__(self, reason, firm=None):
        super().__init__(reason)
        self.reason, self.firm = reason, firm


class ConfirmationNeeded(Exception):
    """The person has to confirm that `firm` is to be connected: no user is signed in, or a program began it."""

    def __init__(self, firm):
        super().__init__(firm.id)
        self.firm = firm


_REASONS = {PermissionDenied: "forbidden", RateLimited: "busy", PlatformUnavailable: "away"}
"""Other errors of a platform mean that it did not accept the code."""


def start_authorization(caller, platform, session_id):
    """Create an OAuth state and return the address of the consent page.

    `session_id` is the browser's session, None for a key or a token. If the caller may not read the data that the
    platform would be sent, or not for good because its key expires, an admin has to complete the connection.
    """
    if caller.ends_at or not caller.held.issuperset(platform.shares):
        session_id = AN_ADMIN
    state = random_token(_STATE_LENGTH)
    with db.atomic():
        started = IntegrationState.create(
            firm_id=caller.firm_id, platform=platform.segment, state_digest=digest(state), session_id=session_id,
            expires_at=now() + STATE_LIFETIME)
        record_act("integration.connect_started", started, platform=platform.segment)
    return platform.authorize_url(state, callback_url(platform))


def callback_url(platform):
    """Return the redirect address that is registered at the platform."""
    return public_url(f"/api/v1/integrations/{platform.segment}/callback")


def complete_authorization(platform, session, confirmed=False, code=None, state=None, error=None):
    """Exchange the code for tokens and store them; return the connection.

    The person may have followed another firm's link to the consent page. So the browser's session must belong to the
    firm that began or, without a session, the person must have confirmed the firm. Raises `ConnectFailed`,
    `ConfirmationNeeded`.
    """
    started = IntegrationState.in_progress(platform.segment, state, session and session.id) if state else None
    if started is None:
        raise ConnectFailed("expired")
    firm = Firm.fetch(started.firm_id)
    _require_may_connect(firm, session)
    declined, needs_admin = error or not code, started.session_id == AN_ADMIN
    if needs_admin and not (session or declined):
        raise ConnectFailed("sign_in", firm)
    if (needs_admin or not session) and not (confirmed or declined):
        raise ConfirmationNeeded(firm)
    if not started.delete_row():  # a state works once
        raise ConnectFailed("expired")
    if declined:
        raise ConnectFailed("declined" if error == "access_denied" else "refused")
    try:
        tokens = platform.exchange(code, callback_url(platform))
        user = platform.client(TokenTransport(platform, tokens.access_token)).who_am_i()
    except PlatformError as failure:
        raise ConnectFailed(_REASONS.get(type(failure), "refused")) from None
    return _connect(platform, started, tokens, user)


def _require_may_connect(firm, session):
    """Raise `ConnectFailed` unless the firm, and the person of the session, if any, may connect it."""
    if session and session.firm_id != firm.id:
        raise ConnectFailed("other_firm", firm)
    if session and not has_permission(session.user.role, "firms:write"):
        raise ConnectFailed("role")
    if firm.suspended_at:
        raise ConnectFailed("suspended")
    if firm.leaving_since:  # the authorization began before the closing
        raise ConnectFailed("expired")


def disconnect(scope, platform):
    """Revoke the tokens and delete them; synced records stay on both sides. Raises `NotConnected`.

    Neither an unreachable platform nor a token whose key is missing prevents it.
    """
    integration = get_connection(scope, platform)
    if integration.is_active:
        with suppress(PlatformError, KeyMissing):
            _unsubscribe(integration, connection_client(platform, integration))
            platform.revoke(access_token(platform, integration))
    deactivate(integration)


def leave_platforms(scope):
    """Revoke the tokens of all of the firm's connections, and delete its subscriptions there, before it is erased.

    Those of connections that are turned off are included: their tokens are kept until then, and may have expired.
    """
    for integration in list(Integration.of(scope).where(Integration.access_token.is_null(False))):
        if platform := current_app.extensions["platforms"].get(integration.platform):
            with suppress(PlatformError, KeyMissing):
                token = vault.open(integration.refresh_token or integration.access_token)
                if integration.refresh_token:
                    token = platform.refresh(token).access_token
                _unsubscribe(integration, platform.client(TokenTransport(platform, token)))
                platform.revoke(token)


def deactivate(integration, *conditions):
    """Delete the connection's tokens, if the conditions hold; keep its links and its settings."""
    with db.atomic():
        if integration.change(*conditions, is_active=False, access_token=None, refresh_token=None,
                              token_expires_at=None, refreshing_until=None, error_code=None, error_message=None,
                              **_in_place_of_lost(integration)):
            _delete_subscriptions(integration)
            record_act("integration.disconnected", integration, platform=integration.platform)


def change_settings(scope, platform, webhook_secret=None, **settings):
    """Change the given settings and keep the others; return the connection. Raises `NotConnected`."""
    with db.atomic():
        integration = Integration.fetch_locked(scope, get_connection(scope, platform).id)
        changes = {"webhook_secret": vault.seal(webhook_secret)} if webhook_secret else {}
        integration.change(settings=integration.settings | settings, **changes)
        record_change(integration, {**settings, **changes}, platform=integration.platform)
    return integration


def get_connection(scope, platform):
    """Return the firm's connection to the platform, active or not. Raises `NotConnected`."""
    integration = Integration.for_platform(scope, platform.segment)
    if integration is None:
        raise NotConnected(platform.segment)
    return integration


def subscribe(integration):
    """Subscribe to every record type that the platform offers. Raises a `PlatformError`.

    Earlier subscriptions at the platform are deleted first, because their secrets may be lost.
    """
    platform = get_platform(integration.platform)
    client, address = connection_client(platform, integration), integration.open_webhook_url()
    for old_id in client.subscriptions(address):
        with suppress(RecordGone):
            client.unsubscribe(old_id)
    _delete_subscriptions(integration)
    for resource_type in platform.subscribes:
        created = client.subscribe(address, resource_type)
        IntegrationSubscription.create(
            firm_id=integration.firm_id, integration_id=integration.id, resource_type=resource_type,
            external_id=created.id, expires_at=created.expires_at)


def renew_subscription(subscription):
    """Extend the subscription. Return whether events still come over it. Raises a `PlatformError`."""
    integration = Integration.fetch(subscription, subscription.integration_id)
    client = connection_client(get_platform(integration.platform), integration)
    try:
        subscription.change(expires_at=client.renew(subscription.external_id))
    except RecordGone:
        return False
    return True


def _unsubscribe(integration, client):
    """Delete the subscriptions at the platform.

    Raises `PlatformUnavailable` at the first request that does not reach it, so that the caller does not wait for each.
    """
    for subscription in list(IntegrationSubscription.of_connection(integration).order_by(IntegrationSubscription.id)):
        try:
            client.unsubscribe(subscription.external_id)
        except PlatformError as error:
            if error.unreachable:
                raise


def _connect(platform, started, tokens, user):
    values = sealed_columns(tokens) | {
        "is_active": True, "platform_user": user, "connected_at": now(), "refreshing_until": None,
        "paused_until": None, "error_code": None, "error_message": None}
    with db.atomic():
        Integration.ensure(started, platform.segment)
        integration = Integration.for_platform(started, platform.segment)
        integration.change(**{"refresh_token": None} | values | _in_place_of_lost(integration))
        record_act("integration.connected", integration, platform=integration.platform)
        if platform.subscribes:
            plan(integration.firm_id, "subscribe", integration.id)
    return integration


def _in_place_of_lost(integration):
    """Return replacements for the secrets that outlast a connection, for those whose key is missing."""
    lost = {} if vault.can_open(integration.inbound_token) else inbound_columns()
    if integration.webhook_secret and not vault.can_open(integration.webhook_secret):
        lost["webhook_secret"] = None
    return lost


def _delete_subscriptions(integration):
    IntegrationSubscription.delete_for(integration)
    InboundSecret.delete_for(integration)
