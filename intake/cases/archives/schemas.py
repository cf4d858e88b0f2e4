"""The query of an archive."""

from intake.core import fields
from intake.core.schemas import Query

from .states import APPROVED, CHOICES


class ArchiveQuery(Query):
    files = fields.Choice(CHOICES, load_default=APPROVED)
