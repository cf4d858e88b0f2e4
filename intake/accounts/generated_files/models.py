"""The common base of the tables of reports and exports."""

from datetime import datetime
from typing import Any, Self

from peewee import BigIntegerField, IntegerField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.ids import new_id
from intake.core.tenancy import FirmRecord, FirmScope

from .states import KEPT_FOR, PENDING, READY, RUNNING, UNFINISHED


class NoLongerWanted(Exception):
    """The file was cancelled or removed, or another attempt is making it."""


def folder_of(resource: str, firm_id: str, id: str) -> str:
    """Return the storage folder of the file of an `export` or a `report`."""
    return f"{resource}s/{firm_id}/{id}/"


class GeneratedFile(FirmRecord):
    """A file that is being made, or was made in the last 7 days. `run` is the attempt in progress."""

    removal_task: str

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

    def begin_run(self, **values: Any) -> bool:
        """Begin an attempt, which ends any earlier one at its next step. Return False if the file is finished."""
        return self.change(type(self).status.in_(UNFINISHED), status=RUNNING, run=new_id("run"), **values)

    def in_run(self) -> tuple[Any, ...]:
        """Return the conditions that this attempt is still the one in progress."""
        model = type(self)
        return model.status == RUNNING, model.run == self.run

    def change_in_run(self, **values: Any) -> None:
        """Change the row. Raises `NoLongerWanted` unless this attempt is still the one in progress."""
        if not self.change(*self.in_run(), **values):
            raise NoLongerWanted

    def end(self, status: str) -> bool:
        """Give an unfinished file this last status. Return False if it is finished."""
        return self.change(type(self).status.in_(UNFINISHED), status=status)

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
