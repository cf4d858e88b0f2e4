"""Jobs that render previews."""

from intake.cases.uploads.models import Upload

from . import actions


def render_preview(upload_id):
    """Render the next pages of the upload that are wanted. Raises `StorageUnavailable`, so that it is tried again."""
    upload = Upload.for_job(upload_id)
    if upload and upload.scan_status in actions.SHOWABLE:
        actions.render_next(upload)
