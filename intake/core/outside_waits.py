"""Requests that take seconds: what waits for servers which firms choose, such as a receiver of webhooks, the DNS of a
domain or a platform, and conflict checks of many names.

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

_waiting: Counter[str] = Counter()
_lock = Lock()


def most_waits() -> int:
    """Return how many requests of a firm alone may wait at a time in a web process: half of its threads."""
    return max(1, current_app.extensions["settings"].web_threads // 2)


@contextmanager
def may_wait(firm_id: str) -> Iterator[bool]:
    """Yield whether this request may wait: while fewer of its firm do than are left to all firms, but for one thread.

    So a firm alone has half of the threads, several share them, and together they leave one to all other requests.
    """
    with _lock:
        left = max(1, current_app.extensions["settings"].web_threads - 1) - _waiting.total()
        is_free = _waiting[firm_id] < left
        _waiting[firm_id] += is_free
    try:
        yield is_free
    finally:
        with _lock:
            _waiting[firm_id] -= is_free
            if not _waiting[firm_id]:
                del _waiting[firm_id]


@contextmanager
def only_wait(firm_id: str) -> Iterator[None]:
    """Wait in this context, or raise `RateLimitExceeded` while as many requests of the firm do as may."""
    with may_wait(firm_id) as is_free:
        if not is_free:
            raise RateLimitExceeded(headers={"Retry-After": str(_RETRY_AFTER)}, limit=most_waits(),
                                    window=f"{_RETRY_AFTER}s", reset_at=iso(now() + timedelta(seconds=_RETRY_AFTER)))
        yield
