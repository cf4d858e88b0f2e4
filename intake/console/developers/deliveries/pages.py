"""`/settings/developers/deliveries`: the deliveries to all endpoints, and sending failed ones again."""

from flask import Blueprint, request

from intake.console.developers.webhooks.filters import filters_in, query_of
from intake.console.developers.webhooks.states import ERRORS, EVENTS, NOTICES, OUTCOMES
from intake.console.frame.console_page import console_page, go_to
from intake.core.clock import now
from intake.integrations.webhooks.actions import redeliver_listed
from intake.integrations.webhooks.models import Delivery, Webhook
from intake.integrations.webhooks.states import KEPT_FOR, STATUSES
from intake.web.forms import page_number

deliveries_pages = Blueprint("deliveries_pages", __name__)

_ROWS = 25
_MOST_ENDPOINTS = 200


@deliveries_pages.get("")
@console_page("webhooks:write")
def index(desk):
    """List the deliveries, optionally those of one endpoint, event, state or time."""
    webhooks = _endpoints(desk)
    filters, query = _asked(desk, request.args, webhooks)
    query |= {"page": page_number(), "per_page": _ROWS}
    return desk.page("deliveries.html", 200, NOTICES, deliveries=Delivery.listed(desk.caller, query), filters=filters,
                     webhooks=webhooks, statuses=STATUSES, event_names=EVENTS, outcomes=OUTCOMES, errors=ERRORS)


@deliveries_pages.post("")
@console_page("webhooks:write")
def redeliver(desk):
    """Send the failed and cancelled deliveries in the filtered list again."""
    webhooks = _endpoints(desk)
    filters, query = _asked(desk, request.form, webhooks)
    count = redeliver_listed(desk.caller, **{"created_after": now() - KEPT_FOR} | query)
    return go_to("deliveries_pages.index", done="all-redelivered" if count else "nothing", **filters)


def _endpoints(desk):
    """Return the endpoints to choose from, the newest first."""
    newest = Webhook.of(desk.caller, Webhook.id, Webhook.url).order_by(Webhook.created_at.desc(), Webhook.id.desc())
    return list(newest.limit(_MOST_ENDPOINTS))


def _asked(desk, given, webhooks):
    """Return the filters among the parameters, and the `DeliveriesQuery` for them."""
    filters = filters_in(given)
    query = query_of(filters, desk.firm.timezone)
    if given.get("endpoint") in {webhook.id for webhook in webhooks}:
        filters["endpoint"] = query["webhook_id"] = given["endpoint"]
    return filters, query
