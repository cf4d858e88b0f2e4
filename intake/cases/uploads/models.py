"""Uploads: the table and its queries."""

from peewee import JOIN, BigIntegerField, BooleanField, IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.documents.models import DocumentRequest
from intake.core.changes import order_of
from intake.core.clock import now
from intake.core.cursors import Order
from intake.core.errors import NotFound
from intake.core.filenames import received_filename
from intake.core.ids import is_id
from intake.core.languages import ENGLISH
from intake.core.paging import selected_by
from intake.core.schemas import Page
from intake.core.statements import CompiledQuery, Parameter
from intake.core.tenancy import FirmRecord, StatementScope, is_in_firm
from intake.core.text_search import contains_without_key

from .states import ISSUED, NOT_SCANNED, REJECTED, RESUBMITTED, SCAN_PENDING, TYPE_MISMATCH, UNSCANNED


class FilenameField(TextField):
    """A column of file names, which are cleaned when they are written and, for older rows, when they are read."""

    def db_value(self, value):
        """Return the cleaned name."""
        return value if value is None else received_filename(value)

    python_value = db_value


class Upload(FirmRecord):
    """A file uploaded for a document request."""

    prefix = "upl"
    resource = "upload"

    document_id = TextField()
    filename = FilenameField()
    content_type = TextField()
    file_size_bytes = BigIntegerField()
    status = TextField(default=ISSUED)
    incoming_key = TextField()
    storage_key = TextField(null=True)
    url_expires_at = DateTimeTZField()
    uploaded_at = DateTimeTZField(null=True)
    reviewer_notes = TextField(null=True)
    reviewed_at = DateTimeTZField(null=True)
    review_reason = JSONField(null=True)
    scan_status = TextField(default=SCAN_PENDING)
    scan_signature = TextField(null=True)
    scanned_at = DateTimeTZField(null=True)
    sha256 = TextField(null=True)
    detected_type = TextField(null=True)
    page_count = IntegerField(null=True)
    quarantined_at = DateTimeTZField(null=True)
    type_mismatch = BooleanField(default=False)
    photos = JSONField(null=True)
    multipart_id = TextField(null=True)
    changed_at = DateTimeTZField(default=now)

    document: DocumentRequest  # of one that was listed
    has_thumbnail: bool | None  # of one on a client's checklist
    upload_url: str  # of an upload that was just issued, as `fields`
    fields: dict[str, str]

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the files of the documents they see; see `FirmRecord`."""
        return selected_by(cls.document_id, DocumentRequest.of(scope, DocumentRequest.id))

    def review_in(self, language):
        """Return what the client reads about the review: the reason in their language, then the notes; None if none."""
        text = self.review_reason["text"] if self.review_reason else {}
        return "\n".join(filter(None, (text.get(language) or text.get(ENGLISH), self.reviewer_notes))) or None

    @property
    def quarantine_key(self):
        """The storage key of the file if it is infected. No signed URL is issued for it."""
        return f"quarantine/{self.storage_key}"

    @classmethod
    def for_job(cls, id):
        """Return the confirmed upload with this id, of any firm, None if there is none."""
        return cls.select().where(cls.id == id, cls.status != ISSUED).first()

    @classmethod
    def confirmed(cls, scope, id):
        """Return the firm's confirmed upload with this id. Raises `NotFound`."""
        return cls.found(id, cls.of(scope).where(cls.status != ISSUED))

    @classmethod
    def fetch_with_document(cls, scope, id):
        """Return the firm's upload and its document request, which has its `matter_title`. Raises `NotFound`."""
        return cls.joined(_WITH_DOCUMENT, scope, id)

    @classmethod
    def lock_with_document(cls, scope, id):
        """As `fetch_with_document`, with both locked until the transaction ends."""
        return cls.joined(LOCKED_WITH_DOCUMENT, scope, id)

    @classmethod
    def joined(cls, query, scope, id):
        """As `fetch_with_document`, by a query made of `WITH_DOCUMENT`."""
        if scope.assignee is not None:
            cls.fetch(scope, id)
        found = query.joined(DocumentRequest, cls, firm_id=scope.firm_id, id=id) if is_id(id) else None
        if found is None:
            raise NotFound(cls.resource, id)
        document, upload = found
        return upload, document

    @classmethod
    def fetch_in(cls, scope, matter_id, id):
        """Return the upload with this id for a document of this matter. Raises `NotFound`."""
        return cls.found(id, cls._of_matter(scope, matter_id))

    @classmethod
    def confirmed_in(cls, scope, matter_id):
        """Return all confirmed uploads for the matter's documents, newest first."""
        return cls._confirmed(cls._of_matter(scope, matter_id))

    @classmethod
    def page_of(cls, scope, document_id, query):
        """Return a page of the confirmed uploads for the document, newest first. Raises `NotFound`."""
        rows = cls._confirmed(cls.of(scope).where(cls.document_id == document_id))
        total = rows.order_by().select(fn.COUNT(1)).alias("uploads_count")
        document = DocumentRequest.fetch(scope, document_id, total)
        return Page(rows.paginate(query["page"], query["per_page"]), document.uploads_count, query)

    @classmethod
    def listed(cls, scope, query, *conditions):
        """Return the page of confirmed uploads of all matters that the `UploadQuery` asks for.

        Each has its `document`, `matter` and `client`.
        """
        filters = [getattr(cls, name) == query[name] for name in ("status", "scan_status") if query.get(name)]
        if query.get("uploaded_after"):
            filters.append(cls.uploaded_at >= query["uploaded_after"])
        if query.get("uploaded_before"):
            filters.append(cls.uploaded_at < query["uploaded_before"])
        if query.get("filename"):
            filters.append(contains_without_key(query["filename"], cls.filename))
        if query.get("flag"):
            filters.append(cls._has_flag(scope, query["flag"]))
        if matters := DocumentRequest.of_matters(scope, query):
            filters.append(DocumentRequest.met_by(cls.document_id, scope, matters, "practice_area" in query))
        matching = cls.of(scope).where(cls.status != ISSUED, *filters, *conditions)
        order = order_of(cls, query, Order(cls.uploaded_at, ascending=query["order"] == "asc"))
        return order.page(scope, matching.select(cls.id), query, lambda ids: cls._with_matters(scope).where(
            selected_by(cls.id, ids)).order_by(*order.terms))

    @classmethod
    def _has_flag(cls, scope, flag):
        """Return the condition that a file deserves a second look for this reason."""
        earlier = cls.alias()
        denied = earlier.select(earlier.document_id).where(earlier.firm_id == scope.firm_id, earlier.status == REJECTED)
        return {
            UNSCANNED: cls.scan_status.in_(NOT_SCANNED),
            TYPE_MISMATCH: cls.type_mismatch,
            RESUBMITTED: selected_by(cls.document_id, denied) & fn.EXISTS(denied.where(
                earlier.document_id == cls.document_id, earlier.uploaded_at < cls.uploaded_at).offset(0)),
        }[flag]

    @classmethod
    def fetch_with_matter(cls, scope, id):
        """Return the firm's confirmed upload with its `document`, `matter` and `client`. Raises `NotFound`."""
        return cls.found(id, cls._with_matters(scope).where(cls.status != ISSUED))

    @classmethod
    def _with_matters(cls, scope):
        return DocumentRequest.with_matters(cls.of(scope, cls, DocumentRequest).join(
            DocumentRequest, attr="document",
            on=(DocumentRequest.id == cls.document_id) & is_in_firm(DocumentRequest, cls.firm_id)))

    @property
    def matter(self):
        """The matter of an upload that was listed."""
        return self.document.matter

    @property
    def client(self):
        """The client of an upload that was listed; None without one."""
        return self.document.matter.client

    @classmethod
    def latest_other(cls, upload):
        """Return the newest of the other confirmed uploads for the same document, None if there is none."""
        others = cls.of(upload).where(cls.document_id == upload.document_id, cls.id != upload.id)
        return cls._confirmed(others).first()

    @classmethod
    def count_for_document(cls, document):
        """Count the uploads for the document, including those not yet confirmed."""
        return cls.of(document).where(cls.document_id == document.id).count()

    @classmethod
    def _confirmed(cls, query):
        return query.where(cls.status != ISSUED).order_by(cls.uploaded_at.desc(), cls.id.desc())

    @classmethod
    def _of_matter(cls, scope, matter_id):
        return (cls.of(scope).join(DocumentRequest, on=DocumentRequest.referenced_by(cls.document_id))
                .where(DocumentRequest.matter_id == matter_id))

    @classmethod
    def purge_unconfirmed(cls, before, limit):
        """Delete up to `limit` unconfirmed uploads of all firms that were issued before the moment; return them."""
        stale = (cls.select(cls.id).where(cls.status == ISSUED, cls.created_at < before).limit(limit)
                 .for_update(skip_locked=True))
        return list(cls.delete().where(cls.id.in_(stale)).returning(cls).execute())

    @classmethod
    def join_to_documents(cls, documents):
        """Extend a query of document requests with their current files as `upload`, None where there is none.

        Only a file's creation time and the columns shown with its document are read: all columns would make a list a
        sixth slower.
        """
        shown = (cls.id, cls.filename, cls.content_type, cls.file_size_bytes, cls.created_at, cls.uploaded_at,
                 cls.scan_status)
        return documents.select_extend(*shown).join_from(
            DocumentRequest, cls, JOIN.LEFT_OUTER, attr="upload", on=cls.referenced_by(DocumentRequest.upload_id))

    @classmethod
    def fetch_document(cls, scope, document_id):
        """Return the firm's document request with its current file as `upload`. Raises `NotFound`."""
        return DocumentRequest.found(document_id, cls.join_to_documents(DocumentRequest.of(scope)))


WITH_DOCUMENT = (
    DocumentRequest.of(StatementScope(), DocumentRequest, Upload, DocumentRequest.title_of_matter(StatementScope()))
    .join(Upload, on=(Upload.firm_id == DocumentRequest.firm_id) & (Upload.document_id == DocumentRequest.id))
    .where(Upload.id == Parameter("id")))
_WITH_DOCUMENT = CompiledQuery(WITH_DOCUMENT, prepared=True)
# Every action locks the document before the upload, so that no two of them can deadlock: Postgres locks the tables of
# a statement in the order in which it names them.
LOCKED_WITH_DOCUMENT = CompiledQuery(WITH_DOCUMENT.for_update(), prepared=True)
