"""Jobs of held decisions; every job may run twice."""

from datetime import datetime

from intake.cases.uploads.models import Upload

from . import actions


def apply_held_review(upload_id, due_at=None):
    """Apply the decision about the upload that could be undone until `due_at`, or until now."""
    upload = Upload.for_job(upload_id)
    if upload:
        actions.apply(upload, due_at and datetime.fromisoformat(due_at))


def apply_held_review_failed(upload_id, due_at=None):
    """Remove the decision, so that the file waits for its review again."""
    upload = Upload.for_job(upload_id)
    if upload:
        actions.drop(upload, due_at and datetime.fromisoformat(due_at))
