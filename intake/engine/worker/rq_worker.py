"""RQ's worker as this process needs it."""

from contextlib import suppress

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.exceptions import DequeueTimeout, StopRequested
from rq.serializers import JSONSerializer
from rq.worker.base import WorkerStatus

from intake.engine.queue import QUEUE

_TTL_SECONDS = 45
_MAINTENANCE_SECONDS = 30


def connection_to(url):
    """A connection to Redis that gives up soon when Redis is away; redis-py would try for many seconds."""
    return Redis.from_url(url, retry=Retry(NoBackoff(), 1))


class TaskWorker(SimpleWorker):
    """Performs in this very thread, without a fork, because a process with threads must not fork.

    It leaves signals to the process, takes no commands through Redis, and when Redis is away it ends `work` at once,
    where RQ's own would wait ever longer, up to a minute.
    """

    def __init__(self, url):
        connection = connection_to(url)
        super().__init__([Queue(QUEUE, connection=connection, serializer=JSONSerializer)], connection=connection,
                         serializer=JSONSerializer, worker_ttl=_TTL_SECONDS, maintenance_interval=_MAINTENANCE_SECONDS,
                         log_job_description=False)

    def leave(self):
        """End `work` after the job that is being performed, if any. May be called by a signal handler."""
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested

    def dequeue_job_and_maintain_ttl(self, timeout, max_idle_time=None):
        self.set_state(WorkerStatus.IDLE)
        while True:
            self.heartbeat()
            with suppress(DequeueTimeout):
                return self.queue_class.dequeue_any(
                    self._ordered_queues, timeout, connection=self.connection, job_class=self.job_class,
                    serializer=self.serializer, death_penalty_class=self.death_penalty_class)

    def subscribe(self):
        pass

    def _install_signal_handlers(self):
        pass
