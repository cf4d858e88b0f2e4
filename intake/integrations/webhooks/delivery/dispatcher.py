"""Delivers webhooks: one thread that decides, many that send.

The database is asked for work and told of outcomes by the deciding thread alone, in batches. A sender is free again
only when its outcome is committed, so a killed worker repeats at most as many deliveries as it has senders.
"""

import logging
import queue
import random
import threading
import time

import psycopg2
from peewee import InterfaceError, OperationalError

from intake.core.db import db
from intake.core.logging import error_fields
from intake.engine.queue import alarm

from .claiming import claim
from .outcomes import finish, record
from .relay import BATCH, relay
from .sender import attempt

_LOOK_AROUND_SECONDS = 0.3, 0.5
"""How often it looks for work that nobody rang for: retries that came due, and rings that were lost. Never quite the
same, lest two workers look at the same moment again and again, when only one of them finds anything."""

_CROWD = 8
_GATHER_SECONDS = 0.003
"""While many are being sent and few have come back, it waits a moment for more: many cost little more than one."""

_SLOW_MS = 1000

_AWAY = (OperationalError, InterfaceError, psycopg2.OperationalError, psycopg2.InterfaceError)
"""What the database says when it is away, or too busy: ask again later."""

_log = logging.getLogger(__name__)


class DeliveryDispatcher:
    """Relays events and delivers webhooks with `senders` threads, in a thread of its own, until `stop`."""

    def __init__(self, app, worker_id, senders):
        self._app, self._worker_id, self._senders = app, worker_id, senders
        self._dispatches = queue.SimpleQueue()
        """For whichever sender is free; None sends one of them home."""
        self._outcomes = queue.SimpleQueue()
        """From the senders."""
        self._in_flight = set()
        """Dispatches from their claim until their outcome is committed."""
        self._slow = set()
        """The ids of endpoints whose last answer took its time."""
        self._unrecorded = []
        """Outcomes that are kept until they are committed, so that while the database is away none is forgotten."""
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pump", daemon=True)

    def start(self):
        for number in range(self._senders):
            threading.Thread(target=self._send, name=f"sender-{number}", daemon=True).start()
        self._thread.start()

    def ring(self):
        """There may be something to do."""
        self._bell.set()

    def stop(self):
        """Nothing more is begun; what is in flight is finished and written down."""
        self._stopping.set()
        self._bell.set()

    def join(self, seconds):
        """It has stopped, or the time is over."""
        self._thread.join(seconds)

    def _run(self):
        with self._app.app_context():
            while self._in_flight or not self._stopping.is_set():
                try:
                    self._turn()
                except Exception as error:
                    # What was claimed and not begun comes due again by itself.
                    _log.error("the pump stumbled and tries again", extra=error_fields(error))
                    db.dispose()
                    time.sleep(1)
            for _ in range(self._senders):
                self._dispatches.put(None)
            db.close()

    def _turn(self):
        """Write down what is finished, relay what waits, begin what is due; then rest if there was nothing."""
        if len(self._in_flight) > _CROWD > self._outcomes.qsize():
            time.sleep(_GATHER_SECONDS)
        self._bell.clear()
        recorded = self._write_down()
        relayed = began = 0
        if not self._stopping.is_set():
            relayed, tasks = relay()
            if tasks:
                alarm.ring_for_tasks()
            began = self._begin()
        if not (recorded or began or relayed == BATCH):
            self._bell.wait(random.uniform(*_LOOK_AROUND_SECONDS))

    def _begin(self):
        dispatches = claim(self._worker_id, self._senders, self._in_flight, self._slow)
        for dispatch in dispatches:
            self._in_flight.add(dispatch)
            self._dispatches.put(dispatch)
        return len(dispatches)

    def _send(self):
        web, vault = self._app.extensions["safe_http"], self._app.extensions["vault"]
        while dispatch := self._dispatches.get():
            self._outcomes.put(attempt(web, vault, dispatch))
            self._bell.set()

    def _write_down(self):
        while not self._outcomes.empty():
            self._unrecorded.append(self._outcomes.get())
        if not self._unrecorded:
            return 0
        self._record(self._unrecorded)
        done, self._unrecorded = self._unrecorded, []
        for outcome in done:
            self._in_flight.discard(outcome.dispatch)
            note = self._slow.add if outcome.duration_ms > _SLOW_MS else self._slow.discard
            note(outcome.dispatch.webhook_id)
        return len(done)

    def _record(self, outcomes):
        """Write outcomes down. One that the database does not take must not keep it from taking the others."""
        try:
            record(self._worker_id, outcomes)
        except _AWAY:
            raise
        except Exception as error:
            _log.error("outcomes cannot be written down together", extra=error_fields(error))
            for outcome in outcomes:
                self._record_alone(outcome)

    def _record_alone(self, outcome):
        """Write an outcome down, or at least what follows from it, lest the delivery be repeated again and again."""
        for write in (record, finish):
            try:
                write(self._worker_id, [outcome])
                return
            except _AWAY:
                raise
            except Exception as error:
                _log.error("an outcome cannot be written down",
                           extra={"delivery_id": outcome.dispatch.delivery_id} | error_fields(error))
