"""Counting requests in memory, in the same windows as in Redis (intake/core/memory_counter.py)."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from intake.core.memory_counter import MemoryCounter


@pytest.fixture
def counter():
    return MemoryCounter(60, 10)


def _allowed(counter, key, times, limit, burst=0):
    return sum(counter.hit(key, limit, burst)[0] for _ in range(times))


def test_limit_and_burst_are_allowed(counter):
    assert _allowed(counter, "a", 30, limit=10) == 10
    assert _allowed(counter, "b", 30, limit=10, burst=15) == 15


def test_burst_ends_before_the_window():
    counter = MemoryCounter(60, 0.01)
    assert _allowed(counter, "a", 10, limit=10, burst=100) == 10
    time.sleep(0.02)  # the length of the burst

    assert _allowed(counter, "a", 10, limit=10, burst=100) == 0


def test_new_window_starts_at_zero():
    counter = MemoryCounter(0.5, 0.01)
    assert _allowed(counter, "a", 20, limit=10) == 10
    time.sleep(0.6)  # the length of the window

    assert counter.hit("a", 10, 0)[:2] == (True, 1)


def test_rest_of_the_window_is_returned(counter):
    assert 59_000 < counter.hit("a", 10, 0)[2] <= 60_000


def test_concurrent_requests_are_counted_exactly(counter):
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(16) as pool:
            allowed = list(pool.map(lambda _: _allowed(counter, "a", 500, limit=3000, burst=4000), range(16)))
    finally:
        sys.setswitchinterval(interval)

    assert sum(allowed) == 4000


def test_memory_is_bounded_and_the_newest_keys_are_kept():
    counter = MemoryCounter(60, 10, capacity=100)
    for number in range(10_000):
        counter.hit(str(number), 10, 0)

    assert [counter.hit(str(number), 10, 0)[1] for number in (9_999, 9_950)] == [2, 2]
    assert len(counter) == 100


def test_full_memory_keeps_counting_the_keys_it_has():
    counter = MemoryCounter(60, 10, capacity=100)
    for number in range(100):
        counter.hit(str(number), 10, 0)

    assert _allowed(counter, "0", 20, limit=10) == 9


def test_ended_windows_take_no_memory():
    counter = MemoryCounter(0.01, 0.01)
    for number in range(100):
        counter.hit(str(number), 10, 0)
    time.sleep(0.02)  # longer than the window
    counter.hit("another", 10, 0)

    assert len(counter) == 1
