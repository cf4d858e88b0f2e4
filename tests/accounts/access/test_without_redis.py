"""Without Redis, or with a slow one, requests pass quickly, counted in memory (docs/behaviour.md, "Rate limits")."""

import time
from itertools import chain, count

import pytest

from app import create_app
from config.settings import Settings
from intake.accounts.access.models import ApiKey
from intake.accounts.firms.actions import register
from intake.core.best_effort_redis import BestEffortRedis
from intake.core.logging import log_to_stdout
from intake.core.rate_limiter import RateLimiter
from tests.conftest import PATIENT, Api
from tests.core.answers import data, ids, refusal
from tests.stand_ins.tcp_proxy import TcpProxy
from tests.waiting import wait_until

from .test_failed_authentications import WRONG

SOON = 5
"""In seconds: far more than the time-out for Redis, far less than waiting for it on each request."""


@pytest.fixture
def redis_down(services, app, api, firm, redis):
    """Make Redis unavailable: `with redis_down("stopped"):`. The limiter is replaced by a new one before and after."""
    def fresh(*patience):
        connection = BestEffortRedis(app.extensions["settings"].redis_url, *patience)
        app.extensions["rate_limiter"] = RateLimiter(connection)

    def is_counted():
        api.get("/matters")
        return redis.exists(f"rate:{ApiKey.of(firm).get().id}")

    class Away:
        def __init__(self, manner):
            self.leave, self.come_back = {
                "stopped": (services.redis.stop, services.redis.start),
                "killed": (services.redis.kill, services.redis.start),
                "hanging": (services.redis.pause, services.redis.resume)}[manner]

        def __enter__(self):
            fresh()
            wait_until(is_counted)  # Redis may be slow as well on a busy machine
            self.leave()

        def __exit__(self, *_):
            self.come_back()
            fresh(PATIENT)

    return Away


@pytest.fixture
def standard(api_of):
    """A client of a firm on the smallest plan: 100 requests, 150 in a burst."""
    return api_of(register("Small LLP", "small@example.com"))


def _timed(call):
    began = time.monotonic()
    answer = call()
    return answer, time.monotonic() - began


@pytest.mark.parametrize("manner", ["stopped", "killed", "hanging"])
def test_reads_and_writes_succeed_in_time(api, redis_down, manner, caplog):
    with redis_down(manner):
        read, reading = _timed(lambda: api.get("/matters"))
        made, making = _timed(lambda: api.post("/matters", {"title": "a", "practice_area": "other"}))
        changed, changing = _timed(lambda: api.patch(f"/matters/{made.json['data']['id']}", {"title": "b"}))
        found, finding = _timed(lambda: api.get("/search?q=bb"))

    assert (read.status_code, made.status_code, changed.status_code, found.status_code) == (200, 201, 200, 200)
    assert max(reading, making, changing, finding) < SOON
    assert "rate limiter unavailable" in caplog.messages


@pytest.mark.parametrize("manner", ["killed", "hanging"])
def test_limit_holds(standard, redis_down, manner):
    with redis_down(manner):
        answers = [standard.get("/matters") for _ in range(160)]

    assert [answer.status_code for answer in answers] == [200] * 150 + [429] * 10
    assert [int(answer.headers["X-RateLimit-Remaining"]) for answer in answers[:101]] == [*range(99, -1, -1), 0]
    assert refusal(answers[-1]) == (429, "rate_limit_exceeded")
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60


def test_concurrent_requests_are_counted_exactly(standard, redis_down, at_once):
    with redis_down("stopped"):
        answers = chain(*at_once(8, lambda _: [standard.get("/matters").status_code for _ in range(25)]))

    assert sorted(answers) == [200] * 150 + [429] * 50


def test_failed_authentications_are_limited(anonymous, redis_down):
    with redis_down("stopped"):
        answers = [anonymous.get("/matters", headers=WRONG).status_code for _ in range(62)]

    assert answers == [401] * 60 + [429] * 2


def test_redis_is_retried_at_most_once_a_second(api, redis_down, caplog):
    with redis_down("hanging"):
        caplog.clear()
        _, waited = _timed(lambda: [api.get("/matters") for _ in range(40)])

    assert 1 <= caplog.messages.count("rate limiter unavailable") <= 1 + waited  # and not 40 times


def test_concurrent_requests_wait_no_longer_than_one(api, redis_down, at_once):
    with redis_down("hanging"):
        waits = at_once(8, lambda _: _timed(lambda: api.get("/matters")))

    assert {answer.status_code for answer, _ in waits} == {200}
    assert max(wait for _, wait in waits) < SOON


