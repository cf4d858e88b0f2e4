"""Document requests: the table and its queries."""

from peewee import BooleanField, IntegerField, JSONField, TextField, Value, ValuesList, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.periods import in_period_of_other_client
from intake.core.clock import now
from intake.core.paging import selected_by
from intake.core.tenancy import is_in_firm
from intake.core.translations import texts_in

from .states import APPROVED, CLIENT, DEFAULT_MAX_FILE_SIZE_MB, DONE, FIRM, MEGABYTE, OPEN, PENDING, REJECTED, TEXTS


class DocumentRequest(MatterPart):
    """A document that the client is asked to upload."""

    prefix = "doc"
    resource = "document"

    name = TextField()
    name_key = TextField()
    description = TextField(null=True)
    instructions = TextField(null=True)
    required = BooleanField(default=True)
    status = TextField(default=PENDING)
    accepted_types = JSONField(default=list)
    max_file_size_mb = IntegerField(default=DEFAULT_MAX_FILE_SIZE_MB)
    category = TextField(null=True)
    translations = JSONField(default=dict)
    upload_id = TextField(null=True)
    waived_reason = TextField(null=True)
    position = IntegerField(default=0)
    client_note = TextField(null=True)
    client_noted_at = DateTimeTZField(null=True)
    from_firm = BooleanField(default=False)
    updated_at = DateTimeTZField()
    changed_at = DateTimeTZField(default=now)

    uploads_count: int  # in `Upload.page_of`
    matter_title: str  # in `title_of_matter`
    upload = None
    """The current `Upload`, in the rows of queries that join it."""

    def texts_in(self, language):
        """Return name, description, instructions and category, each translated where there is a translation."""
        return texts_in(language, {name: getattr(self, name) for name in TEXTS}, self.translations)

    @property
    def max_file_size_bytes(self):
        """The size limit in bytes; a megabyte is 1024 × 1024 bytes."""
        return self.max_file_size_mb * MEGABYTE

    @property
    def waived(self):
        """True if it is approved without a file, else None."""
        return True if self.waived_reason is not None else None

    @classmethod
    def in_order(cls):
        """Return the terms that sort a matter's requests: as the firm sorted them, then by creation."""
        return cls.position == 0, cls.position, cls.created_at, cls.id

    @classmethod
    def asked_for(cls, scope, matter_id, *columns):
        """Return a query for the requests of the matter to its client: not for the documents that the firm made."""
        return cls.of(scope, *columns).where(cls.matter_id == matter_id, ~cls.from_firm)

    @classmethod
    def ids_in_order(cls, document):
        """Return the ids of all requests of the document's matter in their order."""
        return list(cls.of(document, cls.id).where(cls.matter_id == document.matter_id).order_by(
            *cls.in_order()).scalars())

    @classmethod
    def lock_all_in(cls, scope, matter_id):
        """Lock all requests of the matter, so that neither these nor their files change until the transaction ends.

        The matter is not locked: all other transactions lock one of the requests before they change the matter.
        """
        list(cls.of(scope, cls.id).where(cls.matter_id == matter_id).order_by(cls.id).for_update(
            "FOR NO KEY UPDATE").tuples())

    @classmethod
    def sort(cls, document, ids):
        """Number the requests of the document's matter in this order, from 1."""
        places = ValuesList([(id, place) for place, id in enumerate(ids, 1)], columns=("id", "place"), alias="places")
        cls.update(position=places.c.place, updated_at=now()).from_(places).where(
            cls.firm_id == document.firm_id, cls.matter_id == document.matter_id, cls.id == places.c.id).execute()

    @classmethod
    def write_again(cls, upload):
        """Let `updated_since` list the request that shows this upload, about which something was found out."""
        cls.update(upload_id=upload.id).where(
            cls.firm_id == upload.firm_id, cls.id == upload.document_id, cls.upload_id == upload.id).execute()

    @classmethod
    def is_open(cls):
        """Return the condition that the client still has to upload the document."""
        return cls.status.in_(OPEN)

    @classmethod
    def awaits_client(cls):
        """Return the condition that no note about the document awaits an answer of the firm, or that it came back."""
        of_other = fn.EXISTS(Matter.select(Value(1)).where(
            Matter.firm_id == cls.firm_id, Matter.id == cls.matter_id,
            in_period_of_other_client(cls.client_noted_at, Matter)))
        return cls.client_noted_at.is_null() | (cls.status == REJECTED) | of_other

    @classmethod
    def is_turn_of(cls, turn):
        """Return the condition that the document waits for the `client` or for the `firm`, or is `done`."""
        is_clients = cls.is_open() & cls.awaits_client()
        return {CLIENT: is_clients, FIRM: (cls.status != APPROVED) & ~is_clients, DONE: cls.status == APPROVED}[turn]

    def as_seen_by_client_of(self, matter):
        """Return this request of the matter without a note of another client, or one that the firm answered."""
        if not self.client_noted_at or matter.had_other_client_at(self.client_noted_at):
            self.client_note = self.client_noted_at = None
        return self

    @classmethod
    def met_by(cls, column, scope, conditions, by_many):
        """Return the condition that the request with the column's id meets the conditions, as few do or as many."""
        if not by_many:
            return selected_by(column, cls.of(scope, cls.id).where(*conditions))
        return fn.EXISTS(cls.select(Value(1)).where(
            cls.id == column, is_in_firm(cls, scope.firm_id), *conditions).offset(0))

    @classmethod
    def title_of_matter(cls, scope):
        """Return the column `matter_title` of a query of the firm's requests."""
        return Matter.of(scope, Matter.title).where(Matter.id == cls.matter_id).alias("matter_title")

    def accepts(self, content_type):
        """Whether a file of this MIME type may be uploaded. Without accepted types any may."""
        content_type = content_type.lower()
        accepted = {pattern.lower() for pattern in self.accepted_types}
        return not accepted or content_type in accepted or f"{content_type.partition('/')[0]}/*" in accepted


def open_documents(scope, matter_id):
    """Return the required documents that the client has still to upload, in their order."""
    return (DocumentRequest.of(scope).where(
        DocumentRequest.matter_id == matter_id, DocumentRequest.required,
        DocumentRequest.is_open()).order_by(*DocumentRequest.in_order()))
