"""An API key whose requests are counted exactly, even on a busy machine."""

import time

import redis

from intake.accounts.access.models import ApiKey
from tests.contract.tables.limits import BURST_SECONDS

from .sample_firm import SampleFirm


class RateLimitedKey:
    """A new key of a new firm on the plan, and the requests made with it.

    The limiter counts a request in memory when Redis does not answer in time, as happens on a busy machine. Such a
    request is sent again.
    """

    def __init__(self, app, plan):
        self._sample = SampleFirm(app, plan=plan)
        self._key = self._sample.key()
        self._holder = ApiKey.with_firm(self._key.split("_")[2]).id
        self._plan = app.extensions["plans"][plan]
        self._limiter = app.extensions["rate_limiter"]
        self._redis = redis.Redis.from_url(app.extensions["settings"].redis_url)

    @property
    def counted(self):
        """Return the number of requests counted in the current window."""
        return int(self._redis.hget(f"rate:{self._holder}", "n") or 0)

    def send(self):
        """Return the response to a request that Redis counted."""
        before = self.counted
        while True:
            response = self._sample.call("GET", "/api/v1/clients", key=self._key)
            if self.counted > before:
                return response
            time.sleep(1)  # the limiter does not ask Redis again for a second after a failure

    def count_up_to(self, number):
        """Raise the count to `number` without sending requests."""
        while self.counted < number:
            for _ in range(number - self.counted):
                self._limiter.hit(self._holder, self._plan.requests_per_minute, self._plan.burst)

    def let_burst_pass(self):
        """Move the moment at which the limit was reached back by more than a burst lasts."""
        long_ago = int(time.time() * 1000) - BURST_SECONDS * 1000 - 1
        assert self._redis.hset(f"rate:{self._holder}", "full_at", long_ago) == 0, "full_at is kept elsewhere"
