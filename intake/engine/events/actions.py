"""Recording what happened."""

from intake.core.db import db
from intake.engine.queue import alarm

from .models import Event


def record_event(type, firm_id, data):
    """The event will be announced if, and only if, the surrounding transaction commits."""
    if not db.in_transaction():
        raise RuntimeError("an event belongs into the transaction that causes it")
    event = Event.create(type=type, firm_id=firm_id, data=data)
    db.after_commit(alarm.ring)
    return event
