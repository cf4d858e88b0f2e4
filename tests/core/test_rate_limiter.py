"""Counting requests in Redis (docs/behaviour.md, "Rate limits")."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from intake.core.best_effort_redis import BestEffortRedis
from intake.core.rate_limiter import RateLimiter
from tests.conftest import PATIENT


@pytest.fixture
def limiter(settings):
    return RateLimiter(BestEffortRedis(settings.redis_url, PATIENT))


@pytest.fixture
def key():
    """A key that was not used before."""
    return uuid.uuid4().hex


@pytest.fixture
def later(redis, key):
    """Let time pass: `later(full=11)` since the limit was reached, `later(window=True)` to the window's end."""

    def pass_time(full=0, window=False):
        name = f"rate:{key}"
        if full:
            redis.hset(name, "full_at", int(redis.hget(name, "full_at")) - full * 1000)
        if window:
            redis.delete(name)

    return pass_time


def _passed(limiter, key, times, limit, burst=0):
    return sum(limiter.hit(key, limit, burst).allowed for _ in range(times))


def test_limit_is_allowed(limiter, key):
    assert _passed(limiter, key, 15, limit=10) == 10


def test_the_burst_lets_more_pass_up_to_its_number(limiter, key):
    assert _passed(limiter, key, 30, limit=10, burst=15) == 15


def test_ten_seconds_after_the_limit_was_reached_the_burst_is_over(limiter, key, later):
    assert _passed(limiter, key, 12, limit=10, burst=15) == 12

    later(full=11)

    assert _passed(limiter, key, 5, limit=10, burst=15) == 0


def test_within_ten_seconds_the_burst_goes_on(limiter, key, later):
    assert _passed(limiter, key, 10, limit=10, burst=15) == 10

    later(full=9)

    assert _passed(limiter, key, 10, limit=10, burst=15) == 5


def test_a_refused_request_does_not_open_the_burst_again(limiter, key, later):
    assert _passed(limiter, key, 10, limit=10, burst=100) == 10
    later(full=11)

    assert [_passed(limiter, key, 1, limit=10, burst=100) for _ in range(20)] == [0] * 20


def test_reaching_the_limit_late_still_allows_the_burst(limiter, key, redis):
    assert _passed(limiter, key, 9, limit=10, burst=15) == 9
    redis.pexpire(f"rate:{key}", 20_000)  # 40 s of the window are over

    assert _passed(limiter, key, 10, limit=10, burst=15) == 6


def test_new_window_starts_at_zero(limiter, key, later):
    assert _passed(limiter, key, 20, limit=10, burst=15) == 15

    later(window=True)

    assert _passed(limiter, key, 20, limit=10, burst=15) == 15


def test_the_window_is_a_minute_from_the_first_request_and_is_not_prolonged(limiter, key, redis):
    limiter.hit(key, 10)
    assert 59_000 < redis.pttl(f"rate:{key}") <= 60_000
    redis.pexpire(f"rate:{key}", 20_000)

    limiter.hit(key, 10)

    assert redis.pttl(f"rate:{key}") <= 20_000


def test_counter_without_expiry_gets_one(limiter, key, redis):
    limiter.hit(key, 10)
    redis.persist(f"rate:{key}")

    limiter.hit(key, 10)

    assert 0 < redis.pttl(f"rate:{key}") <= 60_000


def test_keys_are_counted_separately(limiter, key):
    assert _passed(limiter, key, 5, limit=5) == 5
    assert limiter.hit(f"{key}2", 5).allowed


def test_remaining_never_grows_and_is_never_negative(limiter, key):
    assert [limiter.hit(key, 3, 5).remaining for _ in range(7)] == [2, 1, 0, 0, 0, 0, 0]


def test_retry_after_is_long_enough(limiter, key, redis):
    _passed(limiter, key, 3, limit=3)
    for left in (9001, 9999, 10_000, 10_001, 59_979):
        redis.pexpire(f"rate:{key}", left)

        verdict = limiter.hit(key, 3)

        assert not verdict.allowed
        assert verdict.retry_after * 1000 >= redis.pttl(f"rate:{key}")
        assert verdict.reset_at >= time.time() + redis.pttl(f"rate:{key}") / 1000 - 0.005


def test_window_ends_when_redis_says_so(limiter, key, redis, monkeypatch):
    monkeypatch.setattr("intake.core.rate_limiter.time.time", lambda: 1_000)  # a host whose clock is wrong
    verdict = limiter.hit(key, 3)

    assert 59 <= verdict.reset_at - redis.time()[0] <= 61


def test_a_request_after_the_wait_passes(limiter, key, redis):
    _passed(limiter, key, 3, limit=3)
    redis.pexpire(f"rate:{key}", 1900)
    verdict = limiter.hit(key, 3)
    assert not verdict.allowed

    time.sleep(verdict.retry_after)  # what the caller is asked to do

    assert limiter.hit(key, 3).allowed


@pytest.mark.parametrize(("burst", "passing"), [(0, 100), (150, 150)])
def test_two_hundred_concurrent_requests_are_counted_exactly(settings, key, burst, passing):
    limiters = [RateLimiter(BestEffortRedis(settings.redis_url, PATIENT)) for _ in range(4)]  # as in four processes
    with ThreadPoolExecutor(16) as pool:
        verdicts = list(pool.map(lambda number: limiters[number % 4].hit(key, 100, burst), range(200)))

    assert sum(verdict.allowed for verdict in verdicts) == passing
    assert sorted(verdict.remaining for verdict in verdicts if verdict.remaining) == list(range(1, 100))


def test_one_request_is_one_script(limiter, key, redis):
    limiter.hit(key, 10)
    before = redis.info("commandstats")["cmdstat_evalsha"]["calls"]

    limiter.hit(key, 10)

    assert redis.info("commandstats")["cmdstat_evalsha"]["calls"] == before + 1


def test_a_redis_that_has_forgotten_the_script_is_sent_it_again(limiter, key, redis):
    limiter.hit(key, 10)
    redis.script_flush()

    assert limiter.hit(key, 10).remaining == 8
    assert redis.hget(f"rate:{key}", "n") == "2"
