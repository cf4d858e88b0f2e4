"""The query and the answer of the feed."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import Query
from intake.engine.events.states import PUBLIC


class EventQuery(Query):
    """`cursor` is `pagination.next_cursor` of the page before."""

    type = fields.Choice(PUBLIC)
    created_after = fields.Moment()
    cursor = fields.Text(18, validate=validate.Regexp(r"[0-9]{1,18}\Z", error="Must be the next_cursor of this list."))
    per_page = fields.QueryInteger(load_default=20, validate=validate.Range(1, 100))


class EventOut(Schema):
    """An event, as endpoints get it."""

    id = fields.String()
    type = fields.Choice(PUBLIC)
    created_at = fields.String(metadata={"format": "date-time"})
    firm_id = fields.String()
    data = fields.Dict(keys=fields.String())


class FeedPagination(Schema):
    """Where the next page begins, even if it has no events yet."""

    per_page = fields.Integer()
    has_more = fields.Boolean()
    next_cursor = fields.String(metadata={"example": "1042"})


class EventPage(Schema):
    data = fields.List(fields.Nested(EventOut))
    pagination = fields.Nested(FeedPagination)
