"""Counts the current request against its rate limits."""

from flask import current_app, request

from .clock import iso
from .errors import RateLimitExceeded

_FAILED_AUTHENTICATIONS_A_MINUTE = 60


def count_failed_authentication() -> None:
    """Count a failed attempt of this IP address. Raises `RateLimitExceeded` after too many in a minute."""
    count_request(f"address:{request.remote_addr}", _FAILED_AUTHENTICATIONS_A_MINUTE, 0)


def count_request(key: str, limit: int, burst: int) -> dict[str, str]:
    """Count one request of `key` and return the rate limit headers. Raises `RateLimitExceeded`."""
    result = current_app.extensions["rate_limiter"].hit(key, limit, burst)
    if not result.allowed:
        raise RateLimitExceeded(headers=result.headers, limit=limit, window="60s", reset_at=iso(result.reset_moment))
    return result.headers
