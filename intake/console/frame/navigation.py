"""The areas of the console, who sees which, and the numbers beside them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from peewee import Select, fn

from intake.accounts.access.caller import Caller
from intake.accounts.onboarding.models import Onboarding
from intake.accounts.permissions.roles import NOTIFICATIONS, has_permission
from intake.console.held_reviews.models import waiting
from intake.core.db import db
from intake.engagement.leads.models import Lead
from intake.messaging.communications.models import MessageRead
from intake.messaging.notifications.models import Notification

IN_BAR = 4
"""How many areas the bar of a phone shows; the others are behind "More"."""

MOST_COUNTED = 1_000
"""Every page counts what waits, so it counts no further; from there on a badge reads 999+."""


class Area(NamedTuple):
    """An area in the navigation: its English name, its first page, and the permission that it takes.

    `waiting` returns a query for the ids of what waits there for the caller.
    """

    name: str
    endpoint: str
    permission: str
    waiting: Callable[[Caller], Any] | None = None
    is_offered: Callable[[], bool] = lambda: True


AREAS = (
    Area("Review", "review.index", "documents:write", waiting),
    Area("Matters", "matters_pages.index", "matters:read"),
    Area("Clients", "clients_pages.index", "clients:read"),
    Area("Messages", "inbox.index", "matters:read", MessageRead.unread_matters),
    Area("Deadlines", "deadlines_pages.index", "matters:read"),
    Area("Leads", "leads_pages.index", "matters:read", Lead.waiting),
    Area("Templates", "template_pages.index", "matters:read"),
    Area("Court forms", "court_form_pages.index", "matters:read"),
    Area("Insights", "insights.index", "matters:read"),
    Area("Reports", "reports_pages.index", "matters:read"),
    Area("Settings", "settings.index", "matters:read"),
)

FIRST_STEPS = Area("First steps", "first_steps.index", "firms:write", Onboarding.open_steps)
"""The steps of a new firm, which its home page shows while some are open."""

BELL = Area("Notifications", "notices.index", NOTIFICATIONS, Notification.unread)


def areas_of(role):
    """Return the areas that a person with this role may use."""
    return [area for area in AREAS if has_permission(role, area.permission)]


def badges_of(caller, areas, counted):
    """Return how much waits in each of the areas, by endpoint, in one statement; `counted` is what is known already.

    It is `MOST_COUNTED` at most.
    """
    queries = {area.endpoint: area.waiting(caller) for area in areas if area.waiting and area.endpoint not in counted}
    if not queries:
        return counted
    counting = [Select([rows.limit(MOST_COUNTED).alias("waiting")], [fn.COUNT(1)]) for rows in queries.values()]
    counts = db.execute(Select(columns=counting)).fetchone()
    return counted | dict(zip(queries, counts, strict=True))
