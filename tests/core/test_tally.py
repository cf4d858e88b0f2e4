"""Counting in memory, handed over now and then."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from intake.core import request_counter as module
from intake.core.request_counter import RequestCounter


@pytest.fixture
def kept():
    """What was handed over, added up."""
    return Counter()


def test_everything_is_handed_over_once(kept):
    tally = RequestCounter(kept.update)
    for key in "abca":
        tally.add(key)

    tally.hand_over()
    tally.hand_over()

    assert kept == {"a": 2, "b": 1, "c": 1}


def test_nothing_is_no_reason_to_write():
    calls = []

    RequestCounter(calls.append).hand_over()

    assert calls == []


def test_what_cannot_be_kept_now_is_kept_later(kept):
    answers = iter([ConnectionError, None])

    def keep(counts):
        if error := next(answers):
            raise error
        kept.update(counts)

    tally = RequestCounter(keep)
    tally.add("a")
    with pytest.raises(ConnectionError):
        tally.hand_over()
    tally.add("a")

    tally.hand_over()

    assert kept == {"a": 2}


def test_counted_and_handed_over_at_once_nothing_is_lost_or_doubled(kept):
    tally = RequestCounter(kept.update)

    def work(number):
        for _ in range(2000):
            tally.add(number % 2)
            if number == 0:
                tally.hand_over()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    tally.hand_over()

    assert kept == {0: 8000, 1: 8000}


def test_started_it_hands_over_by_itself_and_lives_through_failures(kept, monkeypatch):
    monkeypatch.setattr(module, "EVERY_SECONDS", 0.05)
    answers = iter([ConnectionError("away")])

    def keep(counts):
        if error := next(answers, None):
            raise error
        kept.update(counts)

    tally = RequestCounter(keep)
    tally.start()
    tally.add("a")
    ends = time.monotonic() + 5
    while not kept and time.monotonic() < ends:
        time.sleep(0.01)
    tally.add("b")
    tally.stop()

    assert kept == {"a": 1, "b": 1}
