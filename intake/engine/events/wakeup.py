"""Wakes the thread that relays events, through Redis.

The events themselves are rows in Postgres. A lost wakeup costs half a second, until the relay looks anyway
(docs/decisions/0004).
"""

from flask import current_app
from redis import Redis
from werkzeug.local import LocalProxy

from intake.core.best_effort_redis import BestEffortRedis

_KEY = "intake:wakeup"

wakeup: "Wakeup" = LocalProxy(lambda: current_app.extensions["wakeup"])  # type: ignore[assignment]
"""The running application's `Wakeup`."""


class Wakeup:
    """Wakes a relay that waits at this Redis."""

    def __init__(self, redis: BestEffortRedis):
        self._redis = redis

    def notify(self) -> None:
        """Wake the relay. Never raises, and never waits longer than a tenth of a second."""
        self._redis.send(self._push, "the relay could not be woken")

    def _push(self) -> None:
        with self._redis.connection.pipeline(transaction=False) as pipe:
            pipe.lpush(_KEY, 1)
            pipe.ltrim(_KEY, 0, 0)  # one wakeup is as good as a hundred
            pipe.execute()


def wait_for_wakeup(connection: Redis, seconds: float) -> None:
    """Return after the next `notify`, or when that many seconds have passed. Raises `redis.RedisError`."""
    connection.blpop([_KEY], timeout=seconds)
