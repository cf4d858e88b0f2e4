"""Everything that can happen to a connection, and the beginning of a sync."""

import time
from contextlib import suppress

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db
from intake.engine.tasks.actions import plan

from .errors import NotConnected
from .inbound.models import InboundSecret, IntegrationSubscription
from .line import ConnectionLine, TokenLine
from .models import Integration, IntegrationState
from .platform import Forbidden, PlatformError, PlatformUnavailable, RateLimited
from .sense import Sensible
from .states import MANUAL, PENDING, STATE_LIFETIME, SYNC_MATTER
from .sync.models import SyncLog
from .tokens import access_token, sealed

_TOKEN_LENGTH = 40
_LOOK_AGAIN_SECONDS = 0.1


class ConnectFailed(Exception):
    """The firm is not connected. `reason` names what the page for the admin says."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


_REASONS = {Forbidden: "forbidden", RateLimited: "busy", PlatformUnavailable: "away"}
"""Every other error of a platform means that it did not take the code."""


def begin(scope, platform, session_id=None):
    """Somebody is on the way to the platform to consent; gives the address. `session_id` is their browser's session."""
    state = random_token(_TOKEN_LENGTH)
    IntegrationState.create(firm_id=scope.firm_id, platform=platform.segment, state_digest=digest(state),
                            session_id=session_id, expires_at=now() + STATE_LIFETIME)
    return platform.authorize_url(state, callback_url(platform))


def callback_url(platform):
    """The address to which the platform sends people back; registered there."""
    return public_url(f"/api/v1/integrations/{platform.segment}/callback")


def complete(platform, session_id, code=None, state=None, error=None, **_):
    """The firm is connected, as somebody has consented to; gives the connection. Raises `ConnectFailed`."""
    begun = IntegrationState.take(platform.segment, state, session_id) if state else None
    if begun is None:
        raise ConnectFailed("expired")
    if Firm.fetch(begun.firm_id).suspended_at:
        raise ConnectFailed("suspended")
    if error or not code:
        raise ConnectFailed("declined" if error == "access_denied" else "refused")
    try:
        tokens = platform.exchange(code, callback_url(platform))
        user = Sensible(platform.client(TokenLine(platform, tokens.access_token))).who_am_i()
    except PlatformError as failure:
        raise ConnectFailed(_REASONS.get(type(failure), "refused")) from None
    return _connect(platform, begun, tokens, user)


def disconnect(scope, platform):
    """The platform takes our tokens no longer and we have none; what was synced stays, here and there.

    Raises `NotConnected` if the firm never was. That the platform cannot be told keeps nobody from leaving it.
    """
    integration = known(scope, platform)
    if integration.is_active:
        with suppress(PlatformError):
            _take_leave(platform, integration)
    deactivate(integration)


def deactivate(integration, *conditions):
    """The connection has no tokens any more if the conditions hold of it now; its links and its settings stay."""
    with db.atomic():
        if integration.change(*conditions, is_active=False, access_token=None, refresh_token=None,
                              token_expires_at=None, refreshing_until=None, error_code=None, error_message=None):
            IntegrationSubscription.forget(integration)
            InboundSecret.forget(integration)


def change_settings(scope, platform, webhook_secret=None, **settings):
    """The connection has these settings, and the others as they were. Raises `NotConnected`."""
    with db.atomic():
        integration = Integration.fetch_locked(scope, known(scope, platform).id)
        changes = {"webhook_secret": vault.seal(webhook_secret)} if webhook_secret else {}
        integration.change(settings=integration.settings | settings, **changes)
    return integration


def known(scope, platform):
    """The firm's connection to the platform, active or not. Raises `NotConnected`."""
    integration = Integration.to(platform.segment, scope)
    if integration is None:
        raise NotConnected(platform.segment)
    return integration


def start(scope, platform, action, matter_id=None):
    """A run will be made by the worker, unless one that waits will do. Raises `NotConnected`, `NotFound`."""
    integration = known(scope, platform)
    if not integration.is_active:
        raise NotConnected(platform.segment)
    matter_id = Matter.fetch(scope, matter_id).id if action == SYNC_MATTER else None
    return plan_run(integration, action, MANUAL, matter_id)


def plan_run(integration, action, trigger, matter_id=None):
    """A run waits for the worker; if one waits for the same already, that."""
    with db.atomic():
        run, is_new = SyncLog.wait_for_turn(integration, action, trigger, matter_id)
        if is_new:
            plan(run.firm_id, "sync", run.id)
    return run


def awaited(run, seconds):
    """The run as it is when it has ended, or after so many seconds."""
    ends = time.monotonic() + seconds
    while run.status == PENDING and time.monotonic() < ends:
        time.sleep(_LOOK_AGAIN_SECONDS)
        run = SyncLog.fetch(run, run.id)
    return run


def _take_leave(platform, integration):
    """The platform tells us nothing more and takes our token no longer. Raises a `PlatformError`.

    If it is away it is asked no further, so that nobody waits for each request anew.
    """
    client = Sensible(platform.client(ConnectionLine(platform, integration)))
    for subscription in list(IntegrationSubscription.of_connection(integration)):
        try:
            client.unsubscribe(subscription.external_id)
        except PlatformError as error:
            if error.unreachable:
                raise
    platform.revoke(access_token(platform, integration))


def _connect(platform, begun, tokens, user):
    """The firm's one connection to the platform has these tokens."""
    moment = now()
    values = sealed(tokens) | {"is_active": True, "platform_user": user, "connected_at": moment,
                               "refreshing_until": None, "error_code": None, "error_message": None}
    with db.atomic():
        Integration.ensure(platform.segment, begun)
        integration = Integration.to(platform.segment, begun)
        integration.change(**{"refresh_token": None} | values)
        if platform.subscribes:
            plan(integration.firm_id, "subscribe", integration.id)
    return integration
