"""Waiting for conditions in other threads and servers."""

import time

from intake.core.db import db


def wait_until(condition, seconds=60):
    """Return the value of the condition as soon as it is true. Raises `AssertionError` if it is not in time."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"the condition did not hold within {seconds} seconds"
        time.sleep(0.01)
    return value


def is_waited_for(by=1):
    """Whether this many other connections wait for locks of this one."""
    [(number,)] = db.execute_sql(
        "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    ).fetchall()
    return number >= by
