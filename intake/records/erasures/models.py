"""Erasures, and the ids of what each takes."""

from peewee import Cast, CompositeKey, DateField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.db import Model
from intake.core.tenancy import FirmRecord

from .states import DONE, FAILED, PROPOSED, RUNNING


class Erasure(FirmRecord):
    """The erasure of a record, pending or done."""

    prefix = "ers"
    resource = "erasure"

    kind = TextField()
    record_id = TextField()
    reason = TextField(null=True)
    status = TextField(default=PROPOSED)
    goes = JSONField(default=list)
    stays = JSONField(default=list)
    erased = JSONField(default=dict)
    digests = JSONField(default=dict)
    elsewhere = JSONField(default=list)
    asked_by = TextField(null=True)
    asked_by_person = TextField(null=True)
    confirmed_by = TextField(null=True)
    confirmed_at = DateTimeTZField(null=True)
    finished_at = DateTimeTZField(null=True)
    certificate = JSONField(null=True)
    mail_to = JSONField(default=list)
    destroy_after = DateField(null=True)

    @classmethod
    def that_took_exports(cls, scope, since):
        """Return a query for the erasures since this moment that removed exports, the newest first; see `exports`."""
        return cls.of(scope, cls.id, cls.confirmed_at, Cast(cls.erased["exports"], "integer").alias("exports")).where(
            cls.confirmed_at >= since, fn.JSONB_EXISTS(cls.erased, "exports")).order_by(cls.confirmed_at.desc())

    @classmethod
    def open_for(cls, scope, ids):
        """Return a query for the erasures of these records that have erased nothing yet."""
        return cls.of(scope).where(cls.record_id.in_(ids), cls.status.in_((PROPOSED, FAILED)), cls.erased == {})

    @property
    def is_proposed(self):
        """Whether it waits for confirmation."""
        return self.status == PROPOSED

    @property
    def can_be_withdrawn(self):
        """Whether nothing is erased yet, nor about to be."""
        return self.is_proposed or (self.status == FAILED and not self.erased)

    @property
    def is_running(self):
        """Whether the worker is at it, or is about to be."""
        return self.status == RUNNING

    @property
    def is_done(self):
        """Whether everything is erased."""
        return self.status == DONE

    def add(self, counts):
        """Add numbers of erased rows by table. Call it in the transaction that erased them."""
        if found := {name: number for name, number in counts.items() if number}:
            current = Erasure.fetch_locked(self, self.id).erased
            self.change(erased=current | {name: current.get(name, 0) + number for name, number in found.items()})


class ErasureItem(Model):
    """The id of a row that an erasure takes, by its table."""

    firm_id = TextField()
    erasure_id = TextField()
    record_id = TextField()
    kind = TextField()

    class Meta:
        primary_key = CompositeKey("firm_id", "erasure_id", "kind", "record_id")

    @classmethod
    def of(cls, erasure):
        """Return a query for the items of the erasure."""
        return cls.select().where(cls.firm_id == erasure.firm_id, cls.erasure_id == erasure.id)

    @classmethod
    def ids(cls, erasure, *kinds):
        """Return the ids of the items, in order; only those of the given tables, if any."""
        chosen = [cls.kind.in_(kinds)] if kinds else []
        return list(cls.of(erasure).select(cls.record_id).where(*chosen).order_by(cls.record_id).scalars())

    @classmethod
    def forget(cls, erasure):
        """Delete the items of the erasure."""
        cls.delete().where(cls.firm_id == erasure.firm_id, cls.erasure_id == erasure.id).execute()
