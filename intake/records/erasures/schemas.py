"""Schemas of erasures."""

from marshmallow import Schema, ValidationError, validates_schema

from intake.core import fields
from intake.core.schemas import Body

from .states import CLIENT, DOCUMENT, KINDS, LEAD, LONGEST_REASON, MATTER, STATUSES

RECORDS = {f"{kind}_id": kind for kind in (CLIENT, MATTER, DOCUMENT, LEAD)}


class ErasureIn(Body):
    """Exactly one of the ids."""

    READ_ONLY = ("id", "kind", "record_id", "status", "goes", "stays", "needs_second_person", "asked_by",
                 "confirmed_by", "created_at", "confirmed_at", "finished_at", "elsewhere", "certificate_sha256")

    client_id = fields.Text(64)
    matter_id = fields.Text(64)
    document_id = fields.Text(64)
    lead_id = fields.Text(64)
    reason = fields.Text(LONGEST_REASON, required=True)

    @validates_schema(skip_on_field_errors=True)
    def _names_one_record(self, data, **_):
        if sum(name in data for name in RECORDS) != 1:
            raise ValidationError({"client_id": [f"Give exactly one of {', '.join(RECORDS)}."]})


class GoesOut(Schema):
    kind = fields.String()
    count = fields.Integer()


class StaysOut(Schema):
    kind = fields.String()
    count = fields.Integer(allow_none=True)
    why = fields.String()


class ElsewhereOut(Schema):
    platform = fields.String()
    kind = fields.String()
    external_id = fields.String()


class ErasureOut(Schema):
    id = fields.String()
    kind = fields.Choice(KINDS)
    record_id = fields.String()
    reason = fields.String(allow_none=True)
    status = fields.Choice(STATUSES)
    goes = fields.List(fields.Nested(GoesOut))
    stays = fields.List(fields.Nested(StaysOut))
    elsewhere = fields.List(fields.Nested(ElsewhereOut))
    asked_by = fields.String(allow_none=True)
    confirmed_by = fields.String(allow_none=True)
    confirmed_at = fields.Timestamp(allow_none=True)
    finished_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


class CertificateFirm(Schema):
    id = fields.String()
    name = fields.String()


class CertificateOut(Schema):
    version = fields.Integer()
    erasure_id = fields.String()
    firm = fields.Nested(CertificateFirm)
    kind = fields.Choice(KINDS)
    record_id = fields.String()
    asked_by = fields.String(allow_none=True)
    asked_at = fields.String(metadata={"format": "date-time"})
    confirmed_by = fields.String(allow_none=True)
    confirmed_at = fields.String(metadata={"format": "date-time"})
    finished_at = fields.String(metadata={"format": "date-time"})
    rows = fields.Dict(keys=fields.String(), values=fields.Integer())
    records = fields.Integer()
    records_sha256 = fields.String()
    files = fields.Integer()
    bytes = fields.Integer()
    files_sha256 = fields.String()
    elsewhere = fields.Dict(keys=fields.String(), values=fields.Integer())
    backups_kept_days = fields.Integer(allow_none=True)


class ErasedEvent(Schema):
    """The payload of `record.erased`."""

    erasure_id = fields.String(attribute="id")
    kind = fields.Choice(KINDS)
    id = fields.String(attribute="record_id")
    erased_at = fields.Timestamp(attribute="finished_at")
