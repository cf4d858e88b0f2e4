"""Counting this request against its limits."""

from flask import current_app, request

from .clock import iso
from .errors import RateLimitExceeded

_FAILED_AUTHENTICATIONS_A_MINUTE = 60


def count_failed_authentication():
    """One more attempt from this address has failed. Raises `RateLimitExceeded` if there were too many in a minute."""
    count_request(f"address:{request.remote_addr}", _FAILED_AUTHENTICATIONS_A_MINUTE, 0)


def count_request(key, limit, burst):
    """Count one request of `key` in this window; gives the rate limit headers. Raises `RateLimitExceeded`."""
    verdict = current_app.extensions["rate_limiter"].hit(key, limit, burst)
    if not verdict.allowed:
        raise RateLimitExceeded(headers=verdict.headers, limit=limit, window="60s", reset_at=iso(verdict.reset_moment))
    return verdict.headers
