"""Connections, and how they come about."""

from peewee import BooleanField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.tenancy import FirmRecord

from .states import DEFAULT_SETTINGS, ERROR, IDLE, LEASE, REFUSED, SYNCING

_TOKEN_LENGTH = 40


class Integration(FirmRecord):
    """A firm's connection to one platform (interface, "Integration connection")."""

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
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "integrations"

    @classmethod
    def to(cls, segment, scope):
        """The firm's connection to the platform, active or not; None if it never had one."""
        return cls.of(scope).where(cls.platform == segment).first()

    @classmethod
    def ensure(cls, segment, scope):
        """The firm has a row for its connection to the platform, a new one if it never connected before."""
        token, moment = random_token(_TOKEN_LENGTH), now()
        row = cls(firm_id=scope.firm_id, platform=segment, inbound_digest=digest(token),
                  inbound_token=vault.seal(token), is_active=False, created_at=moment, updated_at=moment)
        cls.insert(**row.__data__).on_conflict_ignore().execute()

    @classmethod
    def by_inbound_token(cls, segment, token):
        """The connection whose address for the platform's calls holds this token, of whatever firm, or None."""
        return cls.select().where(cls.platform == segment, cls.inbound_digest == digest(token)).first()

    @classmethod
    def active_on(cls, segment):
        """Active connections to the platform, of all firms, the oldest first."""
        return cls.select().where(cls.platform == segment, cls.is_active).order_by(cls.id)

    @classmethod
    def take_to_check(cls, integrations, since):
        """Those of the connections that nobody has taken since the moment; who asks again does not get them."""
        untaken = cls.checked_at.is_null() | (cls.checked_at < since)
        return list(cls.update(checked_at=now()).where(
            cls.id.in_([each.id for each in integrations]), untaken).returning(cls).execute())

    @property
    def sync_status(self):
        """idle, syncing or error; a run whose process died is not at work any more once its lease has ended."""
        if self.leased_until and self.leased_until > now():
            return SYNCING
        return ERROR if self.error_code else IDLE

    @property
    def settings_in_force(self):
        """Every setting: the firm's own, and for the others the default."""
        return DEFAULT_SETTINGS | self.settings

    @property
    def connected(self):
        """Whether the platform accepts us, as far as we know."""
        return self.is_active and self.error_code != REFUSED

    @property
    def error(self):
        """What keeps it from working, None if nothing does."""
        return {"code": self.error_code, "message": self.error_message} if self.error_code else None

    @property
    def webhook_url(self):
        """The address at which the platform may tell of changes."""
        token = vault.open(self.inbound_token)
        return public_url(f"/api/v1/integrations/{self.platform}/webhooks?connection={token}")

    def take_turn(self, run_id):
        """The run is the only one of this connection at work, or still is. Says whether."""
        moment, of = now(), Integration
        free = of.leased_until.is_null() | (of.leased_until < moment) | (of.leased_by == run_id)
        return self.change(free, leased_by=run_id, leased_until=moment + LEASE)

    def keep_turn(self, run_id):
        """The run goes on for a while. Says whether it still had the turn."""
        return self.change(Integration.leased_by == run_id, leased_until=now() + LEASE)

    def end_turn(self, run_id):
        """Another run may begin."""
        self.change(Integration.leased_by == run_id, leased_by=None, leased_until=None)


class IntegrationState(FirmRecord):
    """Somebody is at a platform to consent; of the state that will come back only the digest is kept."""

    prefix = "ist"
    resource = "integration_state"

    platform = TextField()
    state_digest = TextField()
    session_id = TextField(null=True)
    expires_at = DateTimeTZField()

    class Meta:
        table_name = "integration_states"

    @classmethod
    def take(cls, segment, state, session_id):
        """What the state stands for, which nobody can take again; None if it is unknown, used, too old or not theirs.

        A state that a browser's session began is left to that session.
        """
        mine = cls.session_id.is_null() | (cls.session_id == session_id)
        taken = (cls.delete().where(cls.platform == segment, cls.state_digest == digest(state), mine,
                                    cls.expires_at > now()).returning(cls).execute())
        return next(iter(taken), None)

    @classmethod
    def forget_old(cls):
        """States that were never used are gone once they are too old to be."""
        cls.delete().where(cls.expires_at < now()).execute()
