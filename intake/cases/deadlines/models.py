"""Deadlines."""

from datetime import timedelta

from peewee import BooleanField, DateField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now

from .states import OTHER


class Deadline(MatterPart):
    """A day that must not be missed (interface, "Deadline")."""

    prefix = "dl"
    resource = "deadline"

    title = TextField()
    due_date = DateField()
    type = TextField(default=OTHER)
    notes = TextField(null=True)
    completed = BooleanField(default=False)
    dated_at = DateTimeTZField(default=now)

    class Meta:
        table_name = "deadlines"

    def change(self, *conditions, **values):
        """As every record's; the row knows since when it has its date."""
        if "due_date" in values:
            values.setdefault("dated_at", now())
        return super().change(*conditions, **values)

    @classmethod
    def between(cls, first, last):
        """Open deadlines of active matters, of all firms that are not suspended, due on the days from first to last.

        Each comes with its matter and its firm.
        """
        return (cls.select(cls, Matter, Firm)
                .join(Matter, on=(Matter.firm_id == cls.firm_id) & (Matter.id == cls.matter_id), attr="matter")
                .join_from(cls, Firm, on=(Firm.id == cls.firm_id), attr="firm")
                .where(~cls.completed, cls.due_date.between(first, last), Matter.status == ACTIVE,
                       Firm.suspended_at.is_null()).order_by(cls.id))

    @classmethod
    def near(cls, moment):
        """Those of `between` of which an alert may be due at the moment, wherever the firm is."""
        day = moment.date()
        return cls.between(day - timedelta(days=1), day + timedelta(days=8))

    def still_due(self, due_date):
        """Whether the deadline, read anew and locked, is open and has this date. Belongs into a transaction."""
        found = Deadline.of(self).where(Deadline.id == self.id).for_update().first()
        return found is not None and not found.completed and found.due_date == due_date
