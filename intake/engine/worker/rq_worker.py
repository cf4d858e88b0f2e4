"""RQ's worker as this process needs it."""

import logging
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from redis import ConnectionError, Redis, RedisError, TimeoutError
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.exceptions import DequeueTimeout, StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.suspension import is_suspended
from rq.timeouts import TimerDeathPenalty
from rq.worker.base import WorkerStatus

from intake.core.best_effort_redis import ANSWER_SECONDS
from intake.core.db import db
from intake.core.ids import new_id
from intake.core.logging import error_fields
from intake.engine.tasks.actions import TaskFailed, perform
from intake.engine.tasks.models import Task
from intake.engine.tasks.queues import scheduled_name, task_queues
from intake.engine.tasks.registry import task_types

from . import scheduler

_TTL_SECONDS = 45
_MAINTENANCE_SECONDS = 30
_DEQUEUE_SECONDS = 2
_PATIENCE_SECONDS = 2
_KEY = "intake:worker"
_log = logging.getLogger(__name__)


def worker_id() -> str:
    """Return the name of this worker process, different from every other present or earlier one.

    A forked process has another name than its parent; otherwise it would renew the leases of processes that have died.
    """
    return _id_of_process(os.getpid())


@cache
def _id_of_process(_pid: int) -> str:
    return f"{os.uname().nodename}-{new_id('worker')}"


def connection_to(url: str, **options: Any) -> Redis:
    """Return a connection to Redis that gives up soon when Redis is unavailable; redis-py would try for many seconds.

    A connection that Redis has closed is reopened. A request that Redis does not answer is not repeated.
    """
    return Redis.from_url(url, retry=Retry(NoBackoff(), 1, supported_errors=(ConnectionError,)), **options)


def check_redis(url: str) -> None:
    """Raise `RedisError` unless Redis accepts writes, and answers as soon as those who fill the queues expect."""
    with connection_to(url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS) as redis:
        redis.set(_KEY, 1, ex=_PATIENCE_SECONDS)


class TaskJob(Job):
    """A job whose row in Postgres decides whether it is performed and records its outcome."""

    def perform(self) -> Any:
        """Perform the task, unless it is done or another worker has it. Raises `TaskFailed`."""
        try:
            if name := scheduled_name(self):
                scheduler.run(name)
            elif task := Task.claim(self.id, worker_id()):
                perform(task, task_types())
        except TaskFailed:
            raise
        except Exception as error:  # the database is unavailable: the row is unchanged, and the sweep queues it again
            fields = error_fields(error)
            _log.error("job could not be performed", extra={"job_id": self.id} | fields)
            db.dispose()
            raise TaskFailed(fields["error"]) from None


class TaskWorker(SimpleWorker):
    """Performs jobs in its own thread, without a fork, because a process with threads must not fork.

    It has its own work loop, built from RQ's public steps, which leaves signals to the process and ends at once when
    Redis is unavailable; RQ's own loop would wait ever longer, up to a minute.
    """

    def __init__(self, url: str, queues: Sequence[str]):
        connection = connection_to(url)
        super().__init__([Queue(queue, connection=connection, serializer=JSONSerializer) for queue in queues],
                         name=f"{worker_id()}-{'-'.join(queues)}-{new_id('run')[-6:]}", connection=connection,
                         serializer=JSONSerializer, job_class=TaskJob, worker_ttl=_TTL_SECONDS,
                         maintenance_interval=_MAINTENANCE_SECONDS, log_job_description=False)
        self._leaving = False

    @property
    def dequeue_timeout(self) -> int:
        """The longest single wait for a job. With RQ's 30 s a hanging Redis would go unnoticed for that long."""
        return _DEQUEUE_SECONDS

    @property
    def connection_timeout(self) -> int:
        return self.dequeue_timeout + _PATIENCE_SECONDS

    @property
    def is_busy(self) -> bool:
        """Whether a job is in progress."""
        return self.get_state() == WorkerStatus.BUSY

    def perform_jobs(self, burst: bool = False) -> None:
        """Perform jobs until `leave` or, with `burst`, until the queues are empty.

        Raises `RedisError` when Redis is unavailable or too slow, and `StopRequested`.
        """
        self.bootstrap(logging_level="CRITICAL")  # failures are logged where they happen
        # RQ's tools list a queue and its workers only from its first job on; operators should see them earlier.
        self.connection.sadd(Queue.redis_queues_keys, *(queue.key for queue in self.queues))
        is_redis_there = True
        try:
            while not self._leaving:
                if self.should_run_maintenance_tasks:
                    self.run_maintenance_tasks()
                if is_suspended(self.connection, self):  # by `rq suspend`
                    time.sleep(1)
                    continue
                if task_queues.are_away():  # slower than those who fill the queues wait: nothing would come
                    raise TimeoutError("Redis answers too late")
                found = self.next_job(None if burst else self.dequeue_timeout)
                if found:
                    self.execute_job(*found)
                elif burst:
                    return
        except RedisError:
            is_redis_there = False
            raise
        finally:
            if is_redis_there:  # otherwise saying goodbye would only wait for Redis once more
                self.teardown()

    def next_job(self, timeout: int | None) -> tuple[Job, Queue] | None:
        """Wait up to `timeout` seconds for the next job, and show RQ that this worker is alive. None if none came."""
        self.set_state(WorkerStatus.IDLE)
        if not self.connection.hexists(self.key, "birth"):  # Redis was wiped: `rq info` would not show the worker
            self.connection.delete(self.key)
            self.register_birth()
        self.heartbeat()
        with suppress(DequeueTimeout):
            return self.queue_class.dequeue_any(
                self.queues, timeout, connection=self.connection, job_class=self.job_class,
                serializer=self.serializer, death_penalty_class=self.death_penalty_class)
        return None

    def leave(self) -> None:
        """End `perform_jobs` after the job in progress, if any. May be called by a signal handler."""
        self._leaving = True
        if not self.is_busy:
            raise StopRequested

    def subscribe(self) -> None:
        """Take no commands through Redis: that would need another thread and connection."""


class ThreadTaskWorker(TaskWorker):
    """A `TaskWorker` outside the main thread, where signals can interrupt neither a job nor an idle wait."""

    death_penalty_class = TimerDeathPenalty

    def leave(self) -> None:
        self._leaving = True
