"""Requests that may take seconds: those that wait for servers which firms choose, such as a receiver of webhooks, the
DNS of a domain or a platform, and conflict checks of many names.

Servers may be slow on purpose, and a few such requests would leave a web process no thread for others.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock

from flask import current_app

from .clock import iso, now
from .errors import RateLimitExceeded

_RETRY_AFTER = 5

_running: Counter[str] = Counter()
_lock = Lock()


def max_long_requests() -> int:
    """Return how many such requests a single firm may have at a time in a web process: half of its threads."""
    return max(1, current_app.extensions["settings"].web_threads // 2)


@contextmanager
def try_long_request(firm_id: str) -> Iterator[bool]:
    """Yield whether this request may take long: if its firm has fewer such requests than threads are left, minus one.

    So a single firm gets half of the threads, several firms share them, and one thread is always left for other
    requests.
    """
    with _lock:
        left = max(1, current_app.extensions["settings"].web_threads - 1) - _running.total()
        is_free = _running[firm_id] < left
        _running[firm_id] += is_free
    try:
        yield is_free
    finally:
        with _lock:
            _running[firm_id] -= is_free
            if not _running[firm_id]:
                del _running[firm_id]


@contextmanager
def long_request(firm_id: str) -> Iterator[None]:
    """Let this request take long in the block, or raise `RateLimitExceeded` if the firm has too many such requests."""
    with try_long_request(firm_id) as is_free:
        if not is_free:
            raise RateLimitExceeded(headers={"Retry-After": str(_RETRY_AFTER)}, limit=max_long_requests(),
                                    window=f"{_RETRY_AFTER}s", reset_at=iso(now() + timedelta(seconds=_RETRY_AFTER)))
        yield
