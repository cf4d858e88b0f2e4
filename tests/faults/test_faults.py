"""Nothing is lost, whatever dies; the short form of `make faults`."""

import time

import pytest

from .reckoning import Reckoning
from .run import run
from .trouble import Plan

FEW = Plan(kills=3, redis=2, postgres=1, pause=(0.2, 1.0), seed=20261121)


def test_nothing_is_lost_when_the_worker_redis_and_postgres_die_while_events_flow(tmp_path):
    began = time.monotonic()
    found = run(tmp_path, FEW, senders=2)

    assert time.monotonic() - began < 60
    assert found.holds, found
    assert found.expected > 100


def test_the_same_seed_gives_the_same_trouble():
    assert FEW.order() == FEW.order()
    assert sorted(fault for _, fault in FEW.order()) == [
        "flush_redis", "kill_worker", "kill_worker", "kill_worker", "restart_postgres", "restart_redis"]


@pytest.mark.parametrize("change", [
    {"expected": 0}, {"lost": 1}, {"unfinished": 1}, {"duplicates": 5}, {"pauses": [1, 61]},
])
def test_a_run_that_went_wrong_does_not_hold(change):
    good = {"expected": 8, "arrived": 8, "lost": 0, "unfinished": 0, "duplicates": 4, "most_duplicates": 4,
            "pauses": [1, 2]}

    assert Reckoning(**good).holds
    assert not Reckoning(**good | change).holds
