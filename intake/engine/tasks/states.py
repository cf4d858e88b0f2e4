"""Queues, limits and delays of tasks."""

from datetime import timedelta

URGENT, DEFAULT, FILES, LONG = QUEUES = ("urgent", "default", "files", "long")
"""In the order in which they are served. `urgent`: a person is waiting. `files`: reading and scanning. `long`: work
that takes minutes, such as a report; it has a thread of its own, so that nothing else waits for it."""

JOBS_PER_FIRM = 3
"""How many tasks of a firm may be in a queue at once; the others wait as rows and enter in turn."""

LEASE = timedelta(seconds=30)
"""How long a task stays with a worker that does not renew the lease."""

DELAYS = tuple(timedelta(seconds=seconds) for seconds in (10, 30, 60, 300, *[900] * 96))
"""The wait after each failure: short, then a quarter of an hour for a day. After the last the task has failed."""

KEPT_FOR = timedelta(days=30)
"""How long a finished task is kept."""
