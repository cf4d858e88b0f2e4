"""The common base of reports and exports: a file that the worker makes, and that can be downloaded for some days."""

from datetime import datetime, timedelta
from typing import Self

from peewee import BigIntegerField, IntegerField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from .clock import now
from .tenancy import FirmRecord, FirmScope

PENDING, RUNNING, READY, FAILED, CANCELLED = STATUSES = ("pending", "running", "ready", "failed", "cancelled")
UNFINISHED = (PENDING, RUNNING)

KEPT_FOR = timedelta(days=7)
URL_SECONDS = 300
"""How long the address of a download can be used."""


def folder_of(resource: str, firm_id: str, id: str) -> str:
    """Return the storage folder of the file of an `export` or a `report`."""
    return f"{resource}s/{firm_id}/{id}/"


class GeneratedFile(FirmRecord):
    """A file that is being made, or was made in the last 7 days. `run` is the attempt in progress."""

    user_id = TextField(null=True)
    api_key_id = TextField(null=True)
    language = TextField()
    status = TextField(default=PENDING)
    progress = IntegerField(default=0)
    run = TextField(null=True)
    size_bytes = BigIntegerField(null=True)
    storage_key = TextField(null=True)
    ready_at = DateTimeTZField(null=True)

    @classmethod
    def counts(cls, firm: FirmScope) -> tuple[int, int]:
        """Return how many the firm has, and how many of them are still being made."""
        unfinished = fn.COUNT(1).filter(cls.status.in_(UNFINISHED))
        return cls.of(firm).select(fn.COUNT(1), unfinished).tuples().get()

    @classmethod
    def expired(cls, most: int) -> list[Self]:
        """Return some of the expired ones, of all firms."""
        before = now() - KEPT_FOR
        return list(cls.select().where(cls.created_at < before, fn.COALESCE(cls.ready_at, cls.created_at) < before,
                                       cls.status.not_in(UNFINISHED))
                    .order_by(cls.created_at).limit(most))

    @property
    def folder(self) -> str:
        """The folder in the storage with its file, and with what interrupted attempts left behind."""
        return folder_of(self.resource, self.firm_id, self.id)

    @property
    def is_unfinished(self) -> bool:
        """Whether it is still to be made."""
        return self.status in UNFINISHED

    @property
    def expires_at(self) -> datetime | None:
        """Until when it can be downloaded, None unless it is ready."""
        return self.ready_at + KEPT_FOR if self.status == READY else None
