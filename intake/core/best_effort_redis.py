"""A Redis that helps when it is there, and that a request never waits for when it is not."""

import logging
import time
from collections.abc import Callable

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

_TIMEOUT_SECONDS = 0.05
_PAUSE_SECONDS = 1.0
_log = logging.getLogger(__name__)


class BestEffortRedis:
    """The Redis at `url`. After a failure it is left alone for a second, so that not every request waits for it."""

    def __init__(self, url: str):
        self.connection = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 0))
        self._paused_until = 0.0

    def attempt(self, act: Callable[[], object], warning: str) -> bool:
        """Call `act`, and log the warning if Redis fails. Return whether it was done. Never raises `RedisError`."""
        if time.monotonic() < self._paused_until:
            return False
        try:
            act()
        except redis.RedisError as error:
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
            _log.warning(warning, extra={"error": type(error).__name__})
            return False
        return True
