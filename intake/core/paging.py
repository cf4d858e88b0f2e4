"""The position of a page within its list, and how many matches of a search are counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from peewee import Select, fn

from .db import db

MOST_COUNTED = 10_000
"""How many matches of a search are counted; beyond that, the total is a lower bound."""

MOST_LISTED = 100_000
"""How many rows are counted of a list whose total is not stored; beyond that, the total is a lower bound."""

_FAR_OFFSET = 500
"""Up to this many rows, skipping them is quicker than finding the page's rows in an index first."""


@dataclass(frozen=True)
class Window:
    """The rows of one page: `limit` of them after the first `offset`, counted from the list's end if `from_end`.

    `is_far`: so many rows come before that the page's rows should be found by an index-only query first. Counting from
    the nearer end makes the last page as quick as the first, and halves the cost of the worst page in between.
    """

    limit: int
    offset: int
    is_far: bool
    from_end: bool

    @classmethod
    def of(cls, query: Mapping[str, Any], total: int) -> Self:
        """Return the window of the page that a `PageQuery` asks for in a list of `total` rows."""
        before = cls.before(query)
        limit = max(0, min(query["per_page"], total - before))
        behind = max(0, total - before - limit)
        is_far = before > _FAR_OFFSET
        from_end = is_far and behind < before
        return cls(limit, behind if from_end else before, is_far, from_end)

    @staticmethod
    def before(query: Mapping[str, Any]) -> int:
        """Return how many rows come before the page."""
        return (query["page"] - 1) * query["per_page"]

    @classmethod
    def is_near(cls, query: Mapping[str, Any]) -> bool:
        """Whether the page begins so early that its window does not depend on the total."""
        return cls.before(query) <= _FAR_OFFSET


def selected_by(column: Any, window: Any) -> Any:
    """Return the condition that the column has one of the few values selected by the query, such as a page's ids.

    As an array these are found once. With `IN` Postgres may look for them again for each row of a firm that has grown
    so fast that it is still taken for small.
    """
    return column == fn.ANY(fn.ARRAY(window))


def match_count(matching: Any, most: int = MOST_COUNTED) -> Any:
    """Return a query for the number of rows that match, which stops at the first that is not counted."""
    return Select([counted(matching, most).alias("matching")], [fn.COUNT(1)]).bind(db)


def counted(matching: Any, most: int = MOST_COUNTED) -> Any:
    """Return a query for the matching rows up to the counted number, and one more; the latest updated first.

    The index of that order has what is searched: rows that do not match are not read from the table.
    """
    model = matching.model
    return matching.order_by(model.updated_at.desc(), model.id.desc()).limit(most + 1)


def total_of(matches: int, most: int = MOST_COUNTED) -> tuple[int, bool]:
    """Return the total for a number of matches that was counted so, and whether it is a lower bound."""
    return min(matches, most), matches > most


def listed_total(matching: Any) -> tuple[int, bool]:
    """Return how many rows match, counted up to `MOST_LISTED`, and whether that is a lower bound."""
    return total_of(matching.limit(MOST_LISTED + 1).count(), MOST_LISTED)
