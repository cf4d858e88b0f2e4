"""Rate limits (docs/behaviour.md, "Rate limits")."""

import time
from datetime import datetime
from itertools import chain

import pytest

from intake.accounts.access.models import ApiKey
from intake.accounts.firms.actions import register, suspend
from tests.core.answers import refusal
from tests.waiting import wait_until

STANDARD = {"limit": 100, "burst": 150}


@pytest.fixture
def standard(app):
    """A firm on the smallest plan."""
    return register("Small LLP", "small@example.com")


@pytest.fixture
def caller(api_of, standard):
    return api_of(standard)


@pytest.fixture
def counter(standard):
    """The Redis key of the counter of the firm's newest API key."""
    return lambda: f"rate:{ApiKey.of(standard).order_by(ApiKey.created_at.desc()).get().id}"


@pytest.fixture
def used(redis, counter, caller):
    """Set the number of requests counted in this window; if it is the limit, it was reached just now."""

    def count(number, seconds_ago=0):
        caller.get("/matters")
        redis.hset(counter(), mapping={"n": number, "full_at": int((time.time() - seconds_ago) * 1000)})

    return count


def test_every_answer_has_rate_limit_headers(caller):
    first, second = caller.get("/matters"), caller.get("/matters")

    assert first.headers["X-RateLimit-Limit"] == "100"
    assert (first.headers["X-RateLimit-Remaining"], second.headers["X-RateLimit-Remaining"]) == ("99", "98")
    assert time.time() < int(first.headers["X-RateLimit-Reset"]) <= time.time() + 61
    assert "Retry-After" not in first.headers


@pytest.mark.parametrize(("plan", "limit"), [("standard", "100"), ("pro", "500"), ("enterprise", "1000")])
def test_limit_is_that_of_the_plan(api_of, plan, limit):
    assert api_of(register("LLP", "x@example.com", plan)).get("/matters").headers["X-RateLimit-Limit"] == limit


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/matters/nonsense", 404), ("POST", "/matters", 400), ("GET", "/matters?page=0", 400),
    ("PATCH", "/matters/nonsense", 400), ("POST", "/uploads/nonsense/confirm", 404),
])
def test_errors_are_counted_and_have_the_headers(caller, method, path, status):
    answer = caller.call(method, path)

    assert answer.status_code == status
    assert answer.headers["X-RateLimit-Remaining"] == "99"


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/nonsense", 404), ("POST", "/matters//x/archive", 404), ("GET", "/api/v2/matters", 404),
    ("PUT", "/matters", 405), ("DELETE", "/matters", 405)])
def test_calls_of_no_operation_are_counted(caller, used, method, path, status):
    answers = [caller.call(method, path) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [status, status]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["99", "98"]
    used(150)
    assert caller.call(method, path).status_code == 429


@pytest.mark.parametrize(("headers", "most"), [
    ({}, 0), ({"X-Api-Key": "nonsense"}, 0), ({"X-Api-Key": f"ik_live_{'a' * 12}_{'b' * 40}"}, 1),
    ({"Authorization": "Bearer x"}, 1)])
def test_calls_of_no_operation_without_a_valid_key_are_answered_alike(anonymous, statements, headers, most):
    with statements() as seen:
        answer = anonymous.get("/nonsense", headers=headers)
    assert (refusal(answer), "X-RateLimit-Limit" in answer.headers) == ((404, "not_found"), False)
    assert len(seen) <= most


def test_suspended_firm_gets_404_for_an_unknown_path(caller, standard):
    suspend(standard.id)
    assert refusal(caller.get("/nonsense")) == (404, "not_found")


def test_missing_scope_is_counted(api_of, standard):
    assert api_of(standard, "clients:read").get("/matters").headers["X-RateLimit-Remaining"] == "99"


def test_requests_within_the_burst_pass_with_nothing_left(caller, used):
    used(STANDARD["limit"])

    answer = caller.get("/matters")

    assert (answer.status_code, answer.headers["X-RateLimit-Remaining"]) == (200, "0")


def test_requests_beyond_the_burst_are_refused(caller, used):
    used(STANDARD["burst"])

    answer = caller.get("/matters")

    assert refusal(answer) == (429, "rate_limit_exceeded")
    assert answer.headers["X-RateLimit-Remaining"] == "0"


def test_burst_lasts_ten_seconds(caller, used):
    used(STANDARD["limit"] + 1, seconds_ago=9)
    assert caller.get("/matters").status_code == 200

    used(STANDARD["limit"] + 1, seconds_ago=11)
    assert refusal(caller.get("/matters")) == (429, "rate_limit_exceeded")


def test_refusal_has_retry_after(caller, used, redis, counter):
    used(STANDARD["burst"])
    redis.pexpire(counter(), 41_990)  # nearly a second until one less is left

    answer = caller.get("/matters")

    details = answer.json["error"]["details"]
    assert set(details) == {"limit", "window", "reset_at"}
    assert (details["limit"], details["window"]) == (100, "60s")
    reset = int(answer.headers["X-RateLimit-Reset"])
    assert datetime.fromisoformat(details["reset_at"]).timestamp() == reset
    assert int(answer.headers["Retry-After"]) == 42
    assert 41 <= reset - time.time() <= 43


def test_limit_resets_after_the_window(caller, used, redis, counter):
    used(STANDARD["burst"])
    assert caller.get("/matters").status_code == 429

    redis.pexpire(counter(), 1)
    wait_until(lambda: not redis.exists(counter()))

    assert caller.get("/matters").headers["X-RateLimit-Remaining"] == "99"


def test_rate_limited_write_changes_nothing(caller, used, redis, counter):
    used(STANDARD["burst"])
    assert caller.post("/matters", {"title": "a", "practice_area": "other"}).status_code == 429

    redis.delete(counter())

    assert caller.get("/matters").json["pagination"]["total"] == 0


def test_each_key_has_its_own_limit(caller, used, api_of, standard):
    used(STANDARD["burst"])

    assert api_of(standard).get("/matters").status_code == 200


def test_concurrent_requests_pass_up_to_the_burst(caller, at_once):
    answers = [*chain(*at_once(8, lambda _: [caller.get("/matters") for _ in range(25)]))]

    assert [answer.status_code for answer in answers].count(200) == STANDARD["burst"]
    assert {answer.status_code for answer in answers} == {200, 429}
    left = sorted(int(answer.headers["X-RateLimit-Remaining"]) for answer in answers)
    assert left == [0] * 101 + list(range(1, 100))
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers if answer.status_code == 429)
