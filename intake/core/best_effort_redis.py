"""A Redis that helps when it is there, and that a request never waits for when it is not."""

import logging
import time
from collections.abc import Callable
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

_PAUSE_SECONDS = 1.0
_log = logging.getLogger(__name__)


class BestEffortRedis:
    """The Redis at `url`; `timeout` is in seconds.

    After a failure it is left alone for a second, so that not every request waits for it.
    """

    def __init__(self, url: str, timeout: float = 0.05) -> None:
        self._url, self._timeout = url, timeout
        self._paused_until = 0.0
        self.connection = self.connect()

    def connect(self, **options: Any) -> redis.Redis:
        """Return a new client that gives up at the timeout. Opens no connection yet."""
        return redis.Redis.from_url(self._url, socket_timeout=self._timeout, socket_connect_timeout=self._timeout,
                                    retry=Retry(NoBackoff(), 0), **options)

    def attempt(self, act: Callable[[], Any], warning: str) -> Any:
        """Return `act()`. If Redis fails, log the warning and return None. Never raises `RedisError`."""
        if time.monotonic() < self._paused_until:
            return None
        if self._paused_until:  # one caller tries again; those at the same time do not wait for it
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
        try:
            result = act()
        except redis.RedisError as error:
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
            _log.warning(warning, extra={"error": type(error).__name__})
            return None
        self._paused_until = 0.0
        return result
