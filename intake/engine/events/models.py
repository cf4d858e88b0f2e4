"""The outbox."""

from peewee import JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import iso, now
from intake.core.tenancy import FirmRecord


class Event(FirmRecord):
    """Something that happened in a firm, with its payload as it was then."""

    prefix = "evt"
    resource = "event"

    type = TextField()
    data = JSONField()
    relayed_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "events"

    @classmethod
    def any_to_relay(cls):
        """Whether an event waits in the outbox."""
        return cls.select().where(cls.relayed_at.is_null()).exists()

    @classmethod
    def take_to_relay(cls, most):
        """The oldest waiting events, of all firms, are marked as relayed, but for those that somebody else has taken.

        Gives the id and the type of each. Belongs into the transaction that relays them.
        """
        oldest = (cls.select(cls.id).where(cls.relayed_at.is_null()).order_by(cls.id).limit(most)
                  .for_update("FOR UPDATE SKIP LOCKED"))
        return cls.update(relayed_at=now()).where(cls.id.in_(oldest)).returning(cls.id, cls.type).tuples()

    @classmethod
    def among(cls, ids):
        """These events, of whatever firms."""
        return cls.select().where(cls.id.in_(ids)) if ids else ()


def envelope(id, type, created_at, firm_id, data):
    """An event as receivers get it (decisions.md 8)."""
    return {"id": id, "type": type, "created_at": iso(created_at), "firm_id": firm_id, "data": data}
