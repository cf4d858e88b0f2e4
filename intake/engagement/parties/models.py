"""The parties of matters: the table and its queries."""

from peewee import JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.matters.models import MatterPart


class MatterParty(MatterPart):
    """A person or company involved in a matter, other than its client."""

    prefix = "pty"
    resource = "party"

    name = TextField()
    kind = TextField()
    role = TextField()
    aliases = JSONField(default=list)
    former_names = JSONField(default=list)
    relation = TextField(null=True)
    email = TextField(null=True)
    phone = TextField(null=True)
    address = JSONField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "matter_parties"

    @classmethod
    def of_matter(cls, scope, matter_id):
        """Return a query for the matter's parties, in the order in which they were added."""
        return cls.of(scope).where(cls.matter_id == matter_id).order_by(cls.created_at, cls.id)
