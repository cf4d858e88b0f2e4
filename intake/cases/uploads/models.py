"""Uploads, and the questions asked of them."""

from peewee import JOIN, BigIntegerField, IntegerField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.documents.models import DocumentRequest
from intake.core.content_types import types_conflict
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord

from .states import ISSUED, SCAN_PENDING


class Upload(FirmRecord):
    """A file handed in for a document request (interface, "Upload")."""

    prefix = "upl"
    resource = "upload"

    document_id = TextField()
    filename = TextField()
    content_type = TextField()
    file_size_bytes = BigIntegerField()
    status = TextField(default=ISSUED)
    incoming_key = TextField()
    storage_key = TextField(null=True)
    url_expires_at = DateTimeTZField()
    uploaded_at = DateTimeTZField(null=True)
    reviewer_notes = TextField(null=True)
    reviewed_at = DateTimeTZField(null=True)
    scan_status = TextField(default=SCAN_PENDING)
    scan_signature = TextField(null=True)
    scanned_at = DateTimeTZField(null=True)
    sha256 = TextField(null=True)
    detected_type = TextField(null=True)
    page_count = IntegerField(null=True)
    quarantined_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "uploads"

    @classmethod
    def seen_by_assignee(cls, scope):
        """See `FirmRecord`: the files of the documents that are seen."""
        return cls.document_id.in_(DocumentRequest.of(scope, DocumentRequest.id))

    @property
    def type_mismatch(self):
        """Whether the file is evidently of another type than it was declared to be."""
        return types_conflict(self.content_type, self.detected_type)

    @property
    def quarantine_key(self):
        """Where the bytes of an infected file are; no signed URL leads there."""
        return f"quarantine/{self.storage_key}"

    @classmethod
    def for_job(cls, id):
        """The confirmed upload with this id, of whatever firm, None if there is none. For jobs: they have no caller."""
        return cls.select().where(cls.id == id, cls.status != ISSUED).first()

    @classmethod
    def confirmed(cls, scope, id):
        """The firm's upload with this id, once it was confirmed. Raises `NotFound`."""
        return cls.found(id, cls.of(scope).where(cls.status != ISSUED))

    @classmethod
    def fetch_in(cls, scope, matter_id, id):
        """The upload with this id for a document of this matter. Raises `NotFound`, also for one of another matter."""
        return cls.found(id, cls._of_matter(scope, matter_id))

    @classmethod
    def handed_in(cls, scope, matter_id):
        """Every confirmed upload for the matter's documents, the newest first."""
        return (cls._of_matter(scope, matter_id).where(cls.status != ISSUED)
                .order_by(cls.uploaded_at.desc(), cls.id.desc()))

    @classmethod
    def page_of(cls, scope, document_id, query):
        """A page of the files handed in for the document, the newest first. Raises `NotFound`."""
        rows = cls.of(scope).where(cls.document_id == document_id, cls.status != ISSUED)
        document = DocumentRequest.fetch(scope, document_id, rows.select(fn.COUNT(1)).alias("total"))
        newest = rows.order_by(cls.uploaded_at.desc(), cls.id.desc())
        return Page(newest.paginate(query["page"], query["per_page"]), document.total, query)

    @classmethod
    def before(cls, upload):
        """The newest of the other uploads confirmed for the same document, None if there is none."""
        return (cls.of(upload).where(cls.document_id == upload.document_id, cls.status != ISSUED, cls.id != upload.id)
                .order_by(cls.uploaded_at.desc(), cls.id.desc()).first())

    @classmethod
    def count_for(cls, document):
        """How many files were handed in for the document, or were lately about to be."""
        return cls.of(document).where(cls.document_id == document.id).count()

    @classmethod
    def forget(cls, upload):
        """The row is gone."""
        cls.delete().where(cls.firm_id == upload.firm_id, cls.id == upload.id).execute()

    @classmethod
    def _of_matter(cls, scope, matter_id):
        return (cls.of(scope)
                .join(DocumentRequest, on=(DocumentRequest.firm_id == cls.firm_id)
                      & (DocumentRequest.id == cls.document_id))
                .where(DocumentRequest.matter_id == matter_id))

    @classmethod
    def sweep(cls, before, most):
        """Delete up to so many rows, of all firms, issued before the moment and never confirmed; give them."""
        stale = (cls.select(cls.id).where(cls.status == ISSUED, cls.created_at < before).limit(most)
                 .for_update("FOR UPDATE SKIP LOCKED"))
        return list(cls.delete().where(cls.id.in_(stale)).returning(cls).execute())

    @classmethod
    def joined_to(cls, documents):
        """The query's document requests, each with its current file as `document.upload`, None if it has none."""
        return documents.select_extend(cls).join(
            cls, JOIN.LEFT_OUTER, attr="upload",
            on=(cls.firm_id == DocumentRequest.firm_id) & (cls.id == DocumentRequest.upload_id))

    @classmethod
    def with_document(cls, scope, document_id):
        """The firm's document request with its current file. Raises `NotFound`."""
        return DocumentRequest.found(document_id, cls.joined_to(DocumentRequest.of(scope)))
