"""The areas of the console, and who sees which."""

from typing import NamedTuple

from intake.accounts.permissions.roles import has_permission


class Area(NamedTuple):
    """An area in the navigation: its English name, its first page, and the permission that it takes."""

    name: str
    endpoint: str
    permission: str


AREAS = (
    Area("Review", "review.index", "documents:write"),
    Area("Clients", "clients_pages.index", "clients:read"),
)


def areas_of(role):
    """Return the areas that a person with this role may use."""
    return [area for area in AREAS if has_permission(role, area.permission)]
