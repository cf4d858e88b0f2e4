"""The faults that a run injects into the worker, the web server, Redis, Postgres and the storage."""

import os
import random
import signal
import time
from contextlib import suppress
from dataclasses import dataclass

import psutil
from redis import Redis


@dataclass(frozen=True)
class Plan:
    """How often each kind of fault occurs, and the range of seconds between faults; the seed determines the order."""

    kills: int
    redis: int
    postgres: int
    pause: tuple
    seed: int
    web: int = 0
    backends: int = 0
    storage: int = 0
    deployments: int = 0

    def order(self):
        """Return the faults as (seconds to wait before, name of a method of `FaultInjector`)."""
        chance = random.Random(self.seed)
        faults = ["kill_worker"] * self.kills
        faults += [("flush_redis", "restart_redis", "kill_redis")[number % 3] for number in range(self.redis)]
        faults += [("restart_postgres", "kill_postgres")[number % 2] for number in range(self.postgres)]
        faults += ["kill_web"] * self.web + ["kill_backend"] * self.backends + ["kill_storage"] * self.storage
        faults += ["deploy_twice"] * self.deployments
        chance.shuffle(faults)
        return [(chance.uniform(*self.pause), fault) for fault in faults]


class FaultInjector:
    """One method for each fault; it returns when the server is starting again."""

    def __init__(self, services, worker, web=None):
        self._services, self._worker, self._web = services, worker, web

    def kill_worker(self):
        self._worker.kill()

    def kill_web(self):
        self._web.kill()

    def deploy_twice(self):
        """Stop both processes as a platform does, and again while they stop or start."""
        for _ in range(2):
            for process in (self._web, self._worker):
                process.ask_to_stop()
            time.sleep(1)

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

    def kill_backend(self):
        """Kill a process that serves a connection; Postgres then ends all others and recovers."""
        server = int((self._services.postgres.data / "postmaster.pid").read_text().split()[0])
        with suppress(psutil.NoSuchProcess, ProcessLookupError):
            serving = [process.pid for process in psutil.Process(server).children()
                       if "intake intake" in " ".join(process.cmdline())]
            for pid in serving[:1]:
                os.kill(pid, signal.SIGKILL)

    def kill_storage(self):
        self._services.s3.kill()
        self._services.s3.start()
