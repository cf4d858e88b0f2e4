"""Deadlines: the table and its queries."""

from datetime import date, timedelta

from peewee import BooleanField, DateField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.cursors import Order

from .states import COMPLETED, OTHER


class Deadline(MatterPart):
    """A date of a matter that must not be missed. `dated_at` is when the date was last set."""

    prefix = "dl"
    resource = "deadline"

    title = TextField()
    due_date = DateField()
    type = TextField(default=OTHER)
    notes = TextField(null=True)
    completed = BooleanField(default=False)
    dated_at = DateTimeTZField(default=now)
    changed_at = DateTimeTZField(default=now)

    def change(self, *conditions, **values):
        """Update the row as `FirmRecord.change` does; a new date also sets `dated_at`."""
        if "due_date" in values:
            values.setdefault("dated_at", now())
        return super().change(*conditions, **values)

    @classmethod
    def due_near(cls, moment):
        """Yield the open deadlines for which an alert may be due at the moment in any time zone, read in batches.

        Those of all active matters of firms that are not stopped, each with its matter and its firm as attributes.
        """
        first, last = moment.date() - timedelta(days=1), moment.date() + timedelta(days=8)
        return Order(cls.due_date).batches(
            cls.select(cls, Matter, Firm)
            .join(Matter, on=Matter.referenced_by(cls.matter_id), attr="matter")
            .join_from(cls, Firm, on=(Firm.id == cls.firm_id), attr="firm")
            .where(~cls.completed, cls.due_date.between(first, last), Matter.status == ACTIVE,
                   Firm.is_at_work()))

    @classmethod
    def wanted(cls, query):
        """Return the conditions for the deadlines that a `DeadlinesQuery` asks for."""
        conditions = [cls.completed == (query["status"] == COMPLETED)] if "status" in query else []
        if "due_after" in query:
            conditions.append(cls.due_date >= query["due_after"])
        if "due_before" in query:
            conditions.append(cls.due_date < query["due_before"])
        return conditions

    @classmethod
    def missed(cls, caller):
        """Return a query for the ids of active matters with an open deadline before today in the firm's time zone.

        An index has the date that a matter keeps.
        """
        today = caller.firm.today
        return Matter.of(caller, Matter.id).where(
            Matter.status == ACTIVE, fn.COALESCE(Matter.next_deadline, date.max) < today)

    def is_still_due(self, due_date):
        """Lock the row and return whether it is open and has this date. Call inside a transaction."""
        row = Deadline.of(self).where(Deadline.id == self.id).for_update().first()
        return row is not None and not row.completed and row.due_date == due_date
