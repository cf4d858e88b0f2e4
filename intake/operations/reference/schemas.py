"""The schemas that the responses of every feature share."""

from marshmallow import Schema, post_dump

from intake.core import fields


class Pagination(Schema):
    """Where in the list this page stands."""

    page = fields.Integer(required=True)
    per_page = fields.Integer(required=True)
    total = fields.Integer(required=True, metadata={"description": "Matching records on all pages."})
    has_more = fields.Boolean(required=True)
    total_is_lower_bound = fields.Boolean(metadata={
        "description": "True if a search has more matches than are counted; otherwise absent."})
    next_cursor = fields.String(metadata={
        "description": "The `cursor` with which the list goes on, of lists that take one; absent on the last page."})

    @post_dump
    def _present_or_absent(self, shown, **_):
        return {name: value for name, value in shown.items()
                if value is not None or name not in ("total_is_lower_bound", "next_cursor")}


class Problem(Schema):
    """What went wrong."""

    code = fields.String(required=True, metadata={"description": "For programs; never changes."})
    message = fields.String(required=True, metadata={"description": "For people; may change."})
    details = fields.JsonObject(required=True, metadata={"description": "Context that depends on the error."})


class Error(Schema):
    """Any answer other than success."""

    error = fields.Nested(Problem, required=True)
