"""Tasks, and who may take them."""

from datetime import timedelta

from peewee import IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.tenancy import FirmRecord

LEASE = timedelta(seconds=30)
"""How long a task stays with a worker that says nothing."""


class Task(FirmRecord):
    """A function of `listeners.py` that the worker is to call with these arguments, until it succeeds."""

    prefix = "task"
    resource = "task"

    name = TextField()
    arguments = JSONField()
    attempts = IntegerField(default=0)
    due_at = DateTimeTZField()
    leased_by = TextField(null=True)
    leased_until = DateTimeTZField(null=True)
    done_at = DateTimeTZField(null=True)
    failed_at = DateTimeTZField(null=True)
    error = TextField(null=True)

    class Meta:
        table_name = "tasks"

    @classmethod
    def waiting(cls):
        """A condition: the task is due and no living worker has it."""
        return (cls.done_at.is_null() & cls.failed_at.is_null() & (cls.due_at <= now())
                & (cls.leased_until.is_null() | (cls.leased_until < now())))

    @classmethod
    def any_waiting(cls):
        """Whether there is something to perform."""
        return cls.select().where(cls.waiting()).exists()

    @classmethod
    def claim(cls, worker_id):
        """The next waiting task, now this worker's; None if there is none."""
        next_one = (cls.select(cls.id).where(cls.waiting()).order_by(cls.due_at, cls.id).limit(1)
                    .for_update("FOR UPDATE SKIP LOCKED"))
        claimed = (cls.update(leased_by=worker_id, leased_until=now() + LEASE, attempts=cls.attempts + 1)
                   .where(cls.id == next_one).returning(cls).execute())
        return next(iter(claimed), None)

    @classmethod
    def renew(cls, worker_id, ids):
        """The worker keeps those of these tasks that it still has."""
        cls.update(leased_until=now() + LEASE).where(
            cls.id.in_(ids), cls.leased_by == worker_id, cls.leased_until.is_null(False)).execute()

    @classmethod
    def finished_before(cls, moment):
        """The ids of tasks, of all firms, that came to an end and were planned before the moment."""
        return cls.select(cls.id).where(
            cls.done_at.is_null(False) | cls.failed_at.is_null(False), cls.created_at < moment)

    def still_claimed(self):
        """A condition: nobody has claimed the task since it looked like this."""
        return Task.attempts == self.attempts
