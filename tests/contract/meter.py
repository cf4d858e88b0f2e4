"""A key whose requests are counted exactly, however busy the machine is."""

import time

import redis

from intake.accounts.access.models import ApiKey
from tests.contract.tables.limits import BURST_SECONDS

from .world import World


class Meter:
    """A fresh key of a firm of the plan, and its requests.

    The limiter lets a request pass uncounted when Redis does not answer at once. On a busy machine that happens, and
    here such a request is sent again.
    """

    def __init__(self, app, plan):
        self._world = World(app, plan=plan)
        self._key = self._world.key()
        self._holder = ApiKey.with_firm(self._key.split("_")[2]).id
        self._plan = app.extensions["plans"][plan]
        self._limiter = app.extensions["rate_limiter"]
        self._redis = redis.Redis.from_url(app.extensions["settings"].redis_url)

    @property
    def counted(self):
        """How many requests the window has seen."""
        return int(self._redis.hget(f"rate:{self._holder}", "n") or 0)

    def send(self):
        """The response to a request that was counted."""
        before = self.counted
        while True:
            response = self._world.call("GET", "/api/v1/clients", key=self._key)
            if self.counted > before:
                return response
            time.sleep(1)

    def count_up_to(self, number):
        """So many requests were made, without the work of answering them."""
        while self.counted < number:
            for _ in range(number - self.counted):
                self._limiter.hit(self._holder, self._plan.requests_per_minute, self._plan.burst)

    def let_burst_pass(self):
        """The limit was first reached longer ago than a burst lasts."""
        long_ago = int(time.time() * 1000) - BURST_SECONDS * 1000 - 1
        assert self._redis.hset(f"rate:{self._holder}", "full_at", long_ago) == 0, "is it kept elsewhere now?"
