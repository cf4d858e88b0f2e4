"""Schemas of uploads."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.cases.documents.schemas import MIME_TYPE
from intake.cases.matters.schemas import MatterPartQuery, WithMatter
from intake.cases.review_reasons.schemas import ReasonGiven
from intake.core import fields
from intake.core.schemas import Body, Query

from .states import FLAGS, REJECTED, REVIEWS, SCAN_STATUSES, STATUSES


class SignedUrlIn(Body):
    document_id = fields.Text(64, required=True)
    filename = fields.Text(255, required=True)
    content_type = fields.Text(255, required=True, validate=MIME_TYPE)
    file_size_bytes = fields.Integer(required=True, validate=validate.Range(1, 5 * 1024**4))


class SignedUrl(Schema):
    """Where to PUT the file, until when, and with which headers."""

    upload_id = fields.String(attribute="id")
    upload_url = fields.String()
    upload_url_expires_at = fields.Timestamp(attribute="url_expires_at")
    headers = fields.Dict(keys=fields.String(), values=fields.String(), attribute="fields", data_key="fields")


class PartIn(Body):
    start = fields.Integer(required=True, validate=validate.Range(0))


class PartUrl(Schema):
    """Where to PUT the bytes of the file from `start` up to, not including, `end`."""

    upload_url = fields.String()
    end = fields.Integer()


class UploadOut(Schema):
    """An upload as its confirmation returns it."""

    id = fields.String()
    document_id = fields.String()
    filename = fields.String()
    content_type = fields.String()
    file_size_bytes = fields.Integer()
    status = fields.Choice(STATUSES)
    uploaded_at = fields.Timestamp()


class UploadDetail(UploadOut):
    """An upload with its review and the worker's findings about the file; null is not known, or not yet."""

    reviewer_notes = fields.String(allow_none=True)
    reason = fields.Nested(ReasonGiven, attribute="review_reason", allow_none=True)
    reviewed_at = fields.Timestamp(allow_none=True)
    scan_status = fields.Choice(SCAN_STATUSES)
    sha256 = fields.String(allow_none=True)
    detected_type = fields.String(allow_none=True)
    type_mismatch = fields.Boolean()
    page_count = fields.Integer(allow_none=True)


class UploadQuery(MatterPartQuery):
    status = fields.Choice(STATUSES)
    scan_status = fields.Choice(SCAN_STATUSES)
    flag = fields.Choice(FLAGS)
    uploaded_after = fields.Moment()
    uploaded_before = fields.Moment()
    filename = fields.Text(255)
    sort = fields.Choice(("uploaded_at",), load_default="uploaded_at")
    order = fields.Choice(("asc", "desc"), load_default="desc")

    @validates_schema(skip_on_field_errors=True)
    def _searches_one_matter(self, query, **_):
        if query.get("filename") and not query.get("matter_id"):
            raise ValidationError("Needs a matter_id: the files of one matter are searched.", "filename")


class _DocumentNamed(Schema):
    id = fields.String()
    name = fields.String()
    matter_id = fields.String()


class _DocumentOfUpload(Schema):
    id = fields.String()
    name = fields.String()


class _MatterNamed(Schema):
    id = fields.String()
    title = fields.String()


class UploadRow(UploadOut, WithMatter):
    """An upload in the list of all matters."""

    scan_status = fields.Choice(SCAN_STATUSES)
    type_mismatch = fields.Boolean()
    page_count = fields.Integer(allow_none=True)
    document = fields.Nested(_DocumentOfUpload)


class DocumentEvent(Schema):
    """The payload of `document.uploaded`."""

    upload = fields.Nested(UploadOut)
    document = fields.Nested(_DocumentNamed)
    matter = fields.Nested(_MatterNamed)


class DocumentReviewed(DocumentEvent):
    """The payload of `document.approved` and `document.rejected`."""

    reviewer_notes = fields.String(allow_none=True)


class ReviewIn(Body):
    READ_ONLY = ("id", "document_id", "filename", "content_type", "file_size_bytes", "uploaded_at", "reviewed_at",
                 "reason", "scan_status", "sha256", "detected_type", "type_mismatch", "page_count",
                 "document", "matter", "client")

    status = fields.Choice(REVIEWS, required=True)
    reviewer_notes = fields.Text(10_000, allow_none=True)
    reason_id = fields.Text(64, not_blank=True, allow_none=True)

    @validates_schema(skip_on_field_errors=True)
    def _is_why_it_is_rejected(self, data, **_):
        if data.get("reason_id") and data["status"] != REJECTED:
            raise ValidationError("Only a rejection has a reason.", "reason_id")


class Reviewed(Schema):
    """An upload as its review returns it."""

    id = fields.String()
    document_id = fields.String()
    status = fields.Choice(STATUSES)
    reviewer_notes = fields.String(allow_none=True)
    reason = fields.NestedOrAbsent(ReasonGiven, attribute="review_reason")
    reviewed_at = fields.Timestamp()


class DownloadQuery(Query):
    """`unscanned` must be true to read a file that the scanner has not read."""

    unscanned = fields.QueryFlag()


class Download(Schema):
    url = fields.String()
    expires_at = fields.Timestamp()
    scan_status = fields.Choice(SCAN_STATUSES)
