"""Closings: the table and its queries."""

from peewee import JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.tenancy import FirmRecord


class Closing(FirmRecord):
    """The closing of a firm; `paused` has the ids of the records that were turned off, by kind."""

    prefix = "cls"
    resource = "closing"

    user_id = TextField(null=True)
    export_id = TextField(null=True)
    paused = JSONField()
    erase_at = DateTimeTZField()
    taken_back_at = DateTimeTZField(null=True)
    ended_at = DateTimeTZField(null=True)

    @classmethod
    def current(cls, scope):
        """Return the firm's closing, None if it is not being closed."""
        return cls.of(scope).where(cls.taken_back_at.is_null()).first()

    @classmethod
    def claim_due(cls, moment, limit):
        """Return closings of all firms whose time is over, locked until the transaction ends; none that another has."""
        due = cls.select().where(cls.taken_back_at.is_null(), cls.ended_at.is_null(), cls.erase_at <= moment)
        return list(due.order_by(cls.erase_at).limit(limit).for_update(skip_locked=True))
