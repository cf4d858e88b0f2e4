"""Previews: the tables and their queries."""

from peewee import BooleanField, CompositeKey, IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.db import Model
from intake.core.paging import selected_by
from intake.core.tenancy import FirmRecord

from .states import BATCH, MAX_PAGES, READY


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
    has_thumbnail = BooleanField(default=False)
    updated_at = DateTimeTZField()

    texts: dict[str, list] | None = None
    """The text of the pages by number, if it was read together with its texts."""

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the files they see; see `FirmRecord`."""
        return selected_by(cls.id, Upload.of(scope, Upload.id))

    @classmethod
    def of_upload(cls, upload):
        """Return the preview of an upload, None if it was not rendered yet."""
        return cls.of(upload).where(cls.id == upload.id).first()

    @classmethod
    def with_texts(cls, scope, ids, first):
        """Return a query for the previews of these uploads, with the `texts` of a batch of pages from page `first` on.
        """
        texts = PageText.select(fn.JSON_OBJECT_AGG(PageText.number, PageText.lines)).where(
            PageText.firm_id == cls.firm_id, PageText.upload_id == cls.id,
            PageText.number.between(first, first + BATCH - 1))
        return cls.of(scope, cls, texts.alias("texts")).where(cls.id.in_(ids))

    @property
    def renderable(self):
        """How many pages will be rendered if all are asked for; 0 if the file cannot be shown."""
        return min(self.page_count or 0, MAX_PAGES)

    @classmethod
    def created_once(cls, upload, **values):
        """Return the preview of an upload, locked, and create it if there is none."""
        cls.insert_once([cls.id], id=upload.id, firm_id=upload.firm_id, updated_at=now(), **values)
        return cls.fetch_locked(upload, upload.id)


class PageText(Model):
    """The text of an upload's page: lines of [x, y, width, height, text], in thousandths of its width."""

    firm_id = TextField()
    upload_id = TextField()
    number = IntegerField()
    lines = JSONField()

    class Meta:
        primary_key = CompositeKey("firm_id", "upload_id", "number")

    @classmethod
    def keep(cls, upload, pages):
        """Insert the texts of these pages of an upload."""
        rows = [{"firm_id": upload.firm_id, "upload_id": upload.id, "number": page.number, "lines": page.lines}
                for page in pages if page.lines]
        if rows:
            cls.insert_many(rows).on_conflict_ignore().execute()


def image_key(upload, number):
    """Return the storage key of a page, beside its file, with which it is deleted."""
    return f"files/{upload.firm_id}/{upload.id}/preview/{number}.webp"


def thumbnail_key(upload):
    """Return the storage key of the thumbnail of the first page."""
    return image_key(upload, "small")
