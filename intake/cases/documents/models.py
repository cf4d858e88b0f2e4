"""Document requests, and the questions asked of them."""

from peewee import BooleanField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.matters.models import MatterPart
from intake.core.translations import texts_in

from .states import MEGABYTE, PENDING, REJECTED, TEXTS


class DocumentRequest(MatterPart):
    """Something the client is asked to hand in (interface, "Document request")."""

    prefix = "doc"
    resource = "document"

    name = TextField()
    name_key = TextField()
    description = TextField(null=True)
    instructions = TextField(null=True)
    required = BooleanField(default=True)
    status = TextField(default=PENDING)
    accepted_types = JSONField(default=list)
    max_file_size_mb = IntegerField(default=25)
    category = TextField(null=True)
    translations = JSONField(default=dict)
    upload_id = TextField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "document_requests"

    upload = None
    """The current file, where the query joined it."""

    def texts_in(self, language):
        """Its name, description, instructions and category in the language, as far as there is a translation."""
        return texts_in(language, {name: getattr(self, name) for name in TEXTS}, self.translations)

    @property
    def max_file_size_bytes(self):
        """The limit in bytes; the interface's megabytes are of 1024 × 1024."""
        return self.max_file_size_mb * MEGABYTE

    def accepts(self, content_type):
        """Whether a file of this MIME type may be handed in; no accepted types means any."""
        kind = content_type.lower()
        wanted = {accepted.lower() for accepted in self.accepted_types}
        return not wanted or kind in wanted or f"{kind.partition('/')[0]}/*" in wanted


def open_documents(scope, matter_id):
    """The required documents that the matter's client has still to hand in, in the order they were asked for."""
    return (DocumentRequest.of(scope).where(
        DocumentRequest.matter_id == matter_id, DocumentRequest.required,
        DocumentRequest.status.in_((PENDING, REJECTED))).order_by(DocumentRequest.created_at, DocumentRequest.id))
