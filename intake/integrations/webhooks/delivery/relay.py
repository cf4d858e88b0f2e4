"""From the outbox to those who listen."""

from intake.core.db import ASYNCHRONOUS_COMMIT, db
from intake.engine.events.models import Event
from intake.engine.events.states import PUBLIC
from intake.engine.tasks.actions import plan
from intake.listeners import LISTENERS

from .claiming import address

BATCH = 500


def relay():
    """Some waiting events are relayed: each has its deliveries and its tasks. Gives (how many, whether tasks came).

    An event is marked in the transaction that makes its rows, so it is relayed exactly once; events that another
    worker is relaying are passed over.
    """
    if not Event.any_to_relay():
        return 0, False
    with db.atomic():
        db.execute_sql(ASYNCHRONOUS_COMMIT)
        types = dict(Event.take_to_relay(BATCH))
        address([id for id, type in types.items() if type in PUBLIC])
        tasks = [plan(event.firm_id, name, *arguments(event.data))
                 for event in Event.among([id for id, type in types.items() if type in LISTENERS])
                 for name, arguments in LISTENERS[event.type]]
    return len(types), bool(tasks)
