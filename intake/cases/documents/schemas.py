"""Schemas of document requests."""

from marshmallow import Schema, validate

from intake.cases.matters.schemas import MatterPartQuery, WithMatter
from intake.core import fields
from intake.core.schemas import Body, PageQuery, Patch

from .states import DEFAULT_MAX_FILE_SIZE_MB, STATUSES

MIME_TYPE = validate.Regexp(
    r"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\Z",
    error="Must be a MIME type such as application/pdf.")
_ACCEPTED_TYPE = validate.Regexp(
    r"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/([A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}|\*)\Z",
    error="Must be a MIME type such as application/pdf or image/*.")


class DocumentIn(Body):
    READ_ONLY = ("id", "matter_id", "position", "status", "waived", "waived_reason", "client_note", "upload",
                 "matter", "client", "created_at", "updated_at")

    name = fields.Text(255, required=True)
    description = fields.Text(10_000, allow_none=True)
    instructions = fields.Text(10_000, allow_none=True)
    category = fields.Text(100, allow_none=True)
    required = fields.Flag(load_default=True)
    accepted_types = fields.List(fields.Text(255, validate=_ACCEPTED_TYPE), validate=validate.Length(max=50))
    max_file_size_mb = fields.Integer(load_default=DEFAULT_MAX_FILE_SIZE_MB, validate=validate.Range(1, 5000))


class DocumentPatch(Patch, DocumentIn):
    position = fields.Integer(validate=validate.Range(0, 1000))


class WaiveIn(Body):
    reason = fields.Text(1000, required=True)


class DocumentQuery(PageQuery):
    status = fields.Choice(STATUSES)


class DocumentsQuery(MatterPartQuery):
    status = fields.Choice(STATUSES)
    required = fields.QueryFlag()
    overdue = fields.QueryFlag(metadata={
        "description": "Whether it is required, has not been handed in, and belongs to an active matter with an "
                       "open deadline that has passed."})
    sort = fields.Choice(("created_at",), load_default="created_at")
    order = fields.Choice(("asc", "desc"), load_default="desc")


class UploadOfDocument(Schema):
    """The file a document request shows."""

    id = fields.String()
    filename = fields.String()
    content_type = fields.String()
    file_size_bytes = fields.Integer()
    uploaded_at = fields.Timestamp()
    scan_status = fields.String()


class DocumentOut(Schema):
    id = fields.String()
    matter_id = fields.String()
    name = fields.String()
    description = fields.String(allow_none=True)
    instructions = fields.String(allow_none=True)
    category = fields.String(allow_none=True)
    position = fields.Integer()
    required = fields.Boolean()
    status = fields.Choice(STATUSES)
    waived = fields.BooleanOrAbsent(metadata={"description": "True if it is approved without a file; else absent."})
    waived_reason = fields.StringOrAbsent()
    client_note = fields.StringOrAbsent()
    accepted_types = fields.List(fields.String())
    max_file_size_mb = fields.Integer()
    upload = fields.Nested(UploadOfDocument, allow_none=True)
    created_at = fields.Timestamp()


class DocumentRow(DocumentOut, WithMatter):
    """A document request in the list of all matters."""
