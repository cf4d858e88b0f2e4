"""Schemas of reports."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.accounts.generated_files.states import STATUSES
from intake.core import fields
from intake.core.schemas import Body, PageQuery

from .states import FORMATS, FREQUENCIES, MOST_RECIPIENTS, TYPES


class ReportIn(Body):
    READ_ONLY = ("id", "type", "status", "progress", "rows", "size_bytes", "created_at", "ready_at", "expires_at",
                 "download")

    format = fields.Choice(FORMATS, required=True)
    first_day = fields.Date(data_key="from")
    last_day = fields.Date(data_key="to")
    filters = fields.JsonObject()

    @validates_schema(skip_on_field_errors=True)
    def _check_period(self, data, **_):
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            raise ValidationError({"to": ["May not be before `from`."]})


class ScheduleIn(Body):
    READ_ONLY = ("id", "next_at", "created_at")

    type = fields.Choice(TYPES, required=True)
    format = fields.Choice(FORMATS, required=True)
    frequency = fields.Choice(FREQUENCIES, required=True)
    recipients = fields.List(fields.EmailAddress(), required=True, validate=validate.Length(1, MOST_RECIPIENTS))
    filters = fields.JsonObject()


class ReportsQuery(PageQuery):
    list = fields.Choice(("types", "made"), load_default="types")


class FilterOut(Schema):
    name = fields.String()
    values = fields.List(fields.String())


class ReportEntry(Schema):
    """A type of report, or with `list=made` a report."""

    id = fields.StringOrAbsent()
    type = fields.Choice(TYPES)
    format = fields.StringOrAbsent()
    status = fields.StringOrAbsent()
    progress = fields.IntegerOrAbsent()
    formats = fields.ListOrAbsent(fields.Choice(FORMATS))
    filters = fields.ListOrAbsent(fields.Nested(FilterOut), attribute="shown_filters")
    columns = fields.ListOrAbsent(fields.String())
    created_at = fields.TimestampOrAbsent()


class ReportMade(Schema):
    """A report that is being made."""

    id = fields.String()
    type = fields.Choice(TYPES)
    format = fields.Choice(FORMATS)
    status = fields.Choice(STATUSES)
    progress = fields.Integer()
    created_at = fields.Timestamp()


class DownloadOut(Schema):
    url = fields.String()
    expires_at = fields.Timestamp()


class ReportOut(ReportMade):
    """A report, with the address of its file when it is ready."""

    filters = fields.JsonObject()
    first_day = fields.Date(data_key="from", allow_none=True)
    last_day = fields.Date(data_key="to", allow_none=True)
    rows = fields.Integer(allow_none=True)
    size_bytes = fields.Integer(allow_none=True)
    ready_at = fields.Timestamp(allow_none=True)
    expires_at = fields.Timestamp(allow_none=True)
    download = fields.NestedOrAbsent(DownloadOut)


class ScheduleOut(Schema):
    """A report that is made every week or month and sent as a link."""

    id = fields.String()
    type = fields.Choice(TYPES)
    format = fields.Choice(FORMATS)
    frequency = fields.Choice(FREQUENCIES)
    recipients = fields.List(fields.String())
    filters = fields.JsonObject()
    next_at = fields.Timestamp()
    created_at = fields.Timestamp()
