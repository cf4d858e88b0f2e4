"""Reminders of an intake link, and which of them are due."""

from peewee import IntegerField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.matters.models import MatterPart
from intake.core.clock import now


class Reminder(MatterPart):
    """That a client is to be reminded, so many days after the intake link was sent (decisions.md 7)."""

    prefix = "rem"
    resource = "reminder"

    link_id = TextField()
    days = IntegerField()
    due_at = DateTimeTZField()
    expires_at = DateTimeTZField()
    settled_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "reminders"

    @classmethod
    def due(cls, moment):
        """The ids of reminders, of all firms, that are due."""
        rows = cls.select(cls.id).where(cls.settled_at.is_null(), cls.due_at <= moment).order_by(cls.due_at, cls.id)
        return [id for id, in rows.tuples()]

    @classmethod
    def settle_open(cls, scope, matter_id, *conditions):
        """The matter's open reminders are settled."""
        cls.update(settled_at=now()).where(
            cls.firm_id == scope.firm_id, cls.matter_id == matter_id, cls.settled_at.is_null(), *conditions).execute()

    @classmethod
    def insert_missing(cls, rows):
        """These reminders are there, each once for its link and its days."""
        cls.insert_many(rows).on_conflict(
            conflict_target=[cls.firm_id, cls.link_id, cls.days], action="IGNORE").execute()
