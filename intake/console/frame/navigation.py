"""The areas of the console, who sees which, and the numbers beside them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from peewee import Select

from intake.accounts.access.caller import Caller
from intake.accounts.onboarding.models import Onboarding
from intake.accounts.permissions.roles import NOTIFICATIONS, has_permission
from intake.console.held_reviews.models import waiting_count
from intake.core.db import db
from intake.messaging.communications.models import MessageRead
from intake.messaging.notifications.models import Notification

IN_BAR = 4
"""How many areas the bar of a phone shows; the others are behind "More"."""


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
    Area("Templates", "template_pages.index", "matters:read"),
    Area("Insights", "insights.index", "matters:read"),
    Area("Settings", "settings.index", "matters:read"),
)

FIRST_STEPS = Area("First steps", "first_steps.index", "firms:write", Onboarding.count_open)
"""The steps of a new firm, which its home page shows while some are open."""

BELL = Area("Notifications", "notices.index", NOTIFICATIONS, Notification.unread)


def areas_of(role):
    """Return the areas that a person with this role may use."""
    return [area for area in AREAS if has_permission(role, area.permission)]


def badges_of(caller, areas, counted):
    """Return how much waits in each of the areas, by endpoint, in one statement; `counted` is what is known already."""
    queries = {area.endpoint: area.waiting(caller) for area in areas if area.waiting and area.endpoint not in counted}
    if not queries:
        return counted
    counts = db.execute(Select(columns=list(queries.values()))).fetchone()
    return counted | dict(zip(queries, counts, strict=True))
