"""The areas of the console, and who sees which."""

from collections.abc import Callable
from typing import Any, NamedTuple

from peewee import Select

from intake.accounts.access.caller import Caller
from intake.accounts.permissions.roles import has_permission
from intake.console.held_reviews.models import waiting_count
from intake.core.db import db
from intake.messaging.communications.models import MessageRead


class Area(NamedTuple):
    """An area in the navigation: its English name, its first page, and the permission that it takes.

    `waiting` returns the query for the number of what waits there for the caller.
    """

    name: str
    endpoint: str
    permission: str
    waiting: Callable[[Caller], Any] | None = None


AREAS = (
    Area("Review", "review.index", "documents:write", waiting_count),
    Area("Matters", "matters_pages.index", "matters:read"),
    Area("Clients", "clients_pages.index", "clients:read"),
    Area("Messages", "inbox.index", "matters:read", MessageRead.count_unread),
    Area("Deadlines", "deadlines_pages.index", "matters:read"),
)


def areas_of(role):
    """Return the areas that a person with this role may use."""
    return [area for area in AREAS if has_permission(role, area.permission)]


def badges_of(caller, areas, counted):
    """Return how much waits in each of the areas, by endpoint, except for what was `counted` already.

    One statement counts everything.
    """
    waiting = {area.endpoint: area.waiting(caller) for area in areas
               if area.waiting and area.endpoint not in counted}
    row = Select(None, [*waiting.values()]).tuples().execute(db)[0] if waiting else ()
    return dict(zip(waiting, row, strict=True)) | counted
