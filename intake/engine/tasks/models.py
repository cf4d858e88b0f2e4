"""Tasks, their places in queues, and their leases.

A task is a row until it is done. `queued_at` is when it entered its queue; each firm has only a few tasks in a queue at
a time, so that no firm's backlog delays another firm.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from peewee import Case, IntegerField, JSONField, TextField, Value, fn
from playhouse.postgres_ext import DateTimeTZField
from psycopg2.extras import Json

from intake.core.clock import machine_now, now
from intake.core.db import db
from intake.core.leases import FARTHEST, is_free
from intake.core.tenancy import FirmRecord

from .states import JOBS_PER_FIRM, LEASE


class Task(FirmRecord):
    """A call of a function of `TASKS`, repeated until it succeeds."""

    prefix = "task"
    resource = "task"

    name = TextField()
    arguments = JSONField()
    queue = TextField()
    attempts = IntegerField(default=0)
    due_at = DateTimeTZField()
    queued_at = DateTimeTZField(null=True)
    leased_by = TextField(null=True)
    leased_until = DateTimeTZField(null=True)
    done_at = DateTimeTZField(null=True)
    failed_at = DateTimeTZField(null=True)
    error = TextField(null=True)

    @classmethod
    def insert_planned(cls, rows: Sequence[tuple[str, str, str, list[Any], datetime]]) -> list["Task"]:
        """Insert tasks, each a (firm's id, name, queue, arguments, due_at), and queue as many of them as allowed."""
        moment = now()
        tasks = [cls(firm_id=firm_id, name=name, queue=queue, arguments=arguments, due_at=due_at, created_at=moment)
                 for firm_id, name, queue, arguments, due_at in rows]
        queued = dict(db.execute_sql(_INSERT, {
            "id": [task.id for task in tasks], "firm_id": [task.firm_id for task in tasks],
            "name": [task.name for task in tasks], "queue": [task.queue for task in tasks],
            "arguments": [Json(task.arguments) for task in tasks], "due_at": [task.due_at for task in tasks],
            "now": moment, "most": JOBS_PER_FIRM}).fetchall())
        for task in tasks:
            task.queued_at = queued[task.id]
        return tasks

    @classmethod
    def is_planned(cls, name: str, firm_id: Any, id: Any) -> Any:
        """Return the condition that a task of this name, which has the id among its arguments, is not finished yet."""
        return fn.EXISTS(cls.select(Value(1)).where(
            cls.firm_id == firm_id, cls.name == name, cls._unfinished(), fn.JSONB_EXISTS(cls.arguments, id)))

    @classmethod
    def enter(cls, firm_id: str, queue: str) -> list["Task"]:
        """Put the firm's longest due tasks into the queue, as many as it may have there. Return them."""
        return list(cls.raw(_ENTER, now(), firm_id, queue, now(), JOBS_PER_FIRM, firm_id, queue))

    @classmethod
    def enter_all(cls) -> list["Task"]:
        """Put the due tasks of all firms into their queues, as many of each firm as it may have there. Return them."""
        moment = now()
        if not cls.select().where(cls.queued_at.is_null(), cls._unfinished(), cls.due_at <= moment).exists():
            return []
        return list(cls.raw(_ENTER_ALL, JOBS_PER_FIRM, moment, moment))

    @classmethod
    def claim(cls, id: str, worker_id: str) -> "Task | None":
        """Lease the task to the worker and return it; None if it is done, gone, or leased to a worker that is alive.

        A task that failed for good and was queued again by an operator starts with its first attempt.
        """
        attempts = Case(None, [(cls.failed_at.is_null(), cls.attempts)], 0) + 1
        until = machine_now() + LEASE
        claimed = (cls.update(leased_by=worker_id, leased_until=until, attempts=attempts, failed_at=None)
                   .where(cls.id == id, cls.done_at.is_null(), cls._free()).returning(cls).execute())
        return next(iter(claimed), None)

    @classmethod
    def next_id(cls, queues: Sequence[str]) -> str | None:
        """Return the id of the task to perform next: the longest due one in the first of these queues with any."""
        row = db.execute_sql(
            f"SELECT id FROM tasks WHERE queued_at IS NOT NULL AND {_UNFINISHED} "  # noqa: S608
            "AND (leased_until IS NULL OR leased_until NOT BETWEEN %(now)s AND %(farthest)s) "
            "AND queue = ANY(%(queues)s) ORDER BY array_position(%(queues)s, queue), due_at, id LIMIT 1",
            {"now": machine_now(), "farthest": machine_now() + FARTHEST, "queues": list(queues)}).fetchone()
        return row and row[0]

    @classmethod
    def stalled(cls, since: datetime, most: int) -> list["Task"]:
        """Return tasks queued before the moment, or by a fast clock, that no worker performs, the longest due first."""
        rows = cls.select().where(is_free(cls.queued_at, since), cls.queued_at.is_null(False), cls._unfinished(),
                                  cls._free()).limit(most)
        return sorted(rows, key=lambda task: (task.due_at, task.id))

    @classmethod
    def renew(cls, worker_id: str, ids: Iterable[str]) -> None:
        """Extend the leases of the tasks among these that the worker still has."""
        cls.update(leased_until=machine_now() + LEASE).where(
            cls.id.in_(list(ids)), cls.leased_by == worker_id, cls.leased_until.is_null(False)).execute()

    @classmethod
    def finished(cls) -> Any:
        """Return the condition for tasks that are done or have failed for good."""
        return cls.done_at.is_null(False) | cls.failed_at.is_null(False)

    @classmethod
    def recall(cls, moment: datetime, latest: datetime) -> None:
        """Recompute from `moment` the due times after `latest` of tasks that failed or were planned after it."""
        has_failed = cls.error.is_null(False)
        after = Case(None, [(has_failed, moment)], moment + (cls.due_at - cls.created_at))
        cls.update(due_at=after, created_at=fn.LEAST(cls.created_at, moment)).where(
            cls.queued_at.is_null(), cls._unfinished(), cls.due_at > latest,
            has_failed | (cls.created_at > latest)).execute()

    def finish(self) -> bool:
        """Mark the task as done, unless another worker has claimed it meanwhile."""
        return self.change(self._still_claimed(), done_at=now(), error=None, leased_until=None)

    def retry_in(self, delay: timedelta, error: str) -> bool:
        """Take the task out of its queue until the delay has passed, unless another worker has claimed it meanwhile."""
        return self.change(self._still_claimed(), due_at=now() + delay, queued_at=None, leased_until=None, error=error)

    def postpone(self, until: datetime) -> bool:
        """Take the task out of its queue until then, as if planned now, unless another worker has claimed it.

        This was no attempt: a worker whose clock is minutes behind postpones a task that the others find due each
        second, more often than a task is attempted.
        """
        return self.change(self._still_claimed(), due_at=until, created_at=now(), queued_at=None, leased_until=None,
                           error=None, attempts=self.attempts - 1)

    def fail(self, error: str) -> bool:
        """Mark the task as failed for good, unless another worker has claimed it meanwhile."""
        return self.change(self._still_claimed(), failed_at=now(), leased_until=None, error=error)

    def _still_claimed(self) -> Any:
        return Task.attempts == self.attempts

    @classmethod
    def _unfinished(cls) -> Any:
        return cls.done_at.is_null() & cls.failed_at.is_null()

    @classmethod
    def _free(cls) -> Any:
        return is_free(cls.leased_until, machine_now())


_UNFINISHED = "done_at IS NULL AND failed_at IS NULL"

# Concurrent plans may give a firm a job or two more than its share: nothing depends on the exact number.
_INSERT = f"""
WITH planned AS (
    SELECT *, row_number() OVER (PARTITION BY firm_id, queue ORDER BY due_at, id) AS place
    FROM unnest(%(id)s::text[], %(firm_id)s::text[], %(name)s::text[], %(queue)s::text[], %(arguments)s::jsonb[],
                %(due_at)s::timestamptz[]) AS planned (id, firm_id, name, queue, arguments, due_at)
)
INSERT INTO tasks (id, firm_id, name, queue, arguments, due_at, created_at, queued_at)
SELECT id, firm_id, name, queue, arguments, due_at, %(now)s, CASE WHEN due_at <= %(now)s AND place <= %(most)s - (
    SELECT count(*) FROM tasks
    WHERE tasks.firm_id = planned.firm_id AND tasks.queue = planned.queue AND queued_at IS NOT NULL AND {_UNFINISHED}
) THEN %(now)s END
FROM planned RETURNING id, queued_at
"""  # noqa: S608

_ENTER = f"""
UPDATE tasks SET queued_at = %s WHERE id IN (
    SELECT id FROM tasks
    WHERE firm_id = %s AND queue = %s AND queued_at IS NULL AND {_UNFINISHED} AND due_at <= %s
    ORDER BY due_at, id
    LIMIT greatest(0, %s - (SELECT count(*) FROM tasks WHERE firm_id = %s AND queue = %s AND queued_at IS NOT NULL
                            AND {_UNFINISHED}))
    FOR UPDATE SKIP LOCKED
) RETURNING *
"""  # noqa: S608

# The firms with waiting tasks are found by jumping from one to the next in the index: the cost grows with their
# number, not with the length of a backlog.
_ENTER_ALL = f"""
WITH RECURSIVE line AS (
    (SELECT firm_id, queue FROM tasks WHERE queued_at IS NULL AND {_UNFINISHED} ORDER BY firm_id, queue LIMIT 1)
    UNION ALL
    SELECT next.firm_id, next.queue FROM line CROSS JOIN LATERAL (
        SELECT firm_id, queue FROM tasks
        WHERE queued_at IS NULL AND {_UNFINISHED} AND (firm_id, queue) > (line.firm_id, line.queue)
        ORDER BY firm_id, queue LIMIT 1
    ) AS next
), room AS (
    SELECT firm_id, queue, %s - (
        SELECT count(*) FROM tasks WHERE tasks.firm_id = line.firm_id AND tasks.queue = line.queue
        AND queued_at IS NOT NULL AND {_UNFINISHED}
    ) AS jobs FROM line
)
UPDATE tasks SET queued_at = %s
FROM room CROSS JOIN LATERAL (
    SELECT id FROM tasks AS waiting
    WHERE waiting.firm_id = room.firm_id AND waiting.queue = room.queue AND queued_at IS NULL AND {_UNFINISHED}
    AND due_at <= %s ORDER BY due_at, id LIMIT greatest(0, room.jobs) FOR UPDATE SKIP LOCKED
) AS entering
WHERE tasks.id = entering.id RETURNING tasks.*
"""  # noqa: S608
