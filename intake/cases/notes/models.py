"""Notes: the table and its queries."""

from peewee import TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.audit.models import actor_name
from intake.cases.matters.models import MatterPart

from .states import NOTE


class MatterNote(MatterPart):
    """A note about a matter, or what was said in a call or meeting, which took place at `happened_at`.

    The actor is its author: a person, also one for whom an application acts, or an API key.
    """

    prefix = "note"
    resource = "note"

    kind = TextField(default=NOTE)
    text = TextField()
    happened_at = DateTimeTZField(null=True)
    actor_type = TextField()
    actor_id = TextField(null=True)
    edited_at = DateTimeTZField(null=True)
    search_key = TextField(default="")
    updated_at = DateTimeTZField()
    author_name: str | None = None  # in `with_authors`

    class Meta:
        table_name = "matter_notes"

    @property
    def author(self):
        """Who wrote it, as `ActorOut` shows it."""
        return {"type": self.actor_type, "id": self.actor_id, "name": self.author_name}

    @classmethod
    def with_authors(cls, rows):
        """Extend a query of notes with the names of their authors."""
        return rows.select_extend(actor_name(cls.firm_id, cls.actor_id).alias("author_name"))

    @classmethod
    def newest_first(cls):
        """Return the order of a matter's notes."""
        return cls.created_at.desc(), cls.id.desc()
