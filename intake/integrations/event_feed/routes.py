"""`/api/v1/events` (docs/webhooks.md, "Events that you missed")."""

from typing import Any

from flask import Blueprint

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import requires
from intake.core.http import queries, returns
from intake.engine.events.states import scope_to_read

from . import actions
from .schemas import EventPage, EventQuery

event_feed = Blueprint("event_feed", __name__)


@event_feed.get("")
@requires("webhooks:read")
@queries(EventQuery)
@returns(EventPage, enveloped=False)
def index(caller: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """List the events of the last 30 days, the oldest first, as endpoints get them.

    Each event also requires the read scope of its records, such as `clients:read` for `client.created`; other events
    are left out, and a `type` without its scope is refused.

    `pagination.next_cursor` is always present: with it, the next call returns the events since then.
    """
    if "type" in query:
        caller.require(scope_to_read(query["type"]))
    return actions.read_page(caller, query)
