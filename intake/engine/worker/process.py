"""The one worker process.

Its main thread is RQ's: it performs tasks, one at a time. Beside it the pump delivers webhooks, so that a long scan
never holds up a delivery nor a slow endpoint a scan, the ear hears the alarm, and the clock ticks.
"""

import logging
import os
import queue
import signal
import threading
import time
from contextlib import suppress

from redis import RedisError
from rq.exceptions import StopRequested

from intake.engine.queue import wait_for_ring
from intake.integrations.webhooks.delivery.dispatcher import DeliveryDispatcher

from .errands import WORKER_ID, do_what_is_due, stopping
from .heartbeat import Heartbeat
from .rq_worker import TaskWorker, connection_to

_GIVING_UP_SECONDS = 9
"""Platforms kill ten seconds after SIGTERM; what is cut off then comes back when its lease ends."""

_log = logging.getLogger(__name__)


class Process:
    """A worker process of the application, from `run` until SIGTERM or SIGINT."""

    def __init__(self, app, settings):
        self._app, self._settings = app, settings
        self._pump = DeliveryDispatcher(app, WORKER_ID, settings.worker_senders)
        self._clock = Heartbeat(app)
        self._rq = None
        self._told_to_stop = False
        self._stop_signals = queue.SimpleQueue()

    def run(self):
        """Work until told to stop; then finish what is in flight, within ten seconds in all."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._hear_signal)
        for thread in (self._listen, self._end):
            threading.Thread(target=thread, name=thread.__name__, daemon=True).start()
        self._pump.start()
        self._clock.start()
        _log.info("worker started", extra={"worker": WORKER_ID})
        with self._app.app_context():
            while not self._told_to_stop:
                with suppress(StopRequested):
                    self._perform()
        self._pump.stop()
        self._pump.join(_GIVING_UP_SECONDS)
        self._clock.stop()
        _log.info("worker stopped", extra={"worker": WORKER_ID})

    def _perform(self):
        """Perform tasks as RQ hands them out; while Redis is away, as Postgres has them."""
        with suppress(RedisError):
            self._rq = TaskWorker(self._settings.redis_url)
            if not self._told_to_stop:
                self._rq.work(logging_level="WARNING")
        self._rq = None
        if not self._told_to_stop:
            _log.warning("Redis is away; tasks are performed as they are found")
            do_what_is_due()
            time.sleep(1)

    def _listen(self):
        """Pass the alarm on to the pump."""
        while True:
            try:
                connection = connection_to(self._settings.redis_url)
                while True:
                    wait_for_ring(connection, seconds=2)
                    self._pump.ring()
            except RedisError:
                time.sleep(1)

    def _hear_signal(self, *_):
        # It interrupts the main thread anywhere, perhaps while that holds a lock: nothing here may wait for one.
        self._told_to_stop = True
        self._stop_signals.put(None)
        rq, self._rq = self._rq, None
        if rq:
            rq.leave()

    def _end(self):
        """Begin to stop when told to. Whatever still runs when the time is over is left to its lease."""
        self._stop_signals.get()
        stopping.set()
        self._pump.stop()
        time.sleep(_GIVING_UP_SECONDS)
        os._exit(0)
