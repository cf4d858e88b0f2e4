"""Decisions that can still be undone."""

from peewee import JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.documents import states
from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.models import LOCKED_WITH_DOCUMENT, WITH_DOCUMENT, Upload
from intake.cases.uploads.states import APPROVED, PENDING
from intake.core.errors import InvalidStatusTransition
from intake.core.ids import is_id
from intake.core.paging import selected_by
from intake.core.statements import CompiledQuery
from intake.core.tenancy import FirmRecord

from .states import MOST_AT_ONCE


class HeldReview(FirmRecord):
    """A decision about the upload with the same id, which takes effect at `due_at` unless it is undone."""

    resource = "upload"

    user_id = TextField()
    status = TextField()
    reviewer_notes = TextField(null=True)
    review_reason = JSONField(null=True)
    due_at = DateTimeTZField()

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the files they see; see `FirmRecord`."""
        return selected_by(cls.id, Upload.of(scope, Upload.id))

    @classmethod
    def excluded(cls, scope):
        """Return the condition that an upload has no held decision."""
        return ~fn.EXISTS(cls.select(cls.id).where(cls.firm_id == scope.firm_id, cls.id == Upload.id))

    @classmethod
    def lock_undecided(cls, scope, upload_id):
        """As `Upload.lock_with_document`. Raises also `InvalidStatusTransition` if a decision is held."""
        if is_id(upload_id):
            # Lock in an earlier statement: one that waits for a lock reads other tables as they were before the wait.
            LOCKED_WITH_DOCUMENT.send_with_next(firm_id=scope.firm_id, id=upload_id)
        upload, document = Upload.joined(_WITH_HELD, scope, upload_id)
        if document.is_decided:
            raise InvalidStatusTransition(
                "Somebody has decided about this file on its page, which takes effect in seconds unless it is undone.")
        return upload, document

    @classmethod
    def take(cls, scope, id, *conditions):
        """Delete the held decision and return it; None if it was undone or has taken effect."""
        taken = cls.delete().where(cls.firm_id == scope.firm_id, cls.id == id, *conditions).returning(cls).execute()
        return next(iter(taken), None)

    @classmethod
    def take_all(cls, scope, matter_id, user_id):
        """Delete the person's held approvals of the matter's files; return how many there were."""
        documents = DocumentRequest.of(scope, DocumentRequest.id).where(DocumentRequest.matter_id == matter_id)
        files = Upload.of(scope, Upload.id).where(selected_by(Upload.document_id, documents))
        return cls.delete().where(cls.firm_id == scope.firm_id, cls.user_id == user_id, cls.status == APPROVED,
                                  selected_by(cls.id, files)).execute()


_WITH_HELD = CompiledQuery(WITH_DOCUMENT.select_extend(fn.EXISTS(HeldReview.select(HeldReview.id).where(
    HeldReview.firm_id == Upload.firm_id, HeldReview.id == Upload.id)).alias("is_decided")), prepared=True)


def waiting_in(scope, matter_id, until):
    """Return the files of the matter that can be approved together, the newest of each request; see `approvable`."""
    rows = approvable(scope, matter_id).where(Upload.uploaded_at <= until).distinct(Upload.document_id)
    return list(rows.order_by(Upload.document_id, Upload.uploaded_at.desc(), Upload.id.desc()).limit(MOST_AT_ONCE))


def approvable(scope, matter_id, *columns):
    """Return a query for the waiting files of the matter whose request has no approved one."""
    documents = DocumentRequest.of(scope, DocumentRequest.id).where(
        DocumentRequest.matter_id == matter_id, DocumentRequest.status != states.APPROVED)
    return Upload.of(scope, *columns).where(
        Upload.status == PENDING, selected_by(Upload.document_id, documents), HeldReview.excluded(scope))


def waiting(scope):
    """Return a query for the ids of the files that wait for a decision."""
    return Upload.of(scope, Upload.id).where(Upload.status == PENDING, HeldReview.excluded(scope))


def waiting_count(scope):
    """Return the query for the number of files that wait for a decision."""
    return waiting(scope).select(fn.COUNT(1))
