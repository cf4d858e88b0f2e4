"""A worker whose every step the test takes itself; what runs is the worker's own code."""

from concurrent.futures import ThreadPoolExecutor

from intake.core.db import db
from intake.engine.tasks.actions import perform_next
from intake.integrations.webhooks.delivery.claiming import claim
from intake.integrations.webhooks.delivery.outcomes import record
from intake.integrations.webhooks.delivery.relay import relay
from intake.integrations.webhooks.delivery.sender import attempt
from intake.listeners import TASKS


class WorkerInSteps:
    """`worker.deliver()` and everything due is delivered; or `relay`, `claim`, `send` and `record`, one by one."""

    def __init__(self, app, id="worker-1", senders=64):
        self.id = id
        self._senders = senders
        self._web, self._vault = app.extensions["safe_http"], app.extensions["vault"]

    def relay(self):
        """Nothing waits in the outbox."""
        while relay()[0]:
            pass

    def claim(self, in_flight=(), slow=()):
        return claim(self.id, self._senders, in_flight, slow)

    def send(self, dispatches):
        """The outcomes, in the order of the dispatches; they are sent at once."""
        with ThreadPoolExecutor(max(1, len(dispatches))) as pool:
            return list(pool.map(lambda dispatch: attempt(self._web, self._vault, dispatch), dispatches))

    def record(self, outcomes):
        record(self.id, outcomes)

    def deliver(self):
        """Nothing waits in the outbox, and nothing that is due has not been attempted."""
        self.relay()
        while dispatches := self.claim():
            self.record(self.send(dispatches))

    def perform_tasks(self):
        """No task waits."""
        while perform_next(self.id, TASKS):
            pass


def leave_nothing_to_do():
    """Nothing that happened so far concerns a worker any more."""
    db.execute_sql("UPDATE webhooks SET active = false")
    db.execute_sql("UPDATE deliveries SET status = 'cancelled' WHERE status = 'pending'")
    db.execute_sql("UPDATE events SET relayed_at = now() WHERE relayed_at IS NULL")
    db.execute_sql("UPDATE tasks SET done_at = now() WHERE done_at IS NULL")
