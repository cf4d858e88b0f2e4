"""Jobs that render previews."""

from intake.cases.uploads.models import Upload

from . import actions


def render_preview(upload_id):
    """Render the next pages of the upload that are wanted.

    Raises `StorageUnavailable`, and `OSError` if disk or memory are full, so that it is tried again.
    """
    upload = Upload.for_job(upload_id)
    if upload and upload.scan_status in actions.SHOWABLE:
        actions.render_next(upload)


def render_preview_failed(upload_id):
    """Record that the next pages could not be rendered. Called after the last attempt."""
    upload = Upload.for_job(upload_id)
    if upload:
        actions.give_up(upload)
