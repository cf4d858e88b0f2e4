"""How many bytes of confirmed files each firm has in storage: the tables and their queries."""

from functools import reduce
from operator import add

from peewee import BigIntegerField, CompositeKey, Select, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.db import Model, db


class StorageChange(Model):
    """The bytes added by a change of a firm's files, until they are added to `StorageUsed`. A trigger writes the rows.
    """

    firm_id = TextField()
    id = BigIntegerField()
    bytes = BigIntegerField()

    class Meta:
        primary_key = CompositeKey("firm_id", "id")


class StorageUsed(Model):
    """How many bytes of confirmed files a firm had in storage before the changes.

    A trigger keeps the rows up to date.
    """

    firm_id = TextField(primary_key=True)
    bytes = BigIntegerField()
    limit_reported_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "storage_used"

    @classmethod
    def of(cls, scope):
        """Return a query for the firm's number of bytes."""
        return Select(columns=[reduce(add, (
            fn.COALESCE(table.select(fn.SUM(table.bytes)).where(table.firm_id == scope.firm_id), 0)
            for table in (cls, StorageChange)))])

    @classmethod
    def bytes_of(cls, scope):
        """Return the firm's number of bytes."""
        return int(cls.of(scope).tuples().execute(db)[0][0])

    @classmethod
    def mark_reported(cls, scope, moment, before):
        """Return whether to notify the firm of its limit: it was not since `before`, except by a clock as far ahead."""
        marked = cls.insert(firm_id=scope.firm_id, bytes=0, limit_reported_at=moment).on_conflict(
            conflict_target=[cls.firm_id], update={cls.limit_reported_at: moment},
            where=cls.limit_reported_at.is_null() | ~cls.limit_reported_at.between(before, moment + (moment - before)))
        return bool(marked.returning(cls.firm_id).execute())
