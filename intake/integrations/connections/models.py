"""Connections: a firm's tokens and settings at a platform, the OAuth states, and the subscriptions to its events."""

from datetime import timedelta

from peewee import BooleanField, Case, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.leases import is_free, is_held
from intake.core.tenancy import FirmRecord
from intake.integrations.platforms.errors import PlatformUnauthorized

from .states import AN_ADMIN, DEFAULT_SETTINGS, ERROR, IDLE, LEASE, LONGEST_PAUSE, REVOKED, SYNCING

_TOKEN_LENGTH = 40
CONNECTED = "EXISTS (SELECT 1 FROM integrations AS i WHERE i.firm_id = event.firm_id AND i.is_active)"
"""The SQL condition of an event's listener: the firm is connected to a platform."""


class Integration(FirmRecord):
    """A firm's connection to one platform (docs/integrations.md)."""

    prefix = "int"
    resource = "integration"

    platform = TextField()
    access_token = TextField(null=True)
    refresh_token = TextField(null=True)
    token_expires_at = DateTimeTZField(null=True)
    refreshing_until = DateTimeTZField(null=True)
    settings = JSONField(default=dict)
    inbound_digest = TextField()
    inbound_token = TextField()
    webhook_secret = TextField(null=True)
    is_active = BooleanField(default=True)
    platform_user = JSONField(null=True)
    connected_at = DateTimeTZField(null=True)
    error_code = TextField(null=True)
    error_message = TextField(null=True)
    last_sync_at = DateTimeTZField(null=True)
    checked_at = DateTimeTZField(null=True)
    leased_by = TextField(null=True)
    leased_until = DateTimeTZField(null=True)
    paused_until = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    @classmethod
    def for_platform(cls, scope, segment):
        """Return the firm's connection to the platform, active or not; None if it never had one."""
        return cls.of(scope).where(cls.platform == segment).first()

    @classmethod
    def ensure(cls, scope, segment):
        """Create the firm's row for the platform, inactive, unless there is one."""
        cls.insert_once(firm_id=scope.firm_id, platform=segment, is_active=False, updated_at=now(),
                        **inbound_columns())

    @classmethod
    def active_on(cls, segment, token):
        """All firms' active connections to the platform, the oldest first; with `token` only the one it belongs to."""
        named = [cls.inbound_digest == digest(token)] if token else []
        return cls.select().where(cls.platform == segment, cls.is_active, *named).order_by(cls.id)

    @classmethod
    def claim_for_check(cls, integrations, interval):
        """Return the connections among these without a planned check; `checked_at` becomes the time of their check.

        That is now, or an interval after the previous check, so that nothing since then is missed.
        """
        moment = now()
        due_at = Case(None, [(cls.checked_at <= moment, fn.GREATEST(moment, cls.checked_at + interval))], moment)
        return list(cls.update(checked_at=due_at).where(
            cls.id.in_([each.id for each in integrations]), is_free(cls.checked_at, moment)).returning(cls).execute())

    @property
    def sync_status(self):
        """idle, syncing or error; a run whose process was killed stops counting when its lease ends."""
        if is_held(self.leased_until, now()):
            return SYNCING
        return ERROR if self.error_code else IDLE

    @property
    def is_paused(self):
        """Whether the platform takes no more requests of the connection for now."""
        return is_held(self.paused_until, now())

    @property
    def settings_in_force(self):
        """Every setting: the firm's own, else the default."""
        return DEFAULT_SETTINGS | self.settings

    @property
    def connected(self):
        """Whether the platform accepts the token, as far as is known."""
        return self.is_active and self.error_code != REVOKED

    @property
    def error(self):
        """The error of the last run; None if it succeeded."""
        return {"code": self.error_code, "message": self.error_message} if self.error_code else None

    @property
    def webhook_url(self):
        """The address to which the platform posts events; None while the key is missing."""
        return self.open_webhook_url() if vault.can_open(self.inbound_token) else None

    def open_webhook_url(self):
        """Return the address to which the platform posts events. Raises `KeyMissing`."""
        token = vault.open(self.inbound_token)
        return public_url(f"/api/v1/integrations/{self.platform}/webhooks?connection={token}")

    def acquire_lease(self, run_id):
        """Make the run the only one of this connection. Return whether it holds the lease now."""
        moment = now()
        free = is_free(Integration.leased_until, moment) | (Integration.leased_by == run_id)
        return self.change(free, leased_by=run_id, leased_until=moment + LEASE)

    def pause(self, seconds):
        """Send no requests for this long, within limits, since all runs share the rate limit. Return the wait."""
        wait = min(timedelta(seconds=max(seconds, 1)), LONGEST_PAUSE)
        self.change(Integration.connected_at == self.connected_at, paused_until=now() + wait)
        return wait

    def mark_revoked(self):
        """Let the firm see that the platform refuses its token, unless it has disconnected or connected again since."""
        self.change(Integration.is_active, Integration.connected_at == self.connected_at, error_code=REVOKED,
                    error_message=PlatformUnauthorized.message)

    def claim_refresh(self, lifetime):
        """Make this process the only one that refreshes this token. Return whether that was possible."""
        moment = now()
        return self.change(
            is_free(Integration.refreshing_until, moment), Integration.access_token == self.access_token,
            refreshing_until=moment + lifetime)

    def renew_lease(self, run_id):
        """Extend the run's lease. Return whether the run still held it."""
        return self.change(Integration.leased_by == run_id, leased_until=now() + LEASE)

    def release_lease(self, run_id):
        """Release the lease, if this run holds it."""
        self.change(Integration.leased_by == run_id, leased_by=None, leased_until=None)


