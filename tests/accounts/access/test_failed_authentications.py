"""Whoever tries keys is slowed down: 60 failures a minute per address (decisions.md 3)."""

import pytest

from app import create_app
from config.settings import Settings
from tests.conftest import Api
from tests.core.answers import refusal

WRONG = {"X-Api-Key": "ik_live_aaaaaaaaaaaa_" + "b" * 40}


@pytest.fixture
def failed(redis):
    """So many attempts of this caller's address failed already in this minute."""

    def count(caller, number, address=None):
        caller.get("/matters", headers=WRONG)
        redis.hset(f"rate:address:{address or caller.address}", "n", number)

    return count


def test_sixty_failures_are_told_why_and_the_next_one_is_refused(anonymous):
    answers = [anonymous.get("/matters", headers=WRONG) for _ in range(61)]

    assert {refusal(answer) for answer in answers[:60]} == {(401, "invalid_api_key")}
    assert refusal(answers[60]) == (429, "rate_limit_exceeded")
    assert int(answers[60].headers["Retry-After"]) > 0


@pytest.mark.parametrize("headers", [{}, WRONG, {"Authorization": "Bearer x"}])
def test_every_kind_of_failure_counts(anonymous, failed, headers):
    failed(anonymous, 60)

    assert refusal(anonymous.get("/matters", headers=headers)) == (429, "rate_limit_exceeded")


def test_a_good_key_still_opens_from_there(anonymous, failed, firm, key_of):
    failed(anonymous, 1000)

    assert anonymous.get("/matters", headers={"X-Api-Key": key_of(firm)}).status_code == 200


def test_other_addresses_are_not_concerned(app, anonymous, failed):
    failed(anonymous, 1000)

    assert refusal(Api(app).get("/matters", headers=WRONG)) == (401, "invalid_api_key")


def test_a_caller_cannot_claim_another_address(anonymous, failed):
    failed(anonymous, 60)

    claim = {"X-Forwarded-For": "203.0.113.7", "Forwarded": "for=203.0.113.7"}

    assert anonymous.get("/matters", headers=WRONG | claim).status_code == 429


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(app, services):
    behind = create_app(Settings.load(services.env | {"TRUSTED_PROXIES": "1", "LOG_LEVEL": "WARNING"}))
    behind.extensions["rate_limiter"] = app.extensions["rate_limiter"]  # which waits for Redis on a busy machine
    proxied = Api(behind)

    def attempt(seen_by_proxy, claimed):
        return proxied.get("/matters", headers=WRONG | {"X-Forwarded-For": f"{claimed}, {seen_by_proxy}"}).status_code

    assert [attempt("198.51.100.1", f"10.0.0.{number}") for number in range(61)] == [401] * 60 + [429]
    assert attempt("198.51.100.2", "10.0.0.1") == 401


def test_who_is_not_identified_is_told_nothing_of_limits(anonymous):
    assert not [name for name, _ in anonymous.get("/matters").headers if name.startswith("X-RateLimit")]
