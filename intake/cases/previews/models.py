"""Previews: the table and its queries."""

from peewee import IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.tenancy import FirmRecord

from .states import MAX_PAGES, READY


class Preview(FirmRecord):
    """The rendered pages of an upload, whose id it has.

    `pages` are their [width, height] in pixels, from the first one on; `wanted` is the last page that was asked for.
    """

    resource = "upload"

    status = TextField(default=READY)
    problem = TextField(null=True)
    page_count = IntegerField(null=True)
    pages = JSONField(default=list)
    wanted = IntegerField()
    rotation = IntegerField(default=0)
    updated_at = DateTimeTZField()

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the files they see; see `FirmRecord`."""
        return cls.id.in_(Upload.of(scope, Upload.id))

    @classmethod
    def of_upload(cls, upload):
        """Return the preview of an upload, None if it was not rendered yet."""
        return cls.of(upload).where(cls.id == upload.id).first()

    @property
    def renderable(self):
        """How many pages will be rendered if all are asked for; 0 if the file cannot be shown."""
        return min(self.page_count or 0, MAX_PAGES)

    @classmethod
    def created_once(cls, upload, **values):
        """Create the preview of an upload unless there is one. Return the one there is, locked."""
        cls.insert_once([cls.id], id=upload.id, firm_id=upload.firm_id, updated_at=now(), **values)
        return cls.fetch_locked(upload, upload.id)


def image_key(upload, number):
    """Return the storage key of a page, beside its file, with which it is deleted."""
    return f"files/{upload.firm_id}/{upload.id}/preview/{number}.webp"
