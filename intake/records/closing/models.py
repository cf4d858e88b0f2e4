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
    def due(cls, moment):
        """Return the ids of all firms' closings whose time is over, the longest due first."""
        return list(cls.select(cls.id).where(cls._is_due(moment)).order_by(cls.erase_at).scalars())

    @classmethod
    def claim_due(cls, id, moment):
        """Return the closing, locked until the transaction ends, if its time is over and no other worker has it."""
        return cls.select().where(cls.id == id, cls._is_due(moment)).for_update(skip_locked=True).first()

    @classmethod
    def _is_due(cls, moment):
        return cls.taken_back_at.is_null() & cls.ended_at.is_null() & (cls.erase_at <= moment)
