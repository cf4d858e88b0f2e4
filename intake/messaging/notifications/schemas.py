"""Schemas of the feed."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import PageNumber, Query

from .states import TYPES


class FeedQuery(Query):
    page = PageNumber()
    limit = fields.QueryInteger(load_default=50, validate=validate.Range(1, 100))
    read = fields.QueryFlag()
    type = fields.Choice(TYPES)


class RecentQuery(Query):
    limit = fields.QueryInteger(load_default=10, validate=validate.Range(1, 25))


class NotificationOut(Schema):
    """A notification; its message is null for callers who may not read the records that it names."""

    id = fields.String()
    type = fields.Choice(TYPES)
    message = fields.String(attribute="shown_message", allow_none=True)
    data = fields.Dict(keys=fields.String(), values=fields.String())
    read = fields.Boolean()
    read_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


class _Pagination(Schema):
    page = fields.Integer()
    per_page = fields.Integer()
    total = fields.Integer()
    has_more = fields.Boolean()


class Feed(Schema):
    data = fields.List(fields.Nested(NotificationOut), attribute="rows")
    pagination = fields.Nested(_Pagination)
    unread_count = fields.Integer()


class AllRead(Schema):
    marked = fields.Integer()
