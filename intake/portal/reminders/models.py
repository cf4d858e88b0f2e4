"""Reminders of intake links and their queries."""

from peewee import DateField, IntegerField, TextField, Value, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.matters.models import MatterPart
from intake.core.clock import now
from intake.messaging.communications.models import Communication


class Reminder(MatterPart):
    """A reminder to a client, `days` after the intake link was sent; perhaps because of a `deadline`."""

    prefix = "rem"
    resource = "reminder"

    link_id = TextField()
    days = IntegerField()
    due_at = DateTimeTZField()
    expires_at = DateTimeTZField()
    settled_at = DateTimeTZField(null=True)
    deadline = DateField(null=True)

    @property
    def is_asked_for(self):
        """Whether a person asked for it."""
        return self.due_at <= self.created_at

    @classmethod
    def due(cls, moment):
        """Return the ids of reminders, of all firms, that are due."""
        rows = cls.select(cls.id).where(cls.settled_at.is_null(), cls.due_at <= moment)
        return [row.id for row in rows.order_by(cls.due_at, cls.id)]

    @classmethod
    def settle_open(cls, scope, matter_id, *conditions):
        """Settle the matter's open reminders."""
        cls.update(settled_at=now()).where(
            cls.firm_id == scope.firm_id, cls.matter_id == matter_id, cls.settled_at.is_null(), *conditions).execute()

    @classmethod
    def insert_missing(cls, rows):
        """Insert reminders, except those whose link already has one for that day."""
        cls.insert_many(rows).on_conflict(
            conflict_target=[cls.firm_id, cls.link_id, cls.days], action="IGNORE").execute()

    def insert_or_replace(self, *conditions):
        """Insert this reminder, or replace the one for the same day if no message was sent for it.

        With conditions, replace only one that meets them. Call it in a transaction that has locked the matter.
        """
        of = Reminder
        of.insert_missing([self.__data__])
        sent = Communication.of(self, Value(1)).where(Communication.reminder_id == of.id)
        of.update(due_at=self.due_at, expires_at=self.expires_at, deadline=self.deadline, created_at=self.created_at,
                  settled_at=None).where(of.firm_id == self.firm_id, of.link_id == self.link_id, of.days == self.days,
                                         ~fn.EXISTS(sent), *conditions).execute()

    @classmethod
    def insert_or_reopen(cls, rows):
        """Insert reminders; where the link has one for the day that was settled before it was due, reopen that one."""
        cls.insert_many(rows).on_conflict(
            conflict_target=[cls.firm_id, cls.link_id, cls.days], preserve=[cls.due_at, cls.expires_at],
            update={cls.settled_at: None}, where=cls.due_at > now()).execute()

    @classmethod
    def extend(cls, link):
        """Let the link's open reminders be sent as long as it is open."""
        cls.update(expires_at=link.expires_at).where(
            cls.firm_id == link.firm_id, cls.link_id == link.id, cls.settled_at.is_null()).execute()
