"""Decisions that can still be undone."""

from peewee import TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import PENDING
from intake.core.tenancy import FirmRecord


class HeldReview(FirmRecord):
    """A decision about the upload with the same id, which takes effect at `due_at` unless it is undone."""

    resource = "upload"

    user_id = TextField()
    status = TextField()
    reviewer_notes = TextField(null=True)
    due_at = DateTimeTZField()

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the files they see; see `FirmRecord`."""
        return cls.id.in_(Upload.of(scope, Upload.id))

    @classmethod
    def excluded(cls, scope):
        """Return the condition that an upload has no held decision."""
        return ~fn.EXISTS(cls.select(cls.id).where(cls.firm_id == scope.firm_id, cls.id == Upload.id))

    @classmethod
    def take(cls, scope, id):
        """Delete the held decision and return it; None if it was undone or has taken effect."""
        taken = cls.delete().where(cls.firm_id == scope.firm_id, cls.id == id).returning(cls).execute()
        return next(iter(taken), None)


def waiting_count(scope):
    """Return the query for the number of files that wait for a decision."""
    return Upload.of(scope, fn.COUNT(1)).where(Upload.status == PENDING, HeldReview.excluded(scope))
