"""A worker that a test runs step by step, with the worker's own code."""

from concurrent.futures import ThreadPoolExecutor

from intake.core.db import db
from intake.engine.events.relay import relay
from intake.engine.tasks.actions import perform_next
from intake.integrations.webhooks.delivery.claiming import claim
from intake.integrations.webhooks.delivery.outcomes import record
from intake.integrations.webhooks.delivery.sender import attempt
from intake.listeners import TASKS


class WorkerInSteps:
    """`worker.deliver()` makes all due deliveries; or call `relay`, `claim`, `send` and `record` one by one."""

    def __init__(self, app, id="worker-1", senders=64):
        self.id = id
        self._senders = senders
        self._web, self._vault = app.extensions["safe_http"], app.extensions["vault"]

    def relay(self):
        """Relay events until the outbox is empty."""
        while relay():
            pass

    def claim(self, in_flight=(), slow=()):
        return claim(self.id, self._senders, in_flight, slow)

    def send(self, dispatches):
        """Send the dispatches at the same time and return their outcomes in order."""
        with ThreadPoolExecutor(max(1, len(dispatches))) as pool:
            return list(pool.map(lambda dispatch: attempt(self._web, self._vault, dispatch), dispatches))

    def record(self, outcomes):
        record(self.id, outcomes)

    def deliver(self):
        """Relay every event and attempt every delivery that is due."""
        self.relay()
        while dispatches := self.claim():
            self.record(self.send(dispatches))

    def perform_tasks(self):
        """Perform tasks until none is due."""
        while perform_next(self.id, TASKS):
            pass

    def settle(self):
        """Relay every event, and perform the tasks that they cause until none is due."""
        self.relay()
        self.perform_tasks()


def cancel_pending_work():
    """Cancel deliveries, events and tasks that are waiting for a worker, and deactivate all webhooks."""
    db.execute_sql("UPDATE webhooks SET active = false WHERE active")
    db.execute_sql("UPDATE deliveries SET status = 'cancelled' WHERE status = 'pending'")
    db.execute_sql("UPDATE events SET relayed_at = now() WHERE relayed_at IS NULL")
    db.execute_sql("UPDATE tasks SET done_at = now() WHERE done_at IS NULL")
