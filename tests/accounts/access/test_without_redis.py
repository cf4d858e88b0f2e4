"""Without Redis, or with a slow one, requests pass quickly and nothing fails (docs/behaviour.md, "Rate limits")."""

import time

import pytest

from intake.core.rate_limiter import RateLimiter
from tests.conftest import PATIENT
from tests.core.answers import data, ids, refusal

from .waiting import wait_until

SOON = 2
"""Seconds: far more than the timeout of Redis, far less than waiting for it with each request."""


@pytest.fixture
def away(services, app, api):
    """Make Redis unavailable: `with away("stopped"):`. The limiter is new before and after."""
    def fresh(*patience):
        app.extensions["rate_limiter"] = RateLimiter(app.extensions["settings"].redis_url, *patience)

    class Away:
        def __init__(self, manner):
            self.leave, self.come_back = {
                "stopped": (services.redis.stop, services.redis.start),
                "killed": (services.redis.kill, services.redis.start),
                "hanging": (services.redis.pause, services.redis.resume)}[manner]

        def __enter__(self):
            fresh()
            while api.get("/matters").headers["X-RateLimit-Remaining"] == "1000":
                time.sleep(0.1)  # on a busy machine it may be slow, too
            self.leave()

        def __exit__(self, *_):
            self.come_back()
            fresh(PATIENT)

    return Away


def _timed(call):
    began = time.monotonic()
    answer = call()
    return answer, time.monotonic() - began


@pytest.mark.parametrize("manner", ["stopped", "killed", "hanging"])
def test_reads_and_writes_succeed_in_time(api, away, manner, caplog):
    with away(manner):
        read, reading = _timed(lambda: api.get("/matters"))
        made, making = _timed(lambda: api.post("/matters", {"title": "a", "practice_area": "other"}))
        changed, changing = _timed(lambda: api.patch(f"/matters/{made.json['data']['id']}", {"title": "b"}))
        found, finding = _timed(lambda: api.get("/search?q=bb"))

    assert (read.status_code, made.status_code, changed.status_code, found.status_code) == (200, 201, 200, 200)
    assert max(reading, making, changing, finding) < SOON
    assert "rate limiter unavailable" in caplog.messages


@pytest.mark.parametrize("manner", ["stopped", "hanging"])
def test_headers_show_an_uncounted_limit(api, away, manner):
    with away(manner):
        answer = api.get("/matters")

    assert (answer.headers["X-RateLimit-Limit"], answer.headers["X-RateLimit-Remaining"]) == ("1000", "1000")
    assert int(answer.headers["X-RateLimit-Reset"]) > time.time()


def test_redis_is_retried_at_most_once_a_second(api, away, caplog):
    with away("hanging"):
        caplog.clear()
        _, waited = _timed(lambda: [api.get("/matters") for _ in range(40)])

    assert 1 <= caplog.messages.count("rate limiter unavailable") <= 1 + waited
    assert waited < 2 * SOON  # 40 requests would otherwise wait 40 times


def test_concurrent_requests_wait_no_longer_than_one(api, away, at_once):
    with away("hanging"):
        waits = at_once(8, lambda _: _timed(lambda: api.get("/matters")))

    assert {answer.status_code for answer, _ in waits} == {200}
    assert max(wait for _, wait in waits) < SOON


def test_missing_key_is_still_refused(anonymous, away):
    with away("stopped"):
        assert refusal(anonymous.get("/matters")) == (401, "missing_api_key")


def test_idempotency_key_still_works(api, away):
    with away("stopped"):
        first, second = (api.post("/clients", {"first_name": "a", "last_name": "b"}, headers={"Idempotency-Key": "one"})
                         for _ in range(2))

    assert data(first, 201) == data(second, 201)
    assert len(ids(api.get("/clients"))) == 1


def test_requests_are_counted_again_after_recovery(api, away):
    with away("stopped"):
        assert api.get("/matters").headers["X-RateLimit-Remaining"] == "1000"

    assert int(api.get("/matters").headers["X-RateLimit-Remaining"]) < 1000
    assert int(api.get("/matters").headers["X-RateLimit-Remaining"]) < 999


def test_limiter_retries_after_its_pause(services, settings):
    limiter = RateLimiter(settings.redis_url, PATIENT)
    services.redis.stop()
    try:
        assert limiter.hit("pause", 10).remaining == 10
    finally:
        services.redis.start()

    wait_until(lambda: limiter.hit("pause", 10).remaining == 9)