def test_missing_key_is_still_refused(anonymous, redis_down):
    with redis_down("stopped"):
        assert refusal(anonymous.get("/matters")) == (401, "missing_api_key")


def test_idempotency_key_still_works(api, redis_down):
    with redis_down("stopped"):
        first, second = (api.post("/clients", {"first_name": "a", "last_name": "b"}, headers={"Idempotency-Key": "one"})
                         for _ in range(2))

    assert data(first, 201) == data(second, 201)
    assert len(ids(api.get("/clients"))) == 1


def test_requests_are_counted_in_redis_again_after_recovery(app, firm, key_of, redis_down, redis):
    with redis_down("killed"):
        api = Api(app, key_of(firm))  # a new key, so that nothing was counted before, even on a busy machine
        key = ApiKey.of(firm).order_by(ApiKey.created_at.desc()).first()
        assert api.get("/matters").headers["X-RateLimit-Remaining"] == "999"
    assert not redis.exists(f"rate:{key.id}")

    assert [api.get("/matters").headers["X-RateLimit-Remaining"] for _ in range(2)] == ["999", "998"]
    assert redis.hget(f"rate:{key.id}", "n") == "2"


def test_limiter_retries_after_its_pause(services, settings, redis):
    limiter = RateLimiter(BestEffortRedis(settings.redis_url, PATIENT))
    services.redis.stop()
    try:
        assert limiter.hit("pause", 10).remaining == 9
    finally:
        services.redis.start()

    wait_until(lambda: limiter.hit("pause", 10) and redis.exists("rate:pause"))


@pytest.fixture
def distant(settings):
    """The address of the same Redis with answers that take 60 ms."""
    place = settings.redis_url.partition("@")[2].partition("/")[0]
    with TcpProxy(place, delay=0.06) as proxy:
        yield settings.redis_url.replace(place, f"127.0.0.1:{proxy.port}")


def test_redis_at_sixty_milliseconds_counts(distant, redis):
    redis.delete("rate:distant")
    limiters = [RateLimiter(BestEffortRedis(distant)) for _ in range(2)]  # as in two processes

    wait_until(lambda: [limiter.hit("distant", 9) for limiter in limiters] and int(
        redis.hget("rate:distant", "n") or 0) >= 20, seconds=20)

    # On a busy machine one of them may count alone for a second.
    wait_until(lambda: not [limiter for limiter in limiters if limiter.hit("distant", 9).allowed], seconds=20)


def test_request_waits_a_tenth_of_a_second_at_most(distant):
    limiter = RateLimiter(BestEffortRedis(distant))
    waits = [_timed(lambda: limiter.hit("wait", 9))[1] for _ in range(20)]

    assert sorted(waits)[len(waits) // 2] < 0.1  # single ones may take longer on a busy machine


def test_request_waits_for_a_distant_redis_once(distant, services, firm, key_of, redis):
    caller = Api(create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING", "REDIS_URL": distant})), key_of(firm))
    caller.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]})
    titles = (f"matter {number}" for number in count())

    def post():
        return _timed(lambda: caller.post("/matters", {"title": next(titles), "practice_area": "other"}))[1]

    def counted():
        return int(redis.hget(f"rate:{ApiKey.of(firm).get().id}", "n") or 0)

    def is_counted_and_quick():
        before = counted()
        return post() < 0.115 and counted() > before  # two answers take 0.12

    wait_until(is_counted_and_quick, seconds=20)
    redis.delete("intake:wakeup")
    wait_until(lambda: post() and redis.exists("intake:wakeup"), seconds=20)


@pytest.fixture
def own_log(settings):
    """Let a test capture the log of this process."""
    yield
    log_to_stdout(settings.log_level)


def test_request_that_uses_redis_several_times_waits_for_it_once(
        services, settings, firm, key_of, redis, own_log, capsys):
    place = settings.redis_url.partition("@")[2].partition("/")[0]
    with TcpProxy(place) as proxy:
        address = settings.redis_url.replace(place, f"127.0.0.1:{proxy.port}")
        caller = Api(create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING", "REDIS_URL": address})),
                     key_of(firm))
        caller.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]})
        redis.delete("intake:wakeup")
        titles = (f"matter {number}" for number in count())
        wait_until(lambda: caller.post("/matters", {"title": next(titles), "practice_area": "other"}).status_code == 201
                   and redis.exists("intake:wakeup", f"rate:{ApiKey.of(firm).get().id}") == 2)
        capsys.readouterr()
        proxy.hold()
        made = caller.post("/matters", {"title": next(titles), "practice_area": "other"})
        proxy.release()

    assert made.status_code == 201
    warnings = capsys.readouterr().out
    assert "rate limiter unavailable" in warnings
    assert "the relay could not be woken" not in warnings
