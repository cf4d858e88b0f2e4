"""Schemas of the search."""

from marshmallow import Schema, ValidationError, validate

from intake.core import fields
from intake.core.schemas import Query

TYPES = ("matters", "clients", "documents")
_TYPE = rf"\s*({'|'.join(TYPES)})\s*"
_LIST_OF_TYPES = f"^{_TYPE}(,{_TYPE})*$"


class _Types(fields.Text):
    """Comma-separated types, loaded as a list without repetitions in the order of the response."""

    def _deserialize(self, value, attr, data, **kwargs):
        types = {word.strip() for word in super()._deserialize(value, attr, data, **kwargs).split(",")}
        if not types <= set(TYPES):
            raise ValidationError(f"Must be a comma-separated list of: {', '.join(TYPES)}.")
        return [type for type in TYPES if type in types]


class SearchQuery(Query):
    q = fields.Text(255, as_line=False, required=True, validate=validate.Length(min=2))
    types = _Types(100, validate=(), metadata={"pattern": _LIST_OF_TYPES})
    limit = fields.QueryInteger(load_default=5, validate=validate.Range(1, 20))


class _Matter(Schema):
    id = fields.String()
    title = fields.String()
    status = fields.String()
    practice_area = fields.String()
    client_name = fields.String(allow_none=True)
    created_at = fields.String(metadata={"format": "date-time"})


class _Client(Schema):
    id = fields.String()
    name = fields.String()
    email = fields.String(allow_none=True)
    phone = fields.String(allow_none=True)
    matters_count = fields.Integer()


class _Document(Schema):
    id = fields.String()
    name = fields.String()
    status = fields.String()
    matter_id = fields.String()
    matter_title = fields.String()
    uploaded_at = fields.String(allow_none=True, metadata={"format": "date-time"})


class _Groups(Schema):
    matters = fields.List(fields.Nested(_Matter))
    clients = fields.List(fields.Nested(_Client))
    documents = fields.List(fields.Nested(_Document))


class SearchOut(Schema):
    data = fields.Nested(_Groups)
    query = fields.String()
    total_results = fields.Integer()
    total_is_lower_bound = fields.BooleanOrAbsent()
