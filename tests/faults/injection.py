"""The faults that a run injects into the worker, Redis and Postgres."""

import random
from dataclasses import dataclass

from redis import Redis


@dataclass(frozen=True)
class Plan:
    """How often each kind of fault occurs, and the range of seconds between faults; the seed determines the order."""

    kills: int
    redis: int
    postgres: int
    pause: tuple
    seed: int

    def order(self):
        """Return the faults as (seconds to wait before, name of a method of `FaultInjector`)."""
        chance = random.Random(self.seed)
        faults = ["kill_worker"] * self.kills
        faults += [("flush_redis", "restart_redis", "kill_redis")[number % 3] for number in range(self.redis)]
        faults += [("restart_postgres", "kill_postgres")[number % 2] for number in range(self.postgres)]
        chance.shuffle(faults)
        return [(chance.uniform(*self.pause), fault) for fault in faults]


class FaultInjector:
    """One method for each fault; it returns when the server is starting again."""

    def __init__(self, services, worker):
        self._services, self._worker = services, worker

    def kill_worker(self):
        self._worker.kill()

    def flush_redis(self):
        with Redis.from_url(self._services.env["REDIS_URL"]) as connection:
            connection.flushall()

    def restart_redis(self):
        self._services.redis.restart()

    def kill_redis(self):
        self._services.redis.kill()
        self._services.redis.start()

    def restart_postgres(self):
        self._services.postgres.restart()

    def kill_postgres(self):
        self._services.postgres.kill()
        self._services.postgres.start()
