"""The query for the files of an archive."""

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED as UPLOAD_APPROVED
from intake.cases.uploads.states import ISSUED

from .states import APPROVED


def list_files(scope, matter_id, choice):
    """Return the confirmed files of the matter that the choice names, each with its `document`, in their order."""
    wanted = Upload.status == UPLOAD_APPROVED if choice == APPROVED else Upload.status != ISSUED
    return list(Upload.of(scope, Upload, DocumentRequest).join(
        DocumentRequest, attr="document", on=DocumentRequest.referenced_by(Upload.document_id)).where(
        DocumentRequest.matter_id == matter_id, wanted).order_by(*DocumentRequest.in_order(), Upload.uploaded_at))
