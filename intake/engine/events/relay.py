"""Relays events from the outbox to endpoints and listeners."""

from collections import defaultdict

from intake.core.db import ASYNCHRONOUS_COMMIT, db
from intake.engine.tasks.actions import plan_all

from .models import Event
from .router import router

BATCH = 500


def relay() -> int:
    """Relay the oldest waiting events: make their deliveries and plan their tasks. Return how many there were.

    An event is marked in the transaction that creates its deliveries and tasks, so it is relayed exactly once. Events
    that another worker is relaying are skipped.
    """
    if not Event.any_to_relay():
        return 0
    with db.atomic():
        db.execute_sql(ASYNCHRONOUS_COMMIT)
        types = Event.take_to_relay(BATCH)
        subscriptions = router.subscriptions
        subscriptions.fan_out([id for id, type in types.items() if type in subscriptions.types])
        by_type: dict[str, list[str]] = defaultdict(list)
        for id, type in types.items():
            by_type[type].append(id)
        plan_all([(firm_id, listener.task, listener.arguments_in(data))
                  for type, ids in by_type.items() for listener in router.listeners(type)
                  for firm_id, data in Event.matching(ids, listener.only_if)])
    return len(types)
