"""Deciding about files, with some seconds to think better of it."""

from contextlib import suppress

from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import PERSON
from intake.cases.matters.models import Matter
from intake.cases.review_reasons.models import ReviewReason
from intake.cases.uploads import actions as uploads
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED, PENDING
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.engine.tasks.actions import plan

from .models import HeldReview, waiting_in
from .states import UNDO_FOR


class DecidedMeanwhile(Exception):
    """Somebody else has decided about the file."""


class MoreArrived(Exception):
    """More files wait than the person has seen."""


def decide(desk, upload_id, status, reviewer_notes=None, reason_id=None):
    """Hold a decision, which takes effect in a few seconds, also if the page is closed.

    The reason is kept as it is now. Raises `NotFound`, `DecidedMeanwhile`.
    """
    upload = Upload.confirmed(desk.caller, upload_id)
    reason = ReviewReason.fetch(desk.caller, reason_id).given() if reason_id else None
    with db.atomic():
        if upload.status != PENDING or not _hold(desk, upload, status, reviewer_notes, reason):
            raise DecidedMeanwhile


def approve_all(desk, matter_id, count, until):
    """Hold the approval of the matter's files that wait and were handed in by the moment; return how many.

    Of several files for one request it is the newest. Raises `MoreArrived` if these are more than `count`: then the
    person has not seen all of them; `NotFound`.
    """
    matter_id = Matter.fetch(desk.caller, matter_id).id
    with db.atomic():
        waiting = waiting_in(desk.caller, matter_id, until)
        if len(waiting) > count:
            raise MoreArrived
        return sum(_hold(desk, upload, APPROVED) for upload in waiting)


def undo(desk, upload_id):
    """Take a decision back. Return whether it could still be taken back. Raises `NotFound`."""
    upload = Upload.confirmed(desk.caller, upload_id)
    return HeldReview.take(upload, upload.id) is not None


def undo_all(desk, matter_id):
    """Take back what the person has just approved in the matter. Return whether anything could still be taken back.

    Raises `NotFound`.
    """
    return HeldReview.take_all(desk.caller, Matter.fetch(desk.caller, matter_id).id, desk.user.id) > 0


def apply(upload, due_at=None):
    """Let the held decision about an upload take effect, unless it was undone or the file was decided elsewhere.

    With `due_at` only the decision that was due then, not one that has come in its place. An approval is dropped if
    another file of the same request was approved meanwhile. Raises `FileNotMade`, so that it is tried again.
    """
    meant = [HeldReview.due_at == due_at] if due_at else []
    with suppress(InvalidStatusTransition), db.atomic():
        held = HeldReview.take(upload, upload.id, *meant)
        if held and upload.status == PENDING:
            with acting_as(PERSON, held.user_id):
                uploads.review(upload, upload.id, held.status, held.reviewer_notes, reason=held.review_reason)
            return
    HeldReview.take(upload, upload.id, *meant)


def _hold(desk, upload, status, reviewer_notes=None, reason=None):
    """Hold a decision, unless there is one about the upload. Return whether it is held. Call inside a transaction."""
    held = HeldReview.insert_once(
        [HeldReview.id], id=upload.id, firm_id=upload.firm_id, user_id=desk.user.id, status=status,
        reviewer_notes=reviewer_notes, review_reason=reason, due_at=now() + UNDO_FOR)
    if held:
        plan(upload.firm_id, "apply_held_review", upload.id, held.due_at.isoformat(), due_at=held.due_at)
    return bool(held)
