"""Counts in memory, saved periodically."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from intake.core import write_buffer as module
from intake.core.write_buffer import WriteBuffer
from tests.waiting import wait_until


@pytest.fixture
def saved():
    """The saved counts, added up."""
    return Counter()


def test_every_count_is_saved_once(saved):
    counter = WriteBuffer(saved.update)
    for key in "abca":
        counter.add(key)

    counter.flush()
    counter.flush()

    assert saved == {"a": 2, "b": 1, "c": 1}


def test_empty_flush_saves_nothing():
    calls = []

    WriteBuffer(calls.append).flush()

    assert calls == []


def test_counts_that_could_not_be_saved_are_saved_later(saved):
    answers = iter([ConnectionError, None])

    def keep(counts):
        if error := next(answers):
            raise error
        saved.update(counts)

    counter = WriteBuffer(keep)
    counter.add("a")
    with pytest.raises(ConnectionError):
        counter.flush()
    counter.add("a")

    counter.flush()

    assert saved == {"a": 2}


def test_concurrent_counting_and_saving_is_exact(saved):
    counter = WriteBuffer(saved.update)

    def work(number):
        for _ in range(2000):
            counter.add(number % 2)
            if number == 0:
                counter.flush()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    counter.flush()

    assert saved == {0: 8000, 1: 8000}


@pytest.mark.usefixtures("app")  # which connects the database that the thread closes
def test_background_flushes_continue_after_failures(saved, monkeypatch):
    monkeypatch.setattr(module, "EVERY_SECONDS", 0.05)
    answers = iter([ConnectionError("away")])

    def keep(counts):
        if error := next(answers, None):
            raise error
        saved.update(counts)

    counter = WriteBuffer(keep)
    counter.start()
    counter.add("a")
    wait_until(lambda: saved)
    counter.add("b")
    counter.stop()

    assert saved == {"a": 1, "b": 1}
