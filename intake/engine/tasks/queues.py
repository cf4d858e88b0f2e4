"""The RQ queues in which tasks wait to be performed.

Each task is one job, with the task's id, the function that does the work, and a description that names the records.
The tasks themselves stay in Postgres: a job that Redis loses is put back within seconds.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from flask import current_app
from rq import Queue
from rq.job import Job
from rq.queue import EnqueueData
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer
from werkzeug.local import LocalProxy

from intake.core.best_effort_redis import BestEffortRedis
from intake.core.ids import is_id

from .models import Task
from .registry import task_types
from .states import DEFAULT, QUEUES

JOB_SECONDS = 1800
_FAILED_SECONDS = 7 * 24 * 3600

task_queues: "TaskQueues" = LocalProxy(  # type: ignore[assignment]
    lambda: current_app.extensions["task_queues"])
"""The running application's `TaskQueues`."""


class TaskQueues:
    """The queues in Redis. No method raises or waits while Redis is unavailable."""

    def __init__(self, redis: BestEffortRedis):
        self._redis = redis
        self._queues = {name: Queue(name, connection=self._redis.connection, serializer=JSONSerializer)
                        for name in QUEUES}

    def are_away(self) -> bool:
        """Whether nothing can be put into the queues, and for some seconds could not."""
        return self._redis.is_away()

    def push(self, tasks: Iterable[Task]) -> None:
        """Put tasks into their queues, in this order. A task that is queued twice is still performed only once."""
        types = task_types()
        jobs: dict[str, list[EnqueueData]] = {}
        for task in sorted(tasks, key=lambda task: QUEUES.index(task.queue)):
            # A task of another version is also queued, under its name: it fails and gives its place to the firm's next.
            function = types[task.name].function if task.name in types else task.name
            jobs.setdefault(task.queue, []).append(_task_job(task, function))
        if jobs:
            self._push(jobs)

    def push_scheduled(self, name: str, function: Callable[[], object]) -> None:
        """Put a line of the schedule into the default queue, unless it is waiting there already."""
        job_id = scheduled_job_id(name)
        if job_id not in self.waiting():
            self._push({DEFAULT: [_job(function, job_id, f"schedule: {name}")]})

    def waiting(self) -> set[str]:
        """Return the ids of all waiting jobs; none while Redis is unavailable."""
        return self._redis.attempt(lambda: {id for queue in self._queues.values() for id in queue.get_job_ids()},
                                   "the queues could not be read") or set()

    def forget(self, task_ids: Sequence[str]) -> None:
        """Remove the jobs of deleted tasks, including RQ's records of failed ones."""
        if task_ids:
            self._redis.send(lambda: self._remove(task_ids), "jobs could not be removed")

    def _remove(self, task_ids: Sequence[str]) -> None:
        with self._redis.connection.pipeline() as pipe:
            for queue in self._queues.values():
                for task_id in task_ids:
                    pipe.lrem(queue.key, 0, task_id)
                    FailedJobRegistry(queue=queue).remove(task_id, pipeline=pipe)
            pipe.delete(*(Job.key_for(task_id) for task_id in task_ids))
            pipe.execute()

    def _push(self, jobs: dict[str, list]) -> None:
        self._redis.send(lambda: self._send(jobs), "tasks could not be queued")

    def _send(self, jobs: dict[str, list]) -> None:
        with self._redis.connection.pipeline() as pipe:
            for name, data in jobs.items():
                queue = self._queues[name]
                failed = FailedJobRegistry(queue=queue)
                for each in data:
                    failed.remove(each.job_id, pipeline=pipe)
                queue.enqueue_many(data, pipeline=pipe)
            pipe.execute()


def scheduled_job_id(name: str) -> str:
    """Return the id of the job that runs a line of the schedule."""
    return f"schedule-{name}"


def scheduled_name(job: Job) -> str | None:
    """Return the name of the schedule's line that a job runs; None if the job is a task."""
    return job.id.removeprefix("schedule-") if job.id.startswith("schedule-") else None


def _task_job(task: Task, function: Any) -> EnqueueData:
    records = " ".join(each for each in task.arguments if is_id(each))
    return _job(function, task.id, f"{task.name} {records}".strip(), task.arguments)


def _job(function: Any, job_id: str, description: str, arguments: Sequence = ()) -> EnqueueData:
    return Queue.prepare_data(function, args=list(arguments), job_id=job_id, description=description,
                              timeout=JOB_SECONDS, result_ttl=0, failure_ttl=_FAILED_SECONDS)
