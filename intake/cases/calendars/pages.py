"""`/calendars`: a person's deadlines, for calendar programs."""

from flask import Blueprint, make_response, request
from werkzeug.exceptions import NotFound

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import require_paid
from intake.accounts.calendar_addresses.models import CalendarFeed
from intake.accounts.permissions.scopes import SCOPES
from intake.core.rate_limiter import count_failed_authentication, count_request

from .icalendar import to_icalendar
from .models import deadlines_of
from .states import READS_A_MINUTE

calendars = Blueprint("calendars", __name__)


@calendars.get("/<token>.ics")
def show(token):
    """Return the calendar with this address. Raises `NotFound`, `RateLimitExceeded`, `PaymentRequired`."""
    feed = CalendarFeed.by_token(token)
    if feed is None:
        count_failed_authentication()
        raise NotFound
    count_request(f"calendar:{feed.id}", READS_A_MINUTE)
    require_paid(feed.firm, is_change=False)
    caller = Caller(feed.firm, feed.id, frozenset(SCOPES), feed.user)
    text = to_icalendar(feed.firm, deadlines_of(feed, caller) if caller.may("matters:read") else ())
    response = make_response(text, {
        "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, max-age=300",
        "Content-Disposition": "inline; filename=deadlines.ics"})
    response.add_etag()
    return response.make_conditional(request)
