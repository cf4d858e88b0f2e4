"""`/notifications`: the feed."""

from flask import Blueprint, redirect, request

from intake.accounts.permissions.roles import NOTIFICATIONS
from intake.console.frame.console_page import console_page, go_to
from intake.messaging.notifications import actions
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.record_paths import path_of
from intake.web.forms import page_number

from .states import DONE, ROWS

notices = Blueprint("notices", __name__)


@notices.get("")
@console_page(NOTIFICATIONS)
def index(desk):
    """List the notifications, the newest first, optionally only unread ones."""
    only_unread = request.args.get("show") == "unread"
    query = {"page": page_number(), "limit": ROWS} | ({"read": False} if only_unread else {})
    listed = Notification.listed(desk.caller, query)
    return desk.page("notifications.html", notices=DONE, listed=listed, only_unread=only_unread)


@notices.get("/<notification_id>")
@console_page(NOTIFICATIONS)
def show(desk, notification_id):
    """Mark the notification as read by the person, and redirect to its record."""
    return redirect(path_of(actions.mark_read(desk.caller, notification_id)), 303)


@notices.post("/read")
@console_page(NOTIFICATIONS, unpaid=True)
def read_all(desk):
    """Mark all notifications as read by this person."""
    actions.mark_all_read(desk.caller)
    return go_to("notices.index", done="read")
