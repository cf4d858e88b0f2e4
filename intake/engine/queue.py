"""The alarm clock: tells the worker, by way of Redis, that rows wait for it.

The rows themselves are in Postgres. An alarm that gets lost costs a second or two until the worker looks by itself.
"""

import logging
import time

import redis
from flask import current_app
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from rq.serializers import JSONSerializer
from werkzeug.local import LocalProxy

QUEUE = "intake"
_BELL = "intake:bell"
_TASKS = "intake.engine.worker.errands.do_what_is_due"
_PATIENCE_SECONDS = 0.05
_PAUSE_SECONDS = 1.0
_JOB_SECONDS = 1800
_log = logging.getLogger(__name__)

alarm = LocalProxy(lambda: current_app.extensions["alarm"])
"""The running application's `Alarm`."""


class Alarm:
    """Rings in the Redis at `url`; never raises and never waits longer than a tenth of a second."""

    def __init__(self, url):
        self._redis = redis.Redis.from_url(
            url, socket_timeout=_PATIENCE_SECONDS, socket_connect_timeout=_PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0))
        self._queue = Queue(QUEUE, connection=self._redis, serializer=JSONSerializer,
                            default_timeout=_JOB_SECONDS)
        self._paused_until = 0.0

    def ring(self):
        """Whoever listens wakes up."""
        self._try(self._ring)

    def ring_for_tasks(self):
        """The worker will look for tasks, unless Redis forgets."""
        self._try(self._enqueue)

    def _ring(self):
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.lpush(_BELL, 1)
            pipe.ltrim(_BELL, 0, 0)  # one ring is as good as a hundred
            pipe.execute()

    def _enqueue(self):
        if self._queue.is_empty():  # a call that waits already is as good as a hundred, too
            self._queue.enqueue(_TASKS, result_ttl=0, failure_ttl=3600)

    def _try(self, act):
        if time.monotonic() < self._paused_until:
            return
        try:
            act()
        except redis.RedisError as error:
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
            _log.warning("the worker could not be woken", extra={"error": type(error).__name__})


def wait_for_ring(connection, seconds):
    """Returns when the alarm rang, at the latest after some seconds. Raises `redis.RedisError`."""
    connection.blpop([_BELL], timeout=seconds)
