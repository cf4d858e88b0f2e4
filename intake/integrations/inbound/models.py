"""The audit log of inbound events."""

from peewee import BigIntegerField, BooleanField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.tenancy import FirmRecord


class InboundEvent(FirmRecord):
    """An event from a platform (docs/integrations.md).

    `identity` is unique; `times` counts deliveries. A refused call may belong to no firm.
    """

    prefix = "ibe"
    resource = "inbound_event"

    firm_id: str = TextField(null=True)  # type: ignore[assignment]  # alone among the records of firms
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

    @classmethod
    def record(cls, **values):
        """Insert the event and return it; None if it was received before. A concurrent delivery of it waits."""
        row = cls(created_at=now(), **values)
        recorded = (cls.insert(row.__data__)
                    .on_conflict(conflict_target=[cls.identity], update={cls.times: cls.times + 1})
                    .returning(cls).execute())
        event = next(iter(recorded))
        return event if event.times == 1 else None

    @classmethod
    def latest_about(cls, integration, resource_type, resource_id):
        """Return the latest event about this record; None if there is none."""
        return (cls.of(integration).where(cls.integration_id == integration.id, cls.resource_type == resource_type,
                                          cls.resource_id == resource_id)
                .order_by(cls.created_at.desc(), cls.id.desc()).first())

    def is_superseded(self):
        """Whether a later event of this type about the same record was applied."""
        if self.occurred_at is None:
            return False
        of = InboundEvent
        return of.of(self).where(
            of.integration_id == self.integration_id, of.resource_type == self.resource_type,
            of.resource_id == self.resource_id, of.event_type == self.event_type, of.processed,
            of.occurred_at > self.occurred_at).exists()

    def settle(self, error_message=None):
        """Mark the event as processed, or store why it could not be applied."""
        self.change(processed=error_message is None, processed_at=now(), error_message=error_message)
