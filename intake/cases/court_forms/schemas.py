"""Schemas of court forms."""

from marshmallow import Schema, ValidationError, validate

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.templates.states import STATES
from intake.core import fields
from intake.core.content_types import PDF
from intake.core.schemas import Body, PageQuery

from .form_pdf.limits import MAX_FIELDS, MAX_NAME
from .sources import INVALID, MAX_SOURCE, is_source
from .states import COURT_TYPES, FEDERAL, FIELD_TYPES, FILL_STATUSES, FIRM, MAX_BYTES, STATUSES

JURISDICTIONS = (FEDERAL, *STATES)
CATALOGUE = "catalogue"
_EXAMPLE = {"users1_name_full": "client.full_name", "has_children_yes": "answers.has_children=yes"}


def _check_source(source):
    if not is_source(source):
        raise ValidationError(INVALID)


class FormIn(Body):
    READ_ONLY = ("id", "status", "court", "source", "effective_date", "checked_on", "fillable", "supersedes", "problem",
                 "page_count", "fields", "mapping")

    name = fields.Text(255, required=True)
    filename = fields.Text(255, required=True)
    content_type = fields.Choice((PDF,), required=True)
    file_size_bytes = fields.Integer(required=True, validate=validate.Range(1, MAX_BYTES))
    number = fields.Text(64, allow_none=True)
    state = fields.Choice(JURISDICTIONS, allow_none=True)
    practice_area = fields.Choice(PRACTICE_AREAS, allow_none=True)
    court_type = fields.Choice(COURT_TYPES, allow_none=True)


class MappingIn(Body):
    READ_ONLY = ("version",)

    sources = fields.Dict(
        keys=fields.Text(MAX_NAME), values=fields.Text(MAX_SOURCE, required=True, validate=_check_source),
        required=True, validate=validate.Length(max=MAX_FIELDS), data_key="fields", metadata={"example": _EXAMPLE})


class FillIn(Body):
    flatten = fields.Flag()
    allow_missing = fields.Flag()


class FormQuery(PageQuery):
    state = fields.Choice(JURISDICTIONS)
    practice_area = fields.Choice(PRACTICE_AREAS)
    court_type = fields.Choice(COURT_TYPES)
    fillable = fields.QueryFlag()
    source = fields.Choice((FIRM, CATALOGUE))
    search = fields.Text(255)


class FormRow(Schema):
    """A form in the list."""

    id = fields.String()
    number = fields.String(allow_none=True)
    name = fields.String()
    court = fields.String(allow_none=True)
    state = fields.String(allow_none=True)
    practice_area = fields.String(allow_none=True)
    court_type = fields.String(allow_none=True)
    source = fields.String()
    effective_date = fields.String(allow_none=True)
    checked_on = fields.String(allow_none=True)
    fillable = fields.Boolean(attribute="is_fillable")
    status = fields.Choice(STATUSES, allow_none=True)


class _FormFieldOut(Schema):
    name = fields.String()
    label = fields.String(allow_none=True)
    type = fields.Choice(FIELD_TYPES)
    required = fields.Boolean()


class MappingOut(Schema):
    version = fields.Integer()
    sources = fields.Dict(keys=fields.String(), values=fields.String(), attribute="fields", data_key="fields",
                          metadata={"example": _EXAMPLE})


class FormOut(FormRow):
    """A single form."""

    supersedes = fields.List(fields.String())
    problem = fields.String(allow_none=True)
    page_count = fields.Integer(allow_none=True)
    form_fields = fields.List(
        fields.Nested(_FormFieldOut), attribute="shown_fields", data_key="fields", allow_none=True, metadata={
            "example": [{"name": "users1_name_full", "label": "Petitioner", "type": "text", "required": True}]})
    mapping = fields.Nested(MappingOut, allow_none=True)


class _FormUpload(Schema):
    """Where to PUT the file, until when, and with which headers."""

    upload_url = fields.String()
    upload_url_expires_at = fields.Timestamp(attribute="url_expires_at")
    headers = fields.Dict(keys=fields.String(), values=fields.String(), data_key="fields")


class FormIssued(Schema):
    """A new form, to which its file has still to be sent."""

    id = fields.String()
    upload = fields.Nested(_FormUpload)


class FormConfirmed(Schema):
    id = fields.String()
    status = fields.Choice(STATUSES)


class FillStarted(Schema):
    id = fields.String()
    status = fields.Choice(FILL_STATUSES)


class _MissingOut(Schema):
    field = fields.String()
    question = fields.String(allow_none=True)


class FillOut(FillStarted):
    """The outcome of filling in a form."""

    form_id = fields.String()
    document_id = fields.String(allow_none=True)
    problem = fields.String(allow_none=True)
    missing = fields.List(fields.Nested(_MissingOut))
    created_at = fields.Timestamp()
    finished_at = fields.Timestamp(allow_none=True)
