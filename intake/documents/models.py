"""Document requests, and the questions asked of them."""

from peewee import BooleanField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.matters.models import MatterPart

from .states import MEGABYTE, PENDING


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
    upload_id = TextField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "document_requests"

    upload = None
    """The current file, where the query joined it."""

    @property
    def max_file_size_bytes(self):
        """The limit in bytes; the interface's megabytes are of 1024 × 1024."""
        return self.max_file_size_mb * MEGABYTE

    def accepts(self, content_type):
        """Whether a file of this MIME type may be handed in; no accepted types means any."""
        kind = content_type.lower()
        wanted = {accepted.lower() for accepted in self.accepted_types}
        return not wanted or kind in wanted or f"{kind.partition('/')[0]}/*" in wanted
