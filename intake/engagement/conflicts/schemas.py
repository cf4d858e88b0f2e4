"""Schemas of conflict checks."""

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.core import fields
from intake.core.schemas import Body, CursorQuery

from .scoring import REASONS
from .states import DECISIONS, KINDS, MOST_NAMES, PARTS, WAIVED


class ConflictCheckIn(Body):
    READ_ONLY = ("id", "previous_id", "hits_count", "complete", "decision", "decided_at", "decided_by", "note",
                 "document_id", "created_by", "created_at", "sought", "hits", "versions")

    names = fields.List(fields.Text(200, required=True), required=True, validate=validate.Length(max=MOST_NAMES))
    matter_id = fields.Identifier(allow_none=True)
    lead_id = fields.Identifier(allow_none=True)

    @validates_schema
    def _of_one(self, data, **_):
        if data.get("matter_id") and data.get("lead_id"):
            raise ValidationError("May not be given together with matter_id.", "lead_id")


class DecisionIn(Body):
    decision = fields.Choice(DECISIONS, required=True)
    note = fields.Text(5000, allow_none=True)
    document_id = fields.Identifier(allow_none=True)

    @validates_schema
    def _consent(self, data, **_):
        if data.get("decision") == WAIVED and not data.get("document_id"):
            raise ValidationError("Must be given with this decision.", "document_id")


class ConflictCheckQuery(CursorQuery):
    matter_id = fields.Text(64, not_blank=True)
    lead_id = fields.Text(64, not_blank=True)
    decision = fields.Choice((*DECISIONS, "open"))


class SoughtOut(Schema):
    text = fields.String()
    part = fields.Choice(PARTS)


class HitOut(Schema):
    """A hit; if the caller may not see its record, only the kind of record and the person to ask."""

    kind = fields.Choice(KINDS)
    visible = fields.Boolean()
    ask = fields.List(fields.String())
    score = fields.IntegerOrAbsent()
    reasons = fields.ListOrAbsent(fields.Choice(REASONS))
    sought = fields.StringOrAbsent()
    found = fields.StringOrAbsent()
    part = fields.StringOrAbsent()
    record_id = fields.StringOrAbsent()
    name = fields.StringOrAbsent()
    role = fields.StringOrAbsent()
    client_id = fields.StringOrAbsent()
    matter_id = fields.StringOrAbsent()
    lead_id = fields.StringOrAbsent()
    status = fields.StringOrAbsent()
    title = fields.StringOrAbsent()


class ThresholdsOut(Schema):
    person = fields.Integer()
    company = fields.Integer()


class VersionsOut(Schema):
    index = fields.Integer()
    thresholds = fields.Nested(ThresholdsOut)
    libraries = fields.Dict(keys=fields.String(), values=fields.String())


class ConflictCheckRow(Schema):
    """A check in a list."""

    id = fields.String()
    names = fields.List(fields.String())
    matter_id = fields.String(allow_none=True)
    lead_id = fields.String(allow_none=True)
    previous_id = fields.String(allow_none=True)
    hits_count = fields.Integer()
    complete = fields.Boolean()
    decision = fields.Choice(DECISIONS, allow_none=True)
    decided_at = fields.Timestamp(allow_none=True)
    created_by = fields.String(allow_none=True)
    created_at = fields.Timestamp()


class ConflictCheckOut(ConflictCheckRow):
    """A check with everything that it found, as the caller may see it."""

    sought = fields.List(fields.Nested(SoughtOut), attribute="shown_terms")
    hits = fields.List(fields.Nested(HitOut), attribute="shown_hits")
    versions = fields.Nested(VersionsOut)
    note = fields.String(allow_none=True)
    document_id = fields.String(allow_none=True)
    decided_by = fields.String(allow_none=True)
