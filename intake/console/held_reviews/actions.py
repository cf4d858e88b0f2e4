"""Deciding about files, with some seconds to think better of it."""

from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import PERSON
from intake.cases.uploads import actions as uploads
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import PENDING
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import plan

from .models import HeldReview
from .states import UNDO_FOR


class DecidedMeanwhile(Exception):
    """Somebody else has decided about the file."""


def decide(desk, upload_id, status, reviewer_notes=None):
    """Hold a decision, which takes effect in a few seconds, also if the page is closed.

    Raises `NotFound`, `DecidedMeanwhile`.
    """
    upload = Upload.confirmed(desk.caller, upload_id)
    with db.atomic():
        held = upload.status == PENDING and HeldReview.insert_once(
            [HeldReview.id], id=upload.id, firm_id=upload.firm_id, user_id=desk.user.id, status=status,
            reviewer_notes=reviewer_notes, due_at=now() + UNDO_FOR)
        if not held:
            raise DecidedMeanwhile
        plan(upload.firm_id, "apply_held_review", upload.id, due_at=held.due_at)


def undo(desk, upload_id):
    """Take a decision back. Return whether it could still be taken back. Raises `NotFound`."""
    upload = Upload.confirmed(desk.caller, upload_id)
    return HeldReview.take(upload, upload.id) is not None


def apply(upload):
    """Let the held decision about an upload take effect, unless it was undone or the file was decided elsewhere."""
    with db.atomic():
        held = HeldReview.take(upload, upload.id)
        if held and upload.status == PENDING:
            with acting_as(PERSON, held.user_id):
                uploads.review(upload, upload.id, held.status, held.reviewer_notes)
