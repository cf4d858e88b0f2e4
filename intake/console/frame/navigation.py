"""The areas of the console, their permissions, and the numbers beside them."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from peewee import Select, fn

from intake.accounts.access.caller import Caller, StatementCaller
from intake.accounts.onboarding.models import Onboarding
from intake.accounts.permissions.roles import INTAKE, NOTIFICATIONS, has_permission
from intake.cases.held_reviews.models import waiting
from intake.core.clock import now
from intake.core.db import db
from intake.core.statements import CompiledQuery, Parameter
from intake.engagement.leads.models import Lead
from intake.messaging.communications.models import UNREAD_FOR, MessageRead
from intake.messaging.notifications.models import Notification

IN_BAR = 4
"""How many areas the bar on a phone shows; the others are behind "More"."""

MOST_COUNTED = 1_000
"""The highest number that is counted, since every page counts the waiting records; above it a badge reads 999+."""


_UNREAD_SINCE = Parameter("unread_since")


class Area(NamedTuple):
    """An area in the navigation: its English name, its first page, and its permission.

    `waiting` returns a query for the ids of the records waiting there for the caller, who may be a `StatementCaller`.
    """

    name: str
    endpoint: str
    permission: str
    waiting: Callable[[Caller | StatementCaller], Any] | None = None
    is_offered: Callable[[], bool] = lambda: True


AREAS = (
    Area("Review", "review.index", "documents:write", waiting),
    Area("Matters", "matters_pages.index", "matters:read"),
    Area("Clients", "clients_pages.index", "clients:read"),
    Area("Messages", "inbox.index", "matters:read", partial(MessageRead.unread_matters, since=_UNREAD_SINCE)),
    Area("Deadlines", "deadlines_pages.index", "matters:read"),
    Area("Leads", "leads_pages.index", "matters:read", Lead.waiting),
    Area("Conflict checks", "conflicts_pages.index", INTAKE),
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
    """Return the number of waiting records in each area, by endpoint; those not in `counted` are read in one statement.

    Each is at most `MOST_COUNTED`.
    """
    unknown = tuple(area for area in areas if area.waiting and area.endpoint not in counted)
    if not unknown:
        return counted
    like, values = StatementCaller.like(caller, caller.user)
    [counts] = _counts(like, unknown).rows(**values, **{_UNREAD_SINCE: now() - UNREAD_FOR})
    return counted | counts


@lru_cache(None)
def _counts(caller, areas):
    """Compile the statement that counts the waiting records in these areas for callers like this one."""
    counts = [Select([area.waiting(caller).limit(MOST_COUNTED).alias("waiting")], [fn.COUNT(1)]).alias(area.endpoint)
              for area in areas]
    return CompiledQuery(Select(columns=counts).bind(db))
