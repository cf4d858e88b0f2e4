"""The alarm clock: Redis only rings, so whoever rings never waits for it and never fails with it (architecture)."""

import time

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from intake.engine.queue import Alarm, wait_for_ring
from intake.engine.worker import errands
from intake.engine.worker.rq_worker import connection_to


@pytest.fixture
def fresh(settings, redis):
    """An alarm that nobody has rung yet."""
    redis.delete("intake:bell", "rq:queue:intake")
    return Alarm(settings.redis_url)


@pytest.fixture(params=["stopped", "hanging"])
def away(request, services):
    """Redis is stopped, or hangs, and is back afterwards."""
    redis = services.redis
    leave, come_back = {"stopped": (redis.stop, redis.start), "hanging": (redis.pause, redis.resume)}[request.param]
    leave()
    yield
    come_back()


def _seconds(act):
    began = time.monotonic()
    act()
    return time.monotonic() - began


def test_who_listens_wakes_up(fresh, redis):
    fresh.ring()

    assert _seconds(lambda: wait_for_ring(redis, 20)) < 15


def test_without_a_ring_who_listens_waits(fresh, redis):
    assert _seconds(lambda: wait_for_ring(redis, 1)) >= 0.9


def test_a_hundred_rings_are_one(fresh, redis):
    for _ in range(100):
        fresh.ring()

    assert redis.llen("intake:bell") == 1


def test_what_it_has_the_worker_call_exists_and_waits_only_once(fresh, settings):
    for _ in range(5):
        fresh.ring_for_tasks()
    with connection_to(settings.redis_url) as connection:
        [job] = Queue("intake", connection=connection, serializer=JSONSerializer).jobs

    assert job.func is errands.do_what_is_due
    assert (job.args, job.kwargs) == ([], {})


def test_while_redis_is_away_nobody_waits_or_fails(fresh, away, caplog):
    waited = _seconds(lambda: [fresh.ring() or fresh.ring_for_tasks() for _ in range(100)])

    assert waited < 5  # each of them would wait a twentieth of a second
    assert set(caplog.messages) == {"the worker could not be woken"}
    assert len(caplog.messages) <= 1 + waited


def test_it_tries_again_after_a_second(services, fresh, redis):
    services.redis.stop()
    fresh.ring()
    services.redis.start()
    time.sleep(1)
    fresh.ring()

    assert redis.llen("intake:bell") == 1
