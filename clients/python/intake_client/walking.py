"""Reading lists to their end."""

from collections.abc import Callable, Iterator
from typing import Any


def iterate(read: Callable[..., Any], *parameters: str, **query: Any) -> Iterator[Any]:
    """Yield the rows of all pages of a list: `iterate(intake.matters_index, status="active")`.

    By cursor where the list has one, which neither repeats nor skips a row, else by page. It begins where `query` says:
    at a `cursor` that was kept, or at a `page`.
    """
    while True:
        page = read(*parameters, **query)
        yield from page["data"]
        pagination = page["pagination"]
        if not pagination["has_more"]:
            return
        if cursor := pagination.get("next_cursor"):
            query.pop("page", None)  # a list takes one of the two
            query["cursor"] = cursor
        else:
            query["page"] = pagination["page"] + 1
