"""`/api/v1/notifications`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import queries, returns

from . import actions
from .models import Notification
from .schemas import AllRead, Feed, FeedQuery, NotificationOut, RecentQuery

notifications = Blueprint("notifications", __name__)


@notifications.get("")
@requires("firms:read", permission="notifications")
@queries(FeedQuery)
@returns(Feed, enveloped=False)
def index(caller, query):
    """List the firm's notifications, the newest first."""
    return _feed(caller, query)


@notifications.get("/recent")
@requires("firms:read", permission="notifications")
@queries(RecentQuery)
@returns(Feed, enveloped=False)
def recent(caller, query):
    """List the latest notifications, for a menu."""
    return _feed(caller, query | {"page": 1})


@notifications.post("/<notification_id>/read")
@requires("firms:write")
@returns(NotificationOut)
def read(caller, notification_id):
    """Mark a notification as read."""
    return actions.mark_read(caller, notification_id).show_to(caller)


@notifications.post("/read-all")
@requires("firms:write")
@returns(AllRead)
def read_all(caller):
    """Mark all notifications as read; returns how many were unread."""
    return {"marked": actions.mark_all_read(caller)}


def _feed(caller, query):
    page = Notification.listed(caller, query)
    rows = [row.show_to(caller) for row in page.rows]
    return {"rows": rows, "pagination": page.pagination, "unread_count": Notification.unread(caller).count()}
