"""The shapes of a matter's activity."""

from marshmallow import Schema, validate

from intake.accounts.audit.schemas import ActorOut, CursorPagination, EntryCursor, RecordOut
from intake.core import fields
from intake.core.schemas import Query


class ActivityQuery(Query):
    """`cursor` is `pagination.next_cursor` of the page before."""

    cursor = EntryCursor()
    per_page = fields.QueryInteger(load_default=50, validate=validate.Range(1, 100))


class ActivitySummary(Schema):
    """What happened, in words, by language."""

    en = fields.String()
    es = fields.String()


class ActivityAuditEntry(Schema):
    """Something that happened in a matter; `summary` says it in each language."""

    id = fields.String()
    at = fields.Timestamp()
    action = fields.String()
    summary = fields.Nested(ActivitySummary)
    actor = fields.Nested(ActorOut)
    record = fields.Nested(RecordOut)
    address = fields.String(allow_none=True)


class ActivityPage(Schema):
    data = fields.List(fields.Nested(ActivityAuditEntry))
    pagination = fields.Nested(CursorPagination)
