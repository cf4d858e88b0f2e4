"""Schemas of retention schedules and of what is due."""

from marshmallow import Schema, validate

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.core import fields
from intake.core.schemas import Body, PageQuery, Patch
from intake.records.erasures.states import STATUSES

from .states import LONGEST_YEARS, MOST

_YEARS = validate.Range(1, LONGEST_YEARS)


class ScheduleIn(Body):
    READ_ONLY = ("id", "created_at", "updated_at")

    name = fields.Text(120, required=True)
    practice_area = fields.Choice(PRACTICE_AREAS, allow_none=True)
    years = fields.Integer(allow_none=True, validate=_YEARS)
    minor_years = fields.Integer(allow_none=True, validate=_YEARS)
    age_of_majority = fields.Integer(validate=validate.Range(16, 25))
    excepted = fields.List(fields.Text(60), validate=validate.Length(max=50))
    notice = fields.Flag()
    automatic = fields.Flag()


class SchedulePatch(Patch, ScheduleIn):
    pass


class ScheduleOut(Schema):
    """How long matters are kept."""

    id = fields.String()
    name = fields.String()
    practice_area = fields.String(allow_none=True)
    years = fields.Integer(allow_none=True)
    minor_years = fields.Integer(allow_none=True)
    age_of_majority = fields.Integer()
    excepted = fields.List(fields.String())
    notice = fields.Boolean()
    automatic = fields.Boolean()
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class DueQuery(PageQuery):
    planned = fields.QueryFlag()


class DueIn(Body):
    matter_ids = fields.List(fields.Identifier(), required=True, validate=validate.Length(1, MOST))


class DueRow(Schema):
    """A matter whose time is over."""

    id = fields.String()
    title = fields.String()
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
    """Why a matter was not planned."""

    code = fields.String()
    message = fields.String()


class DueOutcome(Schema):
    """What happened to one of the matters; `error` is there if nothing did."""

    id = fields.String()
    ok = fields.Boolean()
    error = fields.NestedOrAbsent(DueProblem)
