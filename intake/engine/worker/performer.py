"""Performs the tasks of some queues, one at a time, until it is stopped."""

import logging
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Flask
from redis import RedisError
from rq.exceptions import StopRequested

from intake.core.db import db
from intake.core.logging import error_fields
from intake.engine.tasks.actions import TaskFailed, perform_next
from intake.engine.tasks.registry import task_types
from intake.engine.tasks.states import DEFAULT

from . import scheduler
from .rq_worker import TaskWorker, check_redis, worker_id

_WITHOUT_REDIS_SECONDS = 5
"""How long it performs tasks without Redis before it checks whether Redis is back."""

_log = logging.getLogger(__name__)


class Performer:
    """An RQ worker of the type `worker_class` on these queues; while Redis is unavailable, it finds tasks in Postgres.

    It works in the thread that calls `run`, or in its own after `start`.
    """

    def __init__(self, app: Flask, redis_url: str, queues: Sequence[str], worker_class: type[TaskWorker]):
        self._app, self._redis_url, self._queues, self._worker_class = app, redis_url, queues, worker_class
        self._rq: TaskWorker | None = None
        self._stop_requested = self._busy_without_redis = self._is_redis_away = False

    def start(self) -> None:
        """Perform tasks in a thread of its own until `stop`."""
        threading.Thread(target=self.run, name="-".join(self._queues), daemon=True).start()

    def run(self) -> None:
        """Perform tasks until `stop`."""
        with self._app.app_context():
            while not self._stop_requested:
                with suppress(StopRequested):
                    self._work()
            db.close()

    def stop(self) -> None:
        """Start no further job. May be called by a signal handler: it never waits."""
        is_first, self._stop_requested = not self._stop_requested, True
        if is_first and self._rq:
            self._rq.leave()

    def join(self, seconds: float) -> None:
        """Wait while a job is in progress; waiting for the next job is simply cut off when the process ends."""
        ends = time.monotonic() + seconds
        while (self._busy_without_redis or (self._rq and self._rq.is_busy)) and time.monotonic() < ends:
            time.sleep(0.05)

    def _work(self) -> None:
        failure: dict[str, Any] = {}
        try:
            check_redis(self._redis_url)
            self._rq = self._worker_class(self._redis_url, self._queues)
            try:
                self._is_redis_away = False
                if not self._stop_requested:
                    self._rq.perform_jobs()
            except (RedisError, StopRequested):
                raise
            except Exception as error:  # a job that RQ cannot read; it is no longer in the queue
                _log.error("RQ worker failed and starts again", extra=error_fields(error))
                return
        except RedisError as error:
            failure = error_fields(error)
        self._rq = None
        if not self._stop_requested:
            if DEFAULT in self._queues and not self._is_redis_away:  # one performer of the process, once
                _log.warning("Redis is away; tasks are performed as Postgres has them", extra=failure)
            self._is_redis_away = True
            self._work_without_redis()
            time.sleep(1)

    def _work_without_redis(self) -> None:
        ends = time.monotonic() + _WITHOUT_REDIS_SECONDS
        self._busy_without_redis = True
        try:
            for name in scheduler.due() if DEFAULT in self._queues else ():
                with suppress(TaskFailed):
                    scheduler.run(name)
            while time.monotonic() < ends and not self._stop_requested and perform_next(
                    worker_id(), task_types(), self._queues):
                pass
        except Exception as error:  # the database is away, too
            _log.error("tasks could not be performed", extra=error_fields(error))
            db.dispose()
        finally:
            self._busy_without_redis = False
