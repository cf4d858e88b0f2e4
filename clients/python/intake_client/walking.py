"""Reading lists to their end."""

from collections.abc import Callable, Iterator
from typing import Any


def iterate(read: Callable[..., Any], *parameters: str, **query: Any) -> Iterator[Any]:
    """Yield the rows of all pages of a list: `iterate(intake.matters_index, status="active")`.

    By cursor where the list has one, which neither repeats nor skips a row, else by page.
    """
    place: dict[str, Any] = {}
    while True:
        page = read(*parameters, **query, **place)
        yield from page["data"]
        pagination = page["pagination"]
        if not pagination["has_more"]:
            return
        cursor = pagination.get("next_cursor")
        place = {"cursor": cursor} if cursor else {"page": pagination["page"] + 1}
