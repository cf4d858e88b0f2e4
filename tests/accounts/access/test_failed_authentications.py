"""Failed authentications are limited to 60 a minute per address (docs/behaviour.md, "Rate limits")."""

import pytest

from app import create_app
from config.settings import Settings
from tests.conftest import Api
from tests.core.answers import refusal

WRONG = {"X-Api-Key": "ik_live_aaaaaaaaaaaa_" + "b" * 40}


@pytest.fixture
def failed(redis):
    """Record this number of failed attempts from the caller's address in this minute."""

    def count(caller, number, address=None):
        caller.get("/matters", headers=WRONG)
        redis.hset(f"rate:address:{address or caller.address}", "n", number)

    return count


def test_failures_beyond_sixty_are_rate_limited(anonymous):
    answers = [anonymous.get("/matters", headers=WRONG) for _ in range(61)]

    assert {refusal(answer) for answer in answers[:60]} == {(401, "invalid_api_key")}
    assert refusal(answers[60]) == (429, "rate_limit_exceeded")
    assert int(answers[60].headers["Retry-After"]) > 0


@pytest.mark.parametrize("headers", [{}, WRONG, {"Authorization": "Bearer x"}])
def test_every_kind_of_failure_counts(anonymous, failed, headers):
    failed(anonymous, 60)

    assert refusal(anonymous.get("/matters", headers=headers)) == (429, "rate_limit_exceeded")


def test_failures_at_unknown_paths_count(anonymous, failed):
    failed(anonymous, 60)

    assert refusal(anonymous.get("/nonsense", headers=WRONG)) == (429, "rate_limit_exceeded")
    assert refusal(anonymous.get("/nonsense")) == (404, "not_found")


def test_valid_key_from_the_same_address_is_accepted(anonymous, failed, firm, key_of):
    failed(anonymous, 1000)

    assert anonymous.get("/matters", headers={"X-Api-Key": key_of(firm)}).status_code == 200


def test_other_addresses_are_not_limited(app, anonymous, failed):
    failed(anonymous, 1000)

    assert refusal(Api(app).get("/matters", headers=WRONG)) == (401, "invalid_api_key")


def test_other_addresses_of_the_same_ipv6_network_are_limited(anonymous, failed):
    failed(anonymous, 60)
    neighbour = {"environ_overrides": {"REMOTE_ADDR": f"{anonymous.address}7"}}

    assert anonymous.get("/matters", headers=WRONG, **neighbour).status_code == 429


def test_forwarded_for_without_proxy_is_ignored(anonymous, failed):
    failed(anonymous, 60)

    claim = {"X-Forwarded-For": "203.0.113.7", "Forwarded": "for=203.0.113.7"}

    assert anonymous.get("/matters", headers=WRONG | claim).status_code == 429


def test_address_behind_a_proxy_is_the_forwarded_one(app, services):
    behind = create_app(Settings.load(services.env | {"TRUSTED_PROXIES": "1", "LOG_LEVEL": "WARNING"}))
    behind.extensions["rate_limiter"] = app.extensions["rate_limiter"]  # Redis may be slow on a busy machine
    proxied = Api(behind)

    def attempt(seen_by_proxy, claimed):
        return proxied.get("/matters", headers=WRONG | {"X-Forwarded-For": f"{claimed}, {seen_by_proxy}"}).status_code

    assert [attempt("198.51.100.1", f"10.0.0.{number}") for number in range(61)] == [401] * 60 + [429]
    assert attempt("198.51.100.2", "10.0.0.1") == 401


def test_unidentified_caller_gets_no_rate_limit_headers(anonymous):
    assert not [name for name, _ in anonymous.get("/matters").headers if name.startswith("X-RateLimit")]
