"""Rate limiting in Redis, atomically and in one round trip (docs/behaviour.md, "Rate limits").

A window of 60 s starts with the first request. Up to `limit` requests are allowed; beyond it up to `burst`, but only
during the 10 s after the limit was first reached in that window. While Redis is unavailable or slow each process
counts in its own memory.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import current_app, request

from .best_effort_redis import BestEffortRedis
from .clock import iso
from .errors import RateLimitExceeded
from .memory_counter import MemoryCounter
from .networks import network_of

WINDOW_SECONDS = 60
BURST_SECONDS = 10
_FAILED_AUTHENTICATIONS_A_MINUTE = 60

# KEYS[1] the counter; ARGV limit, burst, window and burst length in ms. Returns {allowed, count, ms to the reset, now}.
_COUNT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count = redis.call('HINCRBY', KEYS[1], 'n', 1)
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  left = tonumber(ARGV[3])
end
local limit, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
if count == limit then redis.call('HSET', KEYS[1], 'full_at', now) end
local allowed = count <= limit
if not allowed and count <= burst then
  local full_at = tonumber(redis.call('HGET', KEYS[1], 'full_at') or now)
  allowed = now - full_at <= tonumber(ARGV[4])
end
return {allowed and 1 or 0, count, left, now}
"""


@dataclass(frozen=True)
class RateLimitResult:
    """The outcome for one request. `reset_at` is a Unix time in seconds, rounded up; `retry_after` is in seconds.

    The time is that of Redis, so that a window ends at the same moment whichever host answers.
    """

    allowed: bool
    limit: int
    remaining: int
    reset_at: int
    retry_after: int

    @property
    def headers(self) -> dict[str, str]:
        headers = {"X-RateLimit-Limit": str(self.limit), "X-RateLimit-Remaining": str(self.remaining),
                   "X-RateLimit-Reset": str(self.reset_at)}
        return headers if self.allowed else headers | {"Retry-After": str(self.retry_after)}


class RateLimiter:
    """Counts requests per key in Redis, in the memory of this process while Redis does not answer in time."""

    def __init__(self, redis: BestEffortRedis) -> None:
        self._redis = redis
        self._count = redis.connection.register_script(_COUNT)
        self._memory = MemoryCounter(WINDOW_SECONDS, BURST_SECONDS)

    def hit(self, key: str, limit: int, burst: int = 0) -> RateLimitResult:
        """Count one request of `key`. Never raises; takes at most the patience of `BestEffortRedis`."""
        answer = self._redis.attempt(lambda: self._redis.run(
            self._count, f"rate:{key}", limit, burst, WINDOW_SECONDS * 1000, BURST_SECONDS * 1000),
            "rate limiter unavailable")
        allowed, count, left_ms, now_ms = answer or (*self._memory.hit(key, limit, burst), int(time.time() * 1000))
        reset_at = -(-(now_ms + left_ms) // 1000)
        return RateLimitResult(bool(allowed), limit, max(0, limit - count), reset_at, int(-(-left_ms // 1000)))

    def used(self, keys: Sequence[str]) -> dict[str, int]:
        """Return how many requests each of the keys has made in its present window; nothing if Redis does not answer.
        """
        pipeline = self._redis.connection.pipeline(transaction=False)
        for key in keys:
            pipeline.hget(f"rate:{key}", "n")
        counts = self._redis.attempt(pipeline.execute, "rate limiter unavailable") or []
        return {key: int(count or 0) for key, count in zip(keys, counts, strict=False)}


def count_failed_authentication() -> None:
    """Count a failed attempt of this IP address. Raises `RateLimitExceeded` after too many in a minute."""
    count_request(f"address:{network_of(request.remote_addr)}", _FAILED_AUTHENTICATIONS_A_MINUTE)


def count_request(key: str, limit: int, burst: int = 0) -> dict[str, str]:
    """Count one request of `key` and return the rate limit headers. Raises `RateLimitExceeded`."""
    result = current_app.extensions["rate_limiter"].hit(key, limit, burst)
    if not result.allowed:
        reset_at = iso(datetime.fromtimestamp(result.reset_at, UTC))
        raise RateLimitExceeded(headers=result.headers, limit=limit, window="60s", reset_at=reset_at)
    return result.headers
