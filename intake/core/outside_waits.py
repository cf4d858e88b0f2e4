"""Requests that wait for servers which firms choose: a receiver of webhooks, the DNS of a domain, a platform.

These may be slow on purpose, and a few requests that wait for them would leave a web process no thread for others.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock

from .clock import iso, now
from .errors import RateLimitExceeded

_RETRY_AFTER = 5

_waiting: set[str] = set()
_lock = Lock()


@contextmanager
def may_wait(firm_id: str) -> Iterator[bool]:
    """Yield whether this request may wait: of each firm one at a time does so in a web process."""
    with _lock:
        is_free = firm_id not in _waiting
        _waiting.add(firm_id)
    try:
        yield is_free
    finally:
        if is_free:
            _waiting.discard(firm_id)


@contextmanager
def only_wait(firm_id: str) -> Iterator[None]:
    """Wait in this context, or raise `RateLimitExceeded` while another request of the firm does."""
    with may_wait(firm_id) as is_free:
        if not is_free:
            raise RateLimitExceeded(headers={"Retry-After": str(_RETRY_AFTER)}, limit=1, window=f"{_RETRY_AFTER}s",
                                    reset_at=iso(now() + timedelta(seconds=_RETRY_AFTER)))
        yield
