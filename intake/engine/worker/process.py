"""The one worker process.

Its main thread is an RQ worker that performs the jobs of every queue but `long`, the most urgent first, one at a time.
Other threads run beside it: a second RQ worker for urgent jobs only, so that a mail that a person waits for is never
held up by a long scan or sync; a third for jobs that take minutes; the delivery of webhooks, so that a slow endpoint
never delays a job; and the heartbeat.
"""

import logging
import os
import queue
import signal
import threading
import time
from collections.abc import Sequence
from typing import Protocol

from flask import Flask

from intake.engine.tasks.states import LONG, QUEUES, URGENT

from .heartbeat import Heartbeat
from .performer import Performer
from .rq_worker import TaskWorker, ThreadTaskWorker, worker_id

_log = logging.getLogger(__name__)


class Companion(Protocol):
    """Something that works beside the main thread, such as a `threading.Thread` with a `stop`."""

    def start(self) -> None: ...

    def stop(self) -> None:
        """Start no further work, and finish the work in progress."""

    def join(self, seconds: float, /) -> None:
        """Wait until it has stopped, at most that many seconds."""


class Process:
    """A worker process of the application, from `run` until SIGTERM or SIGINT.

    A job that is still in progress `stop_seconds` later is cut off, and put back when its lease ends.
    """

    def __init__(self, app: Flask, redis_url: str, companions: Sequence[Companion], stop_seconds: float):
        self._main = Performer(app, redis_url, [queue for queue in QUEUES if queue != LONG], TaskWorker)
        beside = [Performer(app, redis_url, [queue], ThreadTaskWorker) for queue in (URGENT, LONG)]
        self._companions: list[Companion] = [*beside, *companions]
        self._stop_seconds = stop_seconds
        self._heartbeat = Heartbeat(app, worker_id())
        self._stop_signals: queue.SimpleQueue[None] = queue.SimpleQueue()

    def run(self) -> None:
        """Work until asked to stop; then finish the jobs in progress."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        threading.Thread(target=self._stop, name="stop", daemon=True).start()
        for companion in self._companions:
            companion.start()
        self._heartbeat.start()
        _log.info("worker started", extra={"worker": worker_id()})
        self._main.run()
        for companion in self._companions:
            companion.stop()
        for companion in self._companions:
            companion.join(self._stop_seconds)
        self._heartbeat.stop()
        _log.info("worker stopped", extra={"worker": worker_id()})

    def _on_signal(self, *_: object) -> None:
        # A signal interrupts the main thread anywhere, perhaps while it holds a lock: nothing here may wait for one.
        self._stop_signals.put(None)
        self._main.stop()

    def _stop(self) -> None:
        """Stop everything when asked to. Work still running when the time is over is cut off; its lease ends later."""
        self._stop_signals.get()
        for companion in self._companions:
            companion.stop()
        time.sleep(self._stop_seconds)
        os._exit(0)
