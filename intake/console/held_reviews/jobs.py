"""Jobs of held decisions; every job may run twice."""

from intake.cases.uploads.models import Upload

from . import actions


def apply_held_review(upload_id):
    """Let the decision about the upload take effect that could be undone until now."""
    upload = Upload.for_job(upload_id)
    if upload:
        actions.apply(upload)
