"""The areas of the console, and who sees which."""

from collections.abc import Callable
from typing import NamedTuple

from intake.accounts.access.caller import Caller
from intake.accounts.permissions.roles import has_permission
from intake.console.held_reviews.models import count_waiting


class Area(NamedTuple):
    """An area in the navigation: its English name, its first page, and the permission that it takes.

    `count_waiting` counts what waits there for the caller, in one statement.
    """

    name: str
    endpoint: str
    permission: str
    count_waiting: Callable[[Caller], int] | None = None


AREAS = (
    Area("Review", "review.index", "documents:write", count_waiting),
    Area("Matters", "matters_pages.index", "matters:read"),
    Area("Clients", "clients_pages.index", "clients:read"),
)


def areas_of(role):
    """Return the areas that a person with this role may use."""
    return [area for area in AREAS if has_permission(role, area.permission)]


def badges_of(caller, areas, counted):
    """Return how much waits in each of the areas, by endpoint, except for what was `counted` already."""
    return {area.endpoint: area.count_waiting(caller) for area in areas
            if area.count_waiting and area.endpoint not in counted} | counted
