"""Decisions about files, which can be undone for some seconds."""

from contextlib import suppress

from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import PERSON
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.review_reasons.models import ReviewReason
from intake.cases.uploads import actions as uploads
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED, PENDING
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.engine.tasks.actions import plan

from .models import HeldReview, waiting_in
from .states import UNDO_FOR


class DecidedMeanwhile(Exception):
    """Somebody else has decided about the file."""


class MoreArrived(Exception):
    """More files are waiting than the person has seen."""


def decide(desk, upload_id, status, reviewer_notes=None, reason_id=None):
    """Hold a decision, which takes effect in a few seconds, even if the page is closed.

    The reason's present text is stored. Raises `NotFound`, `DecidedMeanwhile`.
    """
    upload = Upload.confirmed(desk.caller, upload_id)
    reason = ReviewReason.fetch(desk.caller, reason_id).given() if reason_id else None
    with db.atomic():
        upload = Upload.fetch_locked(upload, upload.id)  # a review that has begun is waited for
        if upload.status != PENDING or not _hold(desk, upload, status, reviewer_notes, reason):
            raise DecidedMeanwhile


def decide_at_once(scope, upload_id, status, reviewer_notes=None, reason_id=None):
    """Decide about a file with effect at once, unless an earlier decision is still held.

    Raises as `uploads.review`, and `InvalidStatusTransition` while a decision is held.
    """
    return uploads.review(scope, upload_id, status, reviewer_notes, reason_id, lock=HeldReview.lock_undecided)


def approve_all(desk, matter_id, count, until):
    """Hold the approval of the matter's waiting files that were uploaded by the moment `until`; return their number.

    Only the newest of several files for one request is approved. Raises `NotFound`; `MoreArrived` if there are more
    than `count`, as the person has not seen all of them.
    """
    matter_id = Matter.fetch(desk.caller, matter_id).id
    with db.atomic():
        DocumentRequest.lock_all_in(desk.caller, matter_id)  # a file could be withdrawn or decided about meanwhile
        waiting = waiting_in(desk.caller, matter_id, until)
        if len(waiting) > count:
            raise MoreArrived
        return sum(_hold(desk, upload, APPROVED) for upload in waiting)


def undo(desk, upload_id):
    """Undo a decision. Return whether that was still possible. Raises `NotFound`."""
    upload = Upload.confirmed(desk.caller, upload_id)
    return HeldReview.take(upload, upload.id) is not None


def undo_all(desk, matter_id):
    """Undo the approvals that the person has just made in the matter. Return whether any could still be undone.

    Raises `NotFound`.
    """
    return HeldReview.take_all(desk.caller, Matter.fetch(desk.caller, matter_id).id, desk.user.id) > 0


def apply(upload, due_at=None):
    """Apply the held decision about an upload, unless it was undone or the file was decided elsewhere.

    With `due_at`, apply only the decision that was due then, not one that has replaced it. An approval is dropped if
    another file of the same request was approved meanwhile. Raises `FileNotMade` to be tried again.
    """
    meant = _due(due_at)
    with suppress(InvalidStatusTransition, NotFound), db.atomic():
        upload, _ = Upload.lock_with_document(upload, upload.id)  # before the decision, as when the file is deleted
        held = HeldReview.take(upload, upload.id, *meant)
        if held and upload.status == PENDING:
            with acting_as(PERSON, held.user_id):
                uploads.review(upload, upload.id, held.status, held.reviewer_notes, reason=held.review_reason)
            return
    drop(upload, due_at)


def drop(upload, due_at=None):
    """Remove the held decision about an upload; with `due_at` only the one that was due then."""
    HeldReview.take(upload, upload.id, *_due(due_at))


def _due(due_at):
    return [HeldReview.due_at == due_at] if due_at else []


def _hold(desk, upload, status, reviewer_notes=None, reason=None):
    """Hold a decision, unless the upload has one. Return whether it is held. Call inside a transaction."""
    held = HeldReview.insert_once(
        [HeldReview.id], id=upload.id, firm_id=upload.firm_id, user_id=desk.user.id, status=status,
        reviewer_notes=reviewer_notes, review_reason=reason, due_at=now() + UNDO_FOR)
    if held:
        plan(upload.firm_id, "apply_held_review", upload.id, held.due_at.isoformat(), due_at=held.due_at)
    return bool(held)
