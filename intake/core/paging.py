"""Where a page lies in its list."""

from dataclasses import dataclass

_NEAR = 500
"""So many rows are passed over more quickly than it takes to look up in an index which rows come after them."""


@dataclass(frozen=True)
class Window:
    """The rows of one page: `limit` of them after the first `offset`, counted from the list's end if `from_end`.

    `is_far` says that so much lies before them that an index alone should tell which rows they are. Counting from the
    nearer end makes the last page as quick as the first, and halves what the worst page in between costs.
    """

    limit: int
    offset: int
    is_far: bool
    from_end: bool

    @classmethod
    def of(cls, query, total):
        """The window of the page that a `PageQuery` asks for in a list of `total` rows."""
        before = (query["page"] - 1) * query["per_page"]
        limit = max(0, min(query["per_page"], total - before))
        behind = max(0, total - before - limit)
        is_far = before > _NEAR
        from_end = is_far and behind < before
        return cls(limit, behind if from_end else before, is_far, from_end)
