"""What befalls the servers while events flow."""

import random
from dataclasses import dataclass

from redis import Redis


@dataclass(frozen=True)
class Plan:
    """How often what happens, and how many seconds apart at least and at most; the same seed, the same order."""

    kills: int
    redis: int
    postgres: int
    pause: tuple
    seed: int

    def order(self):
        """(how long to wait, what to do then) …"""
        chance = random.Random(self.seed)
        faults = ["kill_worker"] * self.kills
        faults += [("flush_redis", "restart_redis", "kill_redis")[number % 3] for number in range(self.redis)]
        faults += [("restart_postgres", "kill_postgres")[number % 2] for number in range(self.postgres)]
        chance.shuffle(faults)
        return [(chance.uniform(*self.pause), fault) for fault in faults]


class Trouble:
    """Everything that can be done to the servers; each returns when the server is on its way back."""

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
