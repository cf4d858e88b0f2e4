"""Reads the feed."""

from typing import Any

from intake.accounts.access.caller import Caller
from intake.core.db import db
from intake.engine.events.models import Event, EventFeed, envelope
from intake.engine.events.states import PUBLIC, scope_to_read

BATCH = 1000
"""How many events get a position per page: at a firm's first call a month of them may lack one."""


def read_page(caller: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return the events after the query's cursor, in the order in which their transactions were committed.

    Events of records that the caller may not read are left out. Events without a position were committed since the feed
    was last read, and get one now.
    """
    position, size = int(query.get("cursor", 0)), query["per_page"]
    reached, others_wait = position, False
    if Event.any_without_position(caller):
        with db.atomic():
            reached = EventFeed.assign_positions(caller.firm_id, BATCH)
        others_wait = Event.any_without_position(caller)
    conditions = [Event.type == query["type"]] if "type" in query else []
    readable = [type for type in PUBLIC if caller.may(scope_to_read(type))]
    if len(readable) < len(PUBLIC):
        conditions.append(Event.type.in_(readable))
    if "created_after" in query:
        conditions.append(Event.created_at >= query["created_after"])
    events = Event.after_position(caller, position, size + 1, *conditions)
    page, is_full = events[:size], len(events) > size
    last = max([position, *(event.position or 0 for event in page)])
    return {
        "data": [envelope(event.id, event.type, event.created_at, event.firm_id, event.data) for event in page],
        "pagination": {"per_page": size, "has_more": is_full or others_wait,
                       "next_cursor": str(last if is_full else max(last, reached))},
    }
