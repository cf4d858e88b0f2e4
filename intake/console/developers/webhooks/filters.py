"""The filters of a list of deliveries in the address."""

from intake.console.frame.days import begin_of, day_in, end_of
from intake.engine.events.states import PUBLIC
from intake.integrations.webhooks.states import STATUSES


def filters_in(given):
    """Return the filters among the parameters; unknown values are left out."""
    named = {name: given.get(name, "") for name in ("status", "event", "from", "to")}
    known = {"status": named["status"] in STATUSES, "event": named["event"] in PUBLIC,
             "from": day_in(named["from"]), "to": day_in(named["to"])}
    return {name: value for name, value in named.items() if known[name]}


def query_of(filters, zone):
    """Return the conditions of a `DeliveryQuery`; days are in the firm's time zone."""
    query = {"status": filters.get("status"), "event_type": filters.get("event")}
    if "from" in filters:
        query["created_after"] = begin_of(filters["from"], zone)
    if "to" in filters:
        query["created_before"] = end_of(filters["to"], zone)
    return query
