"""Imports of matters: the table, and the rows in it."""

from peewee import Case, IntegerField, JSONField, TextField, fn

from intake.core.clock import now
from intake.core.purging import purge
from intake.core.sealed_json import open_json, seal_json
from intake.core.tenancy import FirmRecord

from .reading import Row
from .states import CHECKED, KEPT_FOR, MOST_KEPT, OPENING


class MatterImport(FirmRecord):
    """A file's rows that are not open yet, and the matters that are. `user_id` is the person who chose the file.

    `total` is the number of the rows, and while matters are being opened that of these.
    """

    prefix = "mimp"
    resource = "matter_import"

    user_id = TextField()
    status = TextField(default=CHECKED)
    sealed_content = TextField()
    opened = JSONField(default=list)
    total = IntegerField(default=0)
    done = IntegerField(default=0)
    filename = TextField(null=True)

    @classmethod
    def begin(cls, caller, content, filename=None):
        """Insert an import with this content; of the firm's others, only the newest stay."""
        superfluous = cls.of(caller, cls.id).order_by(cls.created_at.desc()).offset(MOST_KEPT - 1)
        cls.delete().where(cls.firm_id == caller.firm_id, cls.id.in_(superfluous), cls.status == CHECKED).execute()
        return cls.create(firm_id=caller.firm_id, user_id=caller.user.id, total=len(content.rows),
                          sealed_content=content.sealed(), filename=filename)

    @classmethod
    def newest(cls, caller):
        """Return the firm's imports, the newest first."""
        count = fn.JSONB_ARRAY_LENGTH(cls.opened).alias("opened_count")
        shown = cls.of(caller, cls.id, cls.status, cls.created_at, cls.total, cls.filename, count)
        return list(shown.order_by(cls.created_at.desc()).objects())

    @classmethod
    def fetch_to_show(cls, caller, id):
        """As `fetch`. While matters are being opened, it has no content: a page then asks for it every second."""
        content = Case(None, [(cls.status == CHECKED, cls.sealed_content)])
        others = [column for column in cls._meta.sorted_fields if column is not cls.sealed_content]
        return cls.found(id, cls.of(caller, *others, content.alias("sealed_content")))

    @classmethod
    def purge_old(cls):
        """Delete the expired ones of all firms."""
        purge(cls, cls.created_at, now() - KEPT_FOR, cls.status == CHECKED)

    @property
    def content(self):
        """The `Content` of the import."""
        return Content.unsealed(self.sealed_content)

    @property
    def is_opening(self):
        """Whether the worker is opening its matters."""
        return self.status == OPENING

    def keep(self, content, *conditions, **values):
        """Replace the content unless the worker is opening its matters, or the conditions do not hold."""
        still = conditions or (MatterImport.status == CHECKED,)
        return self.change(*still, sealed_content=content.sealed(), **{"total": len(content.rows)} | values)

    def count_one(self):
        """Count a matter as opened, in its transaction. Return False if another worker has counted one meanwhile."""
        return self.change(MatterImport.status == OPENING, MatterImport.done == self.done, done=self.done + 1)


class Content:
    """The `rows` of a file in their order, each with another number, and its columns.

    `header` is (name, first value) of each, `columns` what each is read as, None for one that is not. `text` is the
    file, as long as it can be read again with other columns: until rows are corrected or opened.
    """

    def __init__(self, rows, header=(), columns=(), text=""):
        self.rows, before = sorted(rows, key=lambda row: row.number), -1
        self.header, self.columns, self.text = header, columns, text
        for row in self.rows:
            row.number = before = max(row.number, before + 1)

    @property
    def unread(self):
        """The names of the columns that are not read."""
        return [name for (name, _), column in zip(self.header, self.columns, strict=True) if name and not column]

    def with_rows(self, rows):
        """Return the content with other rows, which do not have to be those of the file any more."""
        return Content(rows, self.header, self.columns)

    def sealed(self):
        """Return the content as an encrypted text."""
        return seal_json({"rows": [_stored(row) for row in self.rows], "header": self.header, "columns": self.columns,
                          "text": self.text})

    @classmethod
    def unsealed(cls, sealed):
        """Return the content of an encrypted text."""
        stored = open_json(sealed)
        return cls([Row(**values) for values in stored.pop("rows")], **stored)


def _stored(row):
    """Return the values of a row that a page shows; the others are found again before its matter is opened."""
    return {"number": row.number, "cells": row.cells, "wrong": row.wrong, "notes": row.notes, "client": row.client,
            "matter": {"practice_area": row.matter.get("practice_area")}, "in_charge": row.in_charge,
            "matter_id": row.matter_id, "is_closed": row.is_closed}
