"""What the platforms have promised to tell, the secrets with which they sign it, and the audit log of what came."""

from peewee import BigIntegerField, BooleanField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.tenancy import FirmRecord


class InboundEvent(FirmRecord):
    """Something that a platform told us (interface, "Inbound webhook event record").

    `identity` tells it from every other event; `times` is how often it came. A refusal may be of no firm.
    """

    prefix = "ibe"
    resource = "inbound_event"

    firm_id = TextField(null=True)  # type: ignore[assignment]  # alone among the records of firms
    integration_id = TextField(null=True)
    platform = TextField()
    event_type = TextField()
    resource_type = TextField(null=True)
    resource_id = BigIntegerField(null=True)
    payload = JSONField()
    occurred_at = DateTimeTZField(null=True)
    identity = TextField()
    times = IntegerField(default=1)
    processed = BooleanField(default=False)
    processed_at = DateTimeTZField(null=True)
    error_message = TextField(null=True)

    class Meta:
        table_name = "inbound_events"

    @classmethod
    def keep(cls, **values):
        """The event is in the log; gives it if it is new, None if it came before. Whoever brings it too waits."""
        row = cls(created_at=now(), **values)
        kept = (cls.insert(row.__data__)
                .on_conflict(conflict_target=[cls.identity], update={cls.times: cls.times + 1})
                .returning(cls).execute())
        event = next(iter(kept))
        return event if event.times == 1 else None

    @classmethod
    def latest_about(cls, integration, resource_type, resource_id):
        """The last event that came about this record; None if there is none."""
        return (cls.of(integration).where(cls.integration_id == integration.id, cls.resource_type == resource_type,
                                          cls.resource_id == resource_id)
                .order_by(cls.created_at.desc(), cls.id.desc()).first())

    def is_overtaken(self):
        """Whether an event of this type about the same record was heeded that happened later."""
        if self.occurred_at is None:
            return False
        of = InboundEvent
        return of.of(self).where(
            of.integration_id == self.integration_id, of.resource_type == self.resource_type,
            of.resource_id == self.resource_id, of.event_type == self.event_type, of.processed,
            of.occurred_at > self.occurred_at).exists()

    def settle(self, error_message=None):
        """The event has been taken care of, or the message says why it could not be."""
        self.change(processed=error_message is None, processed_at=now(), error_message=error_message)

    @classmethod
    def kept_before(cls, moment):
        """The ids of events, of all firms, that came before the moment."""
        return cls.select(cls.id).where(cls.created_at < moment)


class IntegrationSubscription(FirmRecord):
    """A platform's promise to tell a connection of changes to one kind of record."""

    prefix = "sub"
    resource = "integration_subscription"

    integration_id = TextField()
    resource_type = TextField()
    external_id = TextField()
    expires_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "integration_subscriptions"

    @classmethod
    def of_connections(cls, integrations):
        """The subscriptions of these connections, of whatever firms."""
        return cls.select().where(cls.integration_id.in_([integration.id for integration in integrations]))

    @classmethod
    def holders(cls, external_id):
        """The ids of the connections, of all firms, that have a subscription of this id there."""
        return cls.select(cls.integration_id).where(cls.external_id == external_id)

    @classmethod
    def of_connection(cls, integration):
        """The connection's subscriptions."""
        return cls.of(integration).where(cls.integration_id == integration.id)

    @classmethod
    def forget(cls, integration):
        """The connection has none any more."""
        cls.delete().where(cls.firm_id == integration.firm_id, cls.integration_id == integration.id).execute()

    @classmethod
    def expiring_before(cls, moment):
        """Subscriptions, of all firms, that end before the moment."""
        return cls.select().where(cls.expires_at < moment)


class InboundSecret(FirmRecord):
    """The secret with which a platform signs what it tells by one subscription; the first that came is kept.

    `subscription_id` is the platform's own, empty for a handshake that named none.
    """

    prefix = "ibs"
    resource = "inbound_secret"

    integration_id = TextField()
    subscription_id = TextField()
    secret = TextField()

    class Meta:
        table_name = "inbound_secrets"

    @classmethod
    def of_connections(cls, integrations):
        """The secrets of these connections, of whatever firms."""
        return cls.select().where(cls.integration_id.in_([integration.id for integration in integrations]))

    @classmethod
    def forget(cls, integration):
        """No secret of the connection is kept: what it subscribes to from now on comes with new ones."""
        cls.delete().where(cls.firm_id == integration.firm_id, cls.integration_id == integration.id).execute()

    @classmethod
    def keep(cls, integration, **values):
        """The secret is kept, unless one is for this subscription."""
        row = cls(firm_id=integration.firm_id, integration_id=integration.id, created_at=now(), **values)
        cls.insert(row.__data__).on_conflict_ignore().execute()
