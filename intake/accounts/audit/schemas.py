"""The shapes of the audit log."""

from typing import Any

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import Query

from .states import ACTOR_TYPES


class EntryCursor(fields.Text):
    """The `pagination.next_cursor` of a list of entries."""

    def __init__(self, **options: Any) -> None:
        super().__init__(30, validate=validate.Regexp(
            r"aud_[0-9A-HJKMNP-TV-Z]{26}\Z", error="Must be the next_cursor of this list."), **options)


class AuditQuery(Query):
    """`cursor` is `pagination.next_cursor` of the page before; `from` is included, `to` is not."""

    actor_id = fields.Text(100, not_blank=True)
    record_id = fields.Text(100, not_blank=True)
    action = fields.Text(100, not_blank=True)
    after = fields.Moment(data_key="from")
    until = fields.Moment(data_key="to")
    cursor = EntryCursor()
    per_page = fields.QueryInteger(load_default=20, validate=validate.Range(1, 100))


class ActorOut(Schema):
    """Who acted."""

    type = fields.Choice(ACTOR_TYPES)
    id = fields.String(allow_none=True)
    name = fields.String(allow_none=True)


class RecordOut(Schema):
    """The record that an act concerned."""

    type = fields.String()
    id = fields.String()


class AuditEntryRow(Schema):
    id = fields.String()
    at = fields.Timestamp()
    action = fields.String()
    actor = fields.Nested(ActorOut)
    record = fields.Nested(RecordOut)
    address = fields.String(allow_none=True)
    request_id = fields.String(allow_none=True)
    details = fields.Dict(keys=fields.String())


class CursorPagination(Schema):
    """Where the next page of a list without totals begins."""

    per_page = fields.Integer()
    has_more = fields.Boolean()
    next_cursor = fields.String(allow_none=True)


class AuditPage(Schema):
    data = fields.List(fields.Nested(AuditEntryRow))
    pagination = fields.Nested(CursorPagination)
