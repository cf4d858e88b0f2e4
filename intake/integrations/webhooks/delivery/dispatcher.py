"""Delivers webhooks: one thread decides, many send.

Only the deciding thread reads work from the database and writes outcomes to it, in batches. A sender is free again only
when its outcome is committed, so after a kill at most as many deliveries are repeated as there are senders.
"""

import logging
import queue
import random
import threading
import time

from flask import Flask
from redis import Redis, RedisError

from intake.core.db import UNAVAILABLE, db
from intake.core.logging import error_fields
from intake.engine.events.relay import BATCH, relay
from intake.engine.events.wakeup import wait_for_wakeup

from .claiming import Dispatch, claim
from .outcomes import Outcome, finish, record
from .sender import attempt

_IDLE_SECONDS = 0.3, 0.5
"""How often it looks for work without a wakeup, because of due retries and lost wakeups. The interval varies so that
two workers do not keep looking at the same moment, when only one of them finds anything."""

_MANY_IN_FLIGHT = 16
_GATHER_SECONDS = 0.006
"""While many are being sent and few are finished, it waits briefly for more: a batch costs little more than one."""

_SLOW_MS = 1000

_log = logging.getLogger(__name__)


class DeliveryDispatcher(threading.Thread):
    """Relays events and delivers webhooks with up to `senders` threads, from `start` until `stop`."""

    def __init__(self, app: Flask, worker_id: str, senders: int, redis_url: str | None = None):
        super().__init__(name="dispatcher", daemon=True)
        self._app, self._worker_id, self._senders, self._redis_url = app, worker_id, senders, redis_url
        self._dispatches: queue.SimpleQueue[Dispatch | None] = queue.SimpleQueue()
        """For the next free sender; None ends a sender."""
        self._outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        """From the senders."""
        self._running_senders = 0
        """As many as were needed at once so far: a quiet worker does without the 2 MiB of 128."""
        self._in_flight: set[Dispatch] = set()
        """Dispatches from their claim until their outcome is committed."""
        self._slow: set[str] = set()
        """The ids of endpoints whose last answer took long."""
        self._unrecorded: list[Outcome] = []
        """Outcomes not committed yet, so that none is lost while the database is unavailable."""
        self._awake = threading.Event()
        self._announced = threading.Event()
        """Whether there may be events to relay."""
        self._next_look = 0.0
        """When to look for events whose wakeup was lost, as monotonic time."""
        self._stopping = threading.Event()

    def start(self) -> None:
        if self._redis_url:
            threading.Thread(target=self._listen, args=(self._redis_url,), name="wakeups", daemon=True).start()
        super().start()

    def wake(self) -> None:
        """Look for events and due deliveries now."""
        self._announced.set()
        self._awake.set()

    def stop(self) -> None:
        """Start no further deliveries; finish and record those in flight."""
        self._stopping.set()
        self._awake.set()

    def run(self) -> None:
        with self._app.app_context():
            while self._in_flight or not self._stopping.is_set():
                try:
                    self._turn()
                except Exception as error:
                    # Deliveries that were claimed but not started come due again automatically.
                    _log.error("dispatcher failed and tries again", extra=error_fields(error))
                    db.dispose()
                    time.sleep(1)
            for _ in range(self._running_senders):
                self._dispatches.put(None)
            db.close()

    def _listen(self, redis_url: str) -> None:
        """Wake up whenever an event was recorded."""
        while not self._stopping.is_set():
            try:
                with Redis.from_url(redis_url) as connection:
                    while not self._stopping.is_set():
                        wait_for_wakeup(connection, seconds=2)
                        self.wake()
            except RedisError:
                time.sleep(1)

    def _turn(self) -> None:
        """Record finished deliveries, relay waiting events and start due deliveries; rest if nothing was to do."""
        if len(self._in_flight) > _MANY_IN_FLIGHT > self._outcomes.qsize():
            time.sleep(_GATHER_SECONDS)
        self._awake.clear()
        recorded = self._record_finished()
        relayed = began = 0
        if not self._stopping.is_set():
            relayed = self._relay_announced()
            began = self._begin()
        if not (recorded or began or relayed == BATCH) and not self._awake.wait(random.uniform(*_IDLE_SECONDS)):
            self._announced.set()

    def _relay_announced(self) -> int:
        """Relay a batch of events if there may be any. Return how many there were."""
        if not self._announced.is_set() and time.monotonic() < self._next_look:
            return 0
        self._announced.clear()
        self._next_look = time.monotonic() + _IDLE_SECONDS[0]
        relayed = relay()
        if relayed == BATCH:
            self._announced.set()
        return relayed

    def _begin(self) -> int:
        dispatches = claim(self._worker_id, self._senders, self._in_flight, self._slow)
        for dispatch in dispatches:
            self._in_flight.add(dispatch)
            self._dispatches.put(dispatch)
        while self._running_senders < len(self._in_flight):
            threading.Thread(target=self._send, name=f"sender-{self._running_senders}", daemon=True).start()
            self._running_senders += 1
        return len(dispatches)

    def _send(self) -> None:
        web, vault = self._app.extensions["safe_http"], self._app.extensions["vault"]
        while dispatch := self._dispatches.get():
            self._outcomes.put(attempt(web, vault, dispatch))
            self._awake.set()

    def _record_finished(self) -> int:
        while not self._outcomes.empty():
            self._unrecorded.append(self._outcomes.get())
        if not self._unrecorded:
            return 0
        self._record(self._unrecorded)
        done, self._unrecorded = self._unrecorded, []
        for outcome in done:
            self._in_flight.discard(outcome.dispatch)
            mark = self._slow.add if outcome.duration_ms > _SLOW_MS else self._slow.discard
            mark(outcome.dispatch.webhook_id)
        return len(done)

    def _record(self, outcomes: list[Outcome]) -> None:
        """Record outcomes. One that the database refuses must not prevent the others from being recorded."""
        try:
            record(self._worker_id, outcomes)
        except UNAVAILABLE:
            raise
        except Exception as error:
            _log.error("outcomes could not be recorded together", extra=error_fields(error))
            for outcome in outcomes:
                self._record_alone(outcome)

    def _record_alone(self, outcome: Outcome) -> None:
        """Record an outcome, or at least the delivery's new state, so that it is not repeated again and again."""
        for write in (record, finish):
            try:
                write(self._worker_id, [outcome])
                return
            except UNAVAILABLE:
                raise
            except Exception as error:
                _log.error("outcome could not be recorded",
                           extra={"delivery_id": outcome.dispatch.delivery_id} | error_fields(error))
