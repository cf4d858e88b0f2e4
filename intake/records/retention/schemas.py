"""Schemas of retention schedules and of what is due."""

from typing import ClassVar

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.core import fields
from intake.core.schemas import Body, PageQuery, Patch
from intake.records.erasures.states import STATUSES

from .states import KINDS, LONGEST_YEARS, MATTERS, MOST

_YEARS, _MONTHS = validate.Range(1, LONGEST_YEARS), validate.Range(1, 12 * LONGEST_YEARS)


class ScheduleIn(Body):
    READ_ONLY: ClassVar[tuple[str, ...]] = ("id", "created_at", "updated_at")

    kind = fields.Choice(KINDS, load_default=MATTERS)
    name = fields.Text(120, required=True)
    practice_area = fields.Choice(PRACTICE_AREAS, allow_none=True)
    years = fields.Integer(allow_none=True, validate=_YEARS)
    minor_years = fields.Integer(allow_none=True, validate=_YEARS)
    months = fields.Integer(allow_none=True, validate=_MONTHS)
    quarantine_months = fields.Integer(allow_none=True, validate=_MONTHS)
    age_of_majority = fields.Integer(validate=validate.Range(16, 25))
    excepted = fields.List(fields.Text(60), validate=validate.Length(max=50))
    notice = fields.Flag()
    automatic = fields.Flag()


class SchedulePatch(Patch, ScheduleIn):
    READ_ONLY = (*ScheduleIn.READ_ONLY, "kind")

    class Meta(Patch.Meta):
        exclude = ("kind",)


class ScheduleOut(Schema):
    """How long closed matters are kept, leads that became nothing, or clients without matters."""

    id = fields.String()
    kind = fields.Choice(KINDS)
    name = fields.String()
    practice_area = fields.String(allow_none=True)
    years = fields.Integer(allow_none=True)
    minor_years = fields.Integer(allow_none=True)
    months = fields.Integer(allow_none=True)
    quarantine_months = fields.Integer(allow_none=True)
    age_of_majority = fields.Integer()
    excepted = fields.List(fields.String())
    notice = fields.Boolean()
    automatic = fields.Boolean()
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class DueQuery(PageQuery):
    kind = fields.Choice(KINDS, load_default=MATTERS, metadata={"description": "The kind of the listed records."})
    planned = fields.QueryFlag()


class DueIn(Body):
    matter_ids = fields.List(fields.Identifier(), validate=validate.Length(1, MOST))
    lead_ids = fields.List(fields.Identifier(), validate=validate.Length(1, MOST))
    client_ids = fields.List(fields.Identifier(), validate=validate.Length(1, MOST))

    @validates_schema(skip_on_field_errors=True)
    def _names_something(self, data, **_):
        if not data:
            raise ValidationError("Give matter_ids, lead_ids or client_ids.", "matter_ids")


class DueRow(Schema):
    """A matter, lead or client whose time is over; its title is null for callers who may not read such records."""

    id = fields.String()
    kind = fields.Choice(KINDS)
    title = fields.String(allow_none=True)
    client_id = fields.String(allow_none=True)
    schedule = fields.String()
    closed_on = fields.Date()
    destroy_after = fields.Date()
    on_hold = fields.Boolean()
    kept_documents = fields.Integer()
    notified_at = fields.Timestamp(allow_none=True)
    planned_at = fields.Timestamp(allow_none=True)
    erasure_id = fields.String(allow_none=True)
    erasure_status = fields.Choice(STATUSES, allow_none=True)


class DueProblem(Schema):
    """Why a record was not planned."""

    code = fields.String()
    message = fields.String()


class DueOutcome(Schema):
    """The outcome for one of the records; `error` is present if nothing was done."""

    id = fields.String()
    ok = fields.Boolean()
    error = fields.NestedOrAbsent(DueProblem)
