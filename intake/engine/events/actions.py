"""Recording events."""

from typing import Any

from intake.core.db import db

from .models import Event
from .router import ALWAYS, router
from .wakeup import wakeup


def record_event(type: str, firm_id: str, data: dict[str, Any]) -> Event:
    """Record an event, which is relayed if and only if the surrounding transaction commits.

    An event that neither an endpoint nor a listener wants counts as relayed at once, and costs the worker nothing.
    """
    if not db.in_transaction():
        raise RuntimeError("an event is recorded in the transaction that causes it")
    condition = router.wanted(type)
    event = (Event.insert_at_commit(type, firm_id, data) if condition == ALWAYS
             else Event.insert_if_wanted(type, firm_id, data, condition))
    if event.relayed_at is None:
        db.after_commit(wakeup.notify)
    return event
