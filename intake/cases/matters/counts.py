"""The numbers of a firm's matters, kept by triggers."""

from peewee import BigIntegerField, CompositeKey, IntegerField, TextField, fn

from intake.core.db import Model

COUNTED = ("status", "practice_area")
"""The filters of which `MatterCount` has the totals."""


class MatterCount(Model):
    """How many matters a firm has of each status and practice area: the sum of the rows, which triggers write."""

    firm_id = TextField()
    status = TextField()
    practice_area = TextField()
    total = IntegerField()
    id = BigIntegerField()

    class Meta:
        primary_key = CompositeKey("firm_id", "status", "practice_area", "id")

    @classmethod
    def summed(cls, *conditions):
        """Return a query for how many matters there are that meet the conditions."""
        return cls.select(fn.COALESCE(fn.SUM(cls.total), 0)).where(*conditions)
