"""Schemas of legal holds."""

from marshmallow import Schema, ValidationError, validates_schema

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.core import fields
from intake.core.schemas import Body, PageQuery, Patch

from .states import REASON_LENGTH, STATUSES

ONE_OF = ("client_id", "matter_id", "search")


class HoldSearchIn(Body):
    """The conditions that held matters meet; every word of a name or title has to occur."""

    practice_area = fields.Choice(PRACTICE_AREAS, allow_none=True)
    client_name = fields.Text(255, allow_none=True)
    title = fields.Text(255, allow_none=True)

    @validates_schema
    def _finds_something(self, data, **_):
        if not any(data.values()):
            raise ValidationError("Say which matters: by practice area, client name or title.")


class HoldIn(Body):
    READ_ONLY = ("id", "status", "created_by", "created_at", "updated_at", "lifted_at", "lifted_by", "matters_count")

    client_id = fields.Text(64, allow_none=True)
    matter_id = fields.Text(64, allow_none=True)
    search = fields.Nested(HoldSearchIn, allow_none=True)
    reason = fields.Text(REASON_LENGTH, required=True)
    until = fields.Date(allow_none=True)

    @validates_schema
    def _is_on_one(self, data, **_):
        if sum(data.get(name) is not None for name in ONE_OF) != 1:
            raise ValidationError("Give one of client_id, matter_id and search.", "search")


class HoldPatch(Patch):
    READ_ONLY = (*HoldIn.READ_ONLY, *ONE_OF)

    reason = fields.Text(REASON_LENGTH, required=True)
    until = fields.Date(allow_none=True)


class HoldQuery(PageQuery):
    status = fields.Choice(STATUSES)
    client_id = fields.Text(64, not_blank=True)
    matter_id = fields.Text(64, not_blank=True)


class HoldSearch(Schema):
    """The conditions that held matters meet."""

    practice_area = fields.String(allow_none=True)
    client_name = fields.String(allow_none=True)
    title = fields.String(allow_none=True)


class _Maker(Schema):
    type = fields.String(attribute="actor_type")
    id = fields.String(attribute="actor_id", allow_none=True)
    name = fields.String(attribute="actor_name", allow_none=True)


class _Lifter(Schema):
    type = fields.String(attribute="lifted_by_type")
    id = fields.String(attribute="lifted_by_id", allow_none=True)
    name = fields.String(attribute="lifted_by_name", allow_none=True)


class HoldRow(Schema):
    """A hold in a list."""

    id = fields.String()
    status = fields.Choice(STATUSES)
    client_id = fields.String(allow_none=True)
    matter_id = fields.String(allow_none=True)
    search = fields.Nested(HoldSearch, allow_none=True)
    reason = fields.String()
    until = fields.Date(allow_none=True)
    created_by = fields.Nested(_Maker)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()
    lifted_at = fields.Timestamp(allow_none=True)
    lifted_by = fields.Nested(_Lifter, allow_none=True)


class HoldOut(HoldRow):
    """A single hold, with how many matters it covers at present."""

    matters_count = fields.Integer()
