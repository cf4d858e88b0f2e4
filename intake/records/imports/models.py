"""The progress of an import, and the records of an export that would clash with existing ones."""

from peewee import BigIntegerField, IntegerField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.db import Model, db
from intake.core.plain_text import UNSTORABLE

from .errors import ImportAtWork, ImportRefused

TAKEN_BACK = -1
"""The step of an import that is being undone."""


class FirmImport(Model):
    """A firm that is being imported: it is suspended until the import is complete."""

    firm_id = TextField(primary_key=True)
    sums = TextField()
    step = IntegerField(default=0)
    rows = BigIntegerField(default=0)
    suspended_at = DateTimeTZField(null=True)
    created_at = DateTimeTZField()

    @classmethod
    def of(cls, firm_id):
        """Return the import of the firm with this id, None if there is none."""
        return cls.get_or_none(cls.firm_id == firm_id)

    def go_to(self, step, rows):
        """Record that the steps before this one are done, and this many rows of it. Raises `ImportAtWork`.

        First in a transaction it makes other processes that import the firm wait, and then give up.
        """
        if not FirmImport.update(step=step, rows=rows).where(
                FirmImport.firm_id == self.firm_id, FirmImport.sums == self.sums, FirmImport.step == self.step,
                FirmImport.rows == self.rows).execute():
            raise ImportAtWork("This firm is being imported by another process.")
        self.step, self.rows = step, rows


UNIQUE = {"firms": ("id", "slug"), "users": ("id", "email_key"), "intake_links": ("id", "public_part"),
          "communications": ("id", "provider_id"), "letter_signers": ("id", "public_part")}
"""The columns whose values only one row of an installation may have; of every other table with an id that alone."""


def clashes(table, rows):
    """Return a value of the rows that a row here has already, None if there is none. Raises `ImportRefused`."""
    for column in UNIQUE.get(table.name, ("id",) if "id" in rows[0] else ()):
        values = [row[column] for row in rows if row.get(column) is not None]
        if not all(map(_is_text, values)):
            raise ImportRefused(f"{table.name} has a row whose {column} is no text.")
        found = db.execute_sql(
            f'SELECT "{column}" FROM "{table.name}" WHERE "{column}" = ANY (%s::text[]) LIMIT 1',  # noqa: S608
            [values]).fetchone()
        if found:
            return found[0]
    return None


def _is_text(value):
    """Whether a value can be a text of the database."""
    return isinstance(value, str) and not UNSTORABLE.search(value)
