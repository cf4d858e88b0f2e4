"""Notices of rejections, and the documents that came back."""

from playhouse.postgres_ext import DateTimeTZField

from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import REJECTED
from intake.cases.matters.models import MatterPart
from intake.cases.uploads.models import Upload


class RejectionNotice(MatterPart):
    """The rejections of one matter that are gathered into one message; a matter has at most one that is pending."""

    prefix = "rjn"
    resource = "rejection_notice"

    settled_at = DateTimeTZField(null=True)

    @classmethod
    def insert_pending(cls, matter):
        """Insert a notice for the matter and return it; None if one is pending."""
        return cls.insert_once(firm_id=matter.firm_id, matter_id=matter.id)

    @classmethod
    def covers(cls, matter, moment):
        """Whether a notice of the matter was begun at this time or later, and so names the files rejected by then."""
        return cls.of(matter).where(cls.matter_id == matter.id, cls.created_at >= moment).exists()


def returned_documents(matter):
    """Return the matter's rejected document requests in their order, each with its current `upload`.

    A file of a client whom the matter had before is replaced by one without any data.
    """
    documents = list(
        DocumentRequest.of(matter, DocumentRequest, Upload)
        .join(Upload, attr="upload", on=Upload.referenced_by(DocumentRequest.upload_id))
        .where(DocumentRequest.matter_id == matter.id, DocumentRequest.status == REJECTED)
        .order_by(*DocumentRequest.in_order()))
    for each in documents:
        if matter.had_other_client_at(each.upload.created_at):
            each.upload = Upload()
    return documents
