"""Counting requests in this process's memory while Redis is unavailable (docs/decisions/0019)."""

import time
from dataclasses import dataclass
from threading import Lock

_CAPACITY = 10_000


@dataclass
class _Window:
    """The requests of one key since its first one. Times are of the monotonic clock."""

    ends_at: float
    count: int = 0
    full_at: float | None = None


class MemoryCounter:
    """Counts the requests of at most `capacity` keys; if there are more, the oldest windows are dropped."""

    def __init__(self, window_seconds: float, burst_seconds: float, capacity: int = _CAPACITY) -> None:
        self._window_seconds, self._burst_seconds, self._capacity = window_seconds, burst_seconds, capacity
        self._windows: dict[str, _Window] = {}
        """In the order in which they end, since all have the same length."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._windows)

    def hit(self, key: str, limit: int, burst: int) -> tuple[bool, int, int]:
        """Count one request of `key`. Returns whether it is allowed, the count, and the ms to the window's end."""
        now = time.monotonic()
        with self._lock:
            self._forget_ended(now)
            window = self._windows.get(key) or self._begin(key, now)
            window.count += 1
            if window.count >= limit and window.full_at is None:
                window.full_at = now
            is_burst = window.full_at is not None and now - window.full_at <= self._burst_seconds
            allowed = window.count <= limit or (window.count <= burst and is_burst)
            return allowed, window.count, int((window.ends_at - now) * 1000)

    def _forget_ended(self, now: float) -> None:
        while self._windows and self._windows[next(iter(self._windows))].ends_at <= now:
            self._forget_oldest()

    def _begin(self, key: str, now: float) -> _Window:
        if len(self._windows) == self._capacity:
            self._forget_oldest()
        window = self._windows[key] = _Window(now + self._window_seconds)
        return window

    def _forget_oldest(self) -> None:
        del self._windows[next(iter(self._windows))]
