"""Waking the relay never delays a request or makes it fail, whatever Redis does."""

import time

import pytest

from intake.core.best_effort_redis import BestEffortRedis
from intake.engine.events.wakeup import Wakeup, wait_for_wakeup
from intake.engine.tasks.queues import TaskQueues


@pytest.fixture
def fresh(settings, redis):
    """An unused `Wakeup`."""
    redis.delete("intake:wakeup")
    return Wakeup(BestEffortRedis(settings.redis_url))


@pytest.fixture(params=["stopped", "hanging"])
def redis_down(request, services):
    """Redis is stopped or hangs, and runs again afterwards."""
    redis = services.redis
    leave, come_back = {"stopped": (redis.stop, redis.start), "hanging": (redis.pause, redis.resume)}[request.param]
    leave()
    yield
    come_back()


def _seconds(act):
    began = time.monotonic()
    act()
    return time.monotonic() - began


def test_a_wakeup_ends_the_wait(fresh, redis):
    fresh.notify()

    assert _seconds(lambda: wait_for_wakeup(redis, 60)) < 30


def test_without_a_wakeup_the_wait_ends_by_itself(fresh, redis):
    assert _seconds(lambda: wait_for_wakeup(redis, 1)) >= 0.9


def test_a_hundred_wakeups_are_one(fresh, redis):
    for _ in range(100):
        fresh.notify()

    assert redis.llen("intake:wakeup") == 1


def test_while_redis_is_away_nothing_waits_or_fails(fresh, settings, app, redis_down, caplog):
    queues = TaskQueues(BestEffortRedis(settings.redis_url))
    waited = _seconds(lambda: [fresh.notify() or queues.waiting() for _ in range(100)])

    assert set(caplog.messages) == {"the relay could not be woken", "the queues could not be read"}
    assert len(caplog.messages) <= 2 * (1 + waited)  # both ask Redis once a second, not a hundred times


def test_it_tries_again_after_a_second(services, fresh, redis):
    services.redis.stop()
    failed_at = time.monotonic()
    fresh.notify()
    services.redis.start()
    while not redis.llen("intake:wakeup"):
        assert time.monotonic() - failed_at < 30
        time.sleep(0.01)
        fresh.notify()

    assert time.monotonic() - failed_at >= 1
    assert redis.llen("intake:wakeup") == 1
