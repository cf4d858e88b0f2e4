"""Cursors: the position at which the next page of a list begins, whatever is inserted meanwhile (docs/decisions/0026).

A cursor holds the sort value and the id of the last row that was read, from which an index leads to the next one. It is
signed together with the firm, the list, its filters and its order, so that it fits no other list and needs no further
check.
"""

import base64
import hmac
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple, Self

from flask import current_app
from peewee import Field, Tuple, fn

from .errors import Invalid
from .paging import listed_total, match_count, total_of
from .schemas import OTHER_CURSOR, Page
from .tenancy import FirmScope

_SIGNATURE_BYTES = 16
_PLACE = ("page", "per_page", "cursor")
_encode = json.JSONEncoder(ensure_ascii=False).encode


class Cursor(NamedTuple):
    """The last row of a page, by its sort value and its id; beside it the page's number, and the list's total."""

    page: int
    total: int
    total_is_lower_bound: bool
    value: str
    id: str


class Order:
    """The order of a list: by a column, and by id among equals. A column that `is_unique` in a firm has no equals.

    Where the column is NULL, `absent` stands for it: a value, or another column.
    """

    def __init__(self, column: Any, *, ascending: bool = True, absent: Any = None, is_unique: bool = False) -> None:
        self.column, self.ascending, self.absent, self.is_unique = column, ascending, absent, is_unique
        self.columns = column if absent is None else fn.COALESCE(column, absent), column.model.id

    @property
    def reversed(self) -> Self:
        """The same order from its end."""
        return type(self)(self.column, ascending=not self.ascending, absent=self.absent, is_unique=self.is_unique)

    @property
    def terms(self) -> list[Any]:
        """The terms by which a query is ordered."""
        # By the id, too, Postgres would sort again what it reads from an index that is unique without it.
        columns = self.columns[:1] if self.is_unique else self.columns
        return [column.asc() if self.ascending else column.desc() for column in columns]

    @property
    def sorting_terms(self) -> list[Any]:
        """The terms that sort what is found in another way: no index of this order is walked until enough match."""
        column, id = self.columns
        return [each.asc() if self.ascending else each.desc() for each in (fn.COALESCE(column, column), id)]

    def after(self, value: str, id: str) -> Any:
        """Return the condition for the rows that follow the one with this sort value and id."""
        place, last = Tuple(*self.columns), Tuple(value, id)
        return place > last if self.ascending else place < last

    def page(self, scope: FirmScope, matching: Any, query: Mapping[str, Any],
             read: Callable[[Any], Any] = lambda window: window) -> Page:
        """Return the page of the rows that match, for a `CursorQuery`. Raises `Invalid` for a cursor of another list.

        Rows are counted for numbered pages only. `read` turns the query for the page's rows into one for all that is
        shown of them.
        """
        if cursor := self.cursor_in(scope, query):
            window = matching.where(self.after(cursor.value, cursor.id)).limit(query["per_page"] + 1)
            return self.following(scope, cursor, read(window.order_by(*self.terms)), query)
        return self.counted_page(scope, matching, query, read, *(
            total_of(match_count(matching).scalar()) if query.get("search") else listed_total(matching)))

    def counted_page(self, scope: FirmScope, matching: Any, query: Mapping[str, Any], read: Callable[[Any], Any],
                     total: int, is_lower_bound: bool) -> Page:
        """Return the numbered page of the rows that match, of which the total is known."""
        window = matching.order_by(*self.terms).limit(query["per_page"] + is_lower_bound)
        window = window.offset((query["page"] - 1) * query["per_page"])
        return self.numbered(scope, read(window), total, query, is_lower_bound)

    def numbered(self, scope: FirmScope, rows: Any, total: int, query: Mapping[str, Any],
                 total_is_lower_bound: bool = False) -> Page:
        """Return the page whose number the query names. If the total is a lower bound, `rows` has one row more."""
        return self._with_cursor(scope, Page(rows, total, query, total_is_lower_bound), query)

    def following(self, scope: FirmScope, cursor: Cursor, rows: Any, query: Mapping[str, Any]) -> Page:
        """Return the page after the cursor; `rows` has one row more if it is not the last one."""
        rows = list(rows)
        page = Page(rows[:query["per_page"]], cursor.total, query, cursor.total_is_lower_bound)
        page.page, page.has_more = cursor.page + 1, len(rows) > query["per_page"]
        return self._with_cursor(scope, page, query)

    def batches(self, matching: Any, size: int = 500) -> Iterator[Any]:
        """Yield all rows of the query in this order, read in batches while they are taken."""
        rows = list(matching.order_by(*self.terms).limit(size))
        while rows:
            yield from rows
            following = matching.where(self.after(*self._place_of(rows[-1]))).order_by(*self.terms).limit(size)
            rows = list(following) if len(rows) == size else []

    def _place_of(self, row: Any) -> tuple[str, str]:
        """Return the row's sort value and its id, as text."""
        value = next(value for value in map(partial(_value_of, row), (self.column, self.absent)) if value)
        return value, _value_of(row, self.columns[1])

    def cursor_in(self, scope: FirmScope, query: Mapping[str, Any]) -> Cursor | None:
        """Return the query's cursor, None if it names a page. Raises `Invalid` for the cursor of another list."""
        if not (given := query.get("cursor")):
            return None
        content, _, signature = given.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(scope, content, query).encode()):
            raise Invalid({"cursor": [OTHER_CURSOR]})
        return Cursor(*json.loads(base64.urlsafe_b64decode(content)))

    def _with_cursor(self, scope: FirmScope, page: Page, query: Mapping[str, Any]) -> Page:
        if page.has_more and page.rows:
            self.set_cursor(scope, page, query)
        return page

    def set_cursor(self, scope: FirmScope, page: Page, query: Mapping[str, Any]) -> None:
        """Set the cursor that leads on from the page's last row."""
        cursor = Cursor(page.page, page.total, page.total_is_lower_bound, *self._place_of(page.rows[-1]))
        content = base64.urlsafe_b64encode(_encode(cursor).encode()).decode()
        page.next_cursor = f"{content}.{self._signature(scope, content, query)}"

    def _signature(self, scope: FirmScope, content: str, query: Mapping[str, Any]) -> str:
        filters = sorted(f"{name}={value}" for name, value in query.items() if name not in _PLACE)
        seen = scope.firm_id, scope.assignee and tuple(scope.assignee)
        signed = f"cursor:{seen}:{self.column.model._meta.table_name}:{filters}:{content}"
        # BLAKE2 takes a key of its own, and a tenth of the time of an HMAC by OpenSSL.
        key = blake2b(current_app.config["SECRET_KEY"].encode()).digest()
        return blake2b(signed.encode(errors="replace"), key=key, digest_size=_SIGNATURE_BYTES).hexdigest()


def _value_of(row: Any, column: Any) -> Any:
    """Return a row's value of the column as the text that Postgres reads; `column` may also be the value itself."""
    value = column
    if isinstance(column, Field):
        value = row[column.name] if isinstance(row, dict) else getattr(row, column.name)
    return value.isoformat() if isinstance(value, date) else value
