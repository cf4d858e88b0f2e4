"""Base classes of the schemas of bodies, query strings and responses."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from marshmallow import RAISE, Schema, ValidationError, pre_load, validate, validates_schema

from . import fields

MAX_UNKNOWN = 20
"""The maximum number of unknown fields of an object that are named; if there are more, only the number is given."""


class Body(Schema):
    """A request body. Unknown fields are an error: a typo must not be silently ignored.

    `READ_ONLY` names the resource's fields that only the service writes; they are accepted and ignored, so that a
    client can send back what it received.
    """

    READ_ONLY: ClassVar[tuple[str, ...]] = ()

    class Meta:
        unknown = RAISE

    error_messages = {"type": "Must be a JSON object."}

    @pre_load
    def _without_read_only(self, data: Any, **_: Any) -> Any:
        if not isinstance(data, dict):
            return data
        unknown = len(data.keys() - self.fields.keys() - set(self.READ_ONLY))
        if unknown > MAX_UNKNOWN:
            raise ValidationError(f"Has {unknown:,} unknown fields.")
        return {name: value for name, value in data.items() if name not in self.READ_ONLY or name in self.fields}


class Patch(Body):
    """A body of which any subset of the fields may be sent: `class MatterPatch(Patch, MatterIn)`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(partial=True, **options)


class Deleted(Schema):
    """The answer of every DELETE."""

    id = fields.String()
    deleted = fields.Boolean(dump_default=True)


class Redirect(Schema):
    """An answer without a body: its header `Location` says where to go."""


class Query(Schema):
    """A query string."""

    class Meta:
        unknown = RAISE


class PageNumber(fields.QueryInteger):
    """The number of a page, from 1."""

    def __init__(self) -> None:
        # Two rules, so that the sentence about 0 does not name the other limit, which is that of an offset in SQL.
        super().__init__(load_default=1, validate=[validate.Range(1), validate.Range(max=10**15)])


class PageQuery(Query):
    """The parameters of every list: `page` from 1, `per_page` from 1 to 100."""

    page = PageNumber()
    per_page = fields.QueryInteger(load_default=20, validate=validate.Range(1, 100))


OTHER_CURSOR = "Must be the next_cursor of this list with the same filters and order."


class CursorQuery(PageQuery):
    """The parameters of a list that can also be read by cursor: `pagination.next_cursor` instead of `page`."""

    cursor = fields.Text(4300, validate=validate.Regexp(r"^[A-Za-z0-9_=-]+\.[0-9a-f]{32}\Z", error=OTHER_CURSOR))

    @validates_schema(pass_original=True)
    def _page_or_cursor(self, data: Any, original: Any, **_: Any) -> None:
        if "cursor" in original and "page" in original:
            raise ValidationError("May not be given together with page.", "cursor")


class ChangesQuery(CursorQuery):
    """The parameters of a list that can also return rows updated since a given time, in the order of changes."""

    updated_since = fields.Moment()

    @validates_schema(pass_original=True)
    def _in_order_of_changes(self, data: Any, original: Any, **_: Any) -> None:
        conflicting = [name for name in ("page", "sort", "order") if name in original]
        if conflicting and "updated_since" in original:
            raise ValidationError({name: ["May not be given together with updated_since."] for name in conflicting})


class Row(Schema):
    """Serializes dictionaries that have exactly the schema's names, without Marshmallow's search for each value.

    Mixed into the schemas of lists: twenty matters take a third of the time.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._columns = [(name, _type_kept_by(field), field._serialize) for name, field in self.dump_fields.items()]

    def _serialize(self, obj: Any, *, many: bool = False) -> Any:
        if type(obj) is dict and obj.keys() == self.dump_fields.keys():
            return {name: value if type(value := obj[name]) is kept else serialize(value, name, obj)
                    for name, kept, serialize in self._columns}
        return super()._serialize(obj, many=many)


def _type_kept_by(field: Any) -> type | None:
    """Return the type whose values the field writes as they are, None if there is none."""
    serialize = type(field)._serialize
    if serialize is fields.Integer._serialize and not field.as_string:
        return int
    return str if serialize is fields.String._serialize else None


class Page:
    """One page of a list: its rows, and the number of rows on all pages.

    A lower bound does not say whether rows follow; then one row more than the page has must be given.
    """

    next_cursor: str | None = None

    def __init__(self, rows: Iterable[Any], total: int, query: Mapping[str, Any],
                 total_is_lower_bound: bool = False) -> None:
        self.page, self.per_page = query["page"], query["per_page"]
        self.rows, self.total, self.total_is_lower_bound = list(rows), total, total_is_lower_bound
        self.has_more = self.page * self.per_page < total
        if total_is_lower_bound:
            self.has_more = len(self.rows) > self.per_page
            del self.rows[self.per_page:]

    @classmethod
    def of(cls, rows: Any, query: Mapping[str, Any]) -> Self:
        """Return the page of a Peewee query in order that a `PageQuery` asks for; all of its rows are counted."""
        return cls(rows.paginate(query["page"], query["per_page"]), rows.count(), query)

    def without(self, *names: str) -> Self:
        """Remove these columns from the rows, dictionaries, and return the page."""
        for row in self.rows if names else ():
            for name in names:
                del row[name]
        return self

    @property
    def pagination(self) -> dict[str, Any]:
        """The API's pagination object."""
        return ({"page": self.page, "per_page": self.per_page, "total": self.total, "has_more": self.has_more}
                | ({"total_is_lower_bound": True} if self.total_is_lower_bound else {})
                | ({"next_cursor": self.next_cursor} if self.next_cursor else {}))
