"""Detects a proxy in front of the service although TRUSTED_PROXIES is 0.

Then all callers seem to come from the proxy's address, and are slowed down for each other's guessing.
"""

import time
from ipaddress import ip_address

from flask import Flask, request

from intake.core.best_effort_redis import BestEffortRedis

_KEY = "intake:forwarded"
_KEPT_SECONDS = 24 * 60 * 60
_PAUSE_SECONDS = 60


class ForwardedHeaders:
    """Keeps in Redis that X-Forwarded-For arrived from a proxy, for a day."""

    def __init__(self, redis: BestEffortRedis) -> None:
        self._redis = redis
        self._paused_until = 0.0

    def init_app(self, app: Flask) -> None:
        """Look at the headers of every request."""
        app.before_request(self._notice)

    def were_seen(self) -> bool:
        """Whether any arrived within the last day. False also without Redis."""
        return bool(self._redis.attempt(lambda: self._redis.connection.exists(_KEY), "forwarded headers not looked up"))

    def _notice(self) -> None:
        if "X-Forwarded-For" in request.headers and time.monotonic() >= self._paused_until and _is_near():
            noted = self._redis.attempt(
                lambda: self._redis.connection.set(_KEY, 1, ex=_KEPT_SECONDS), "forwarded headers not noted")
            self._paused_until = time.monotonic() + (_PAUSE_SECONDS if noted else 0)


def _is_near() -> bool:
    """Whether the peer is in our own network; anybody further away may send any header."""
    try:
        return ip_address(request.remote_addr or "").is_private
    except ValueError:  # a Unix socket
        return True