def inbound_columns():
    """Return columns with a new token for the address to which the platform posts events."""
    token = random_token(_TOKEN_LENGTH)
    return {"inbound_digest": digest(token), "inbound_token": vault.seal(token)}


class IntegrationState(FirmRecord):
    """An authorization in progress; only the digest of its OAuth `state` is kept."""

    prefix = "ist"
    resource = "integration_state"

    platform = TextField()
    state_digest = TextField()
    session_id = TextField(null=True)
    expires_at = DateTimeTZField()

    @classmethod
    def in_progress(cls, segment, state, session_id):
        """Return the row of the state, of any firm; None if it is unknown, used, expired or of another session.

        A state that was issued to a browser's session works only in that session.
        """
        own = cls.session_id.is_null() | cls.session_id.in_((session_id, AN_ADMIN))
        return cls.select().where(
            cls.platform == segment, cls.state_digest == digest(state), own, cls.expires_at > now()).first()


class ConnectionPart(FirmRecord):
    """A row that belongs to one connection."""

    integration_id = TextField()

    @classmethod
    def of_connection(cls, integration):
        """Return the connection's rows."""
        return cls.of(integration).where(cls.integration_id == integration.id)

    @classmethod
    def of_connections(cls, integrations):
        """Return the rows of these connections, of any firms."""
        return cls.select().where(cls.integration_id.in_([integration.id for integration in integrations]))

    @classmethod
    def for_record(cls, integration, **key):
        """Return the connection's row with these values, and whether it was created by this call.

        The insertion is sent again if the connection to Postgres breaks before the answer: then the row exists already.
        """
        rows = cls.of_connection(integration).where(*(getattr(cls, name) == value for name, value in key.items()))
        if row := rows.first():
            return row, False
        cls.insert_once(firm_id=integration.firm_id, integration_id=integration.id, **key)
        return rows.get(), True

    @classmethod
    def delete_for(cls, integration, *conditions):
        """Delete the connection's rows that meet the conditions."""
        cls.delete().where(cls.firm_id == integration.firm_id, cls.integration_id == integration.id,
                           *conditions).execute()


class IntegrationSubscription(ConnectionPart):
    """A subscription at the platform to events about one kind of record."""

    prefix = "sub"
    resource = "integration_subscription"

    resource_type = TextField()
    external_id = TextField()
    expires_at = DateTimeTZField(null=True)

    @classmethod
    def expiring_before(cls, moment):
        """Subscriptions of all firms that expire before this time."""
        return cls.select().where(cls.expires_at < moment)


class InboundSecret(ConnectionPart):
    """The secret with which a platform signs the events of one subscription; the first one received is stored.

    `subscription_id` is the platform's own id, empty for a handshake that named none.
    """

    prefix = "ibs"
    resource = "inbound_secret"

    subscription_id = TextField()
    secret = TextField()

    @classmethod
    def add(cls, integration, **values):
        """Insert the secret, unless there is one for its subscription."""
        cls.insert_once(firm_id=integration.firm_id, integration_id=integration.id, **values)

    @classmethod
    def purge_unclaimed(cls, moment):
        """Delete secrets of all firms from before this time whose subscription does not belong to their connection."""
        claims = IntegrationSubscription.select().where(
            IntegrationSubscription.integration_id == cls.integration_id,
            IntegrationSubscription.external_id == cls.subscription_id)
        cls.delete().where(cls.created_at < moment, cls.subscription_id != "", ~fn.EXISTS(claims)).execute()
