"""The schemas that the responses of every feature share."""

from marshmallow import Schema

from intake.core import fields


class Pagination(Schema):
    """The place of this page in the list."""

    page = fields.Integer(required=True)
    per_page = fields.Integer(required=True)
    total = fields.Integer(required=True, metadata={"description": "Matching records on all pages."})
    has_more = fields.Boolean(required=True)


class CursorListPagination(Pagination):
    """The place of this page in a list that can also be read by cursor."""

    total_is_lower_bound = fields.BooleanOrAbsent(metadata={
        "description": "True if there are more records than are counted; otherwise absent."})
    next_cursor = fields.StringOrAbsent(metadata={
        "description": "The `cursor` of the next page; absent on the last one, except with `updated_since`."})


class EventEnvelope(Schema):
    """An event as endpoints receive it. `data` is as it was at that moment."""

    id = fields.String(required=True)
    type = fields.String(required=True)
    created_at = fields.Timestamp(required=True)
    firm_id = fields.String(required=True)
    data = fields.JsonObject(required=True)


class Problem(Schema):
    """What went wrong."""

    code = fields.String(required=True, metadata={"description": "For programs; never changes."})
    message = fields.String(required=True, metadata={"description": "For people; may change."})
    details = fields.JsonObject(required=True, metadata={"description": "Context that depends on the error."})


class Error(Schema):
    """Any answer other than success."""

    error = fields.Nested(Problem, required=True)
