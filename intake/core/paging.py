"""The position of a page within its list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

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
        before = (query["page"] - 1) * query["per_page"]
        limit = max(0, min(query["per_page"], total - before))
        behind = max(0, total - before - limit)
        is_far = before > _FAR_OFFSET
        from_end = is_far and behind < before
        return cls(limit, behind if from_end else before, is_far, from_end)
