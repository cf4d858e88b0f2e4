"""Schemas of exports."""

from marshmallow import Schema

from intake.accounts.generated_files.states import STATUSES
from intake.core import fields
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.schemas import Body


class ExportIn(Body):
    READ_ONLY = ("id", "status", "progress", "files", "size_bytes", "created_at", "ready_at", "expires_at", "download")

    client_id = fields.Text(64, not_blank=True, allow_none=True)
    language = fields.Choice(tuple(LANGUAGES), load_default=ENGLISH)


class ExportRow(Schema):
    """An export in the list; one without a client is of the whole firm."""

    id = fields.String()
    client_id = fields.String(allow_none=True)
    language = fields.Choice(tuple(LANGUAGES))
    status = fields.Choice(STATUSES)
    progress = fields.Integer()
    files = fields.Integer(allow_none=True)
    size_bytes = fields.Integer(allow_none=True)
    created_at = fields.Timestamp()
    ready_at = fields.Timestamp(allow_none=True)
    expires_at = fields.Timestamp(allow_none=True)


class ExportDownload(Schema):
    url = fields.String()
    expires_at = fields.Timestamp()


class ExportOut(ExportRow):
    """An export, with the address of its file when it is ready."""

    download = fields.NestedOrAbsent(ExportDownload)
