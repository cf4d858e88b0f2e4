"""Throttling of guesses (docs/decisions/0010)."""

import re
from datetime import timedelta

import pytest

from intake.accounts.sessions.models import AttemptCounter
from intake.accounts.sessions.throttling import PASSWORD, Attempt, Throttle, TooManyAttempts, network_key
from intake.core.clock import now
from intake.core.text_search import folded
from tests.browsing import Browser
from tests.builders import a_user

from .conftest import heading, is_signed_in

THROTTLE = Throttle("test", 3, timedelta(minutes=2))


def _use_up(email):
    """Make attempts from elsewhere until they are throttled."""
    for _ in range(PASSWORD.burst):
        Attempt(PASSWORD.key(folded(email)))


def _guessed(app, at_once, email, times):
    """The answers to concurrent guesses, each from another address."""
    browsers = [Browser(app) for _ in range(times)]
    forms = [browser.form("/login").fields | {"email": email, "password": "a guess"} for browser in browsers]
    return at_once(times, lambda index: browsers[index].post("/login", forms[index]))


@pytest.fixture
def key(app, request):
    """A key that no other test uses."""
    return THROTTLE.key(request.node.name + str(now()))


def _wait(subject):
    """Return the seconds that the next attempt has to wait; 0 if it was counted."""
    try:
        Attempt(subject)
    except TooManyAttempts as refusal:
        return refusal.seconds
    return 0


def test_burst_is_followed_by_one_attempt_per_interval(key):
    assert [_wait(key) for _ in range(3)] == [0, 0, 0]
    assert 110 < _wait(key) <= 120


def test_refused_attempts_do_not_extend_the_wait(key):
    for _ in range(50):
        assert _wait(key) <= 120


def test_attempts_by_a_clock_that_was_far_ahead_count_for_nothing(key):
    for _ in range(3):
        Attempt(key)
    AttemptCounter.update(settled_at=AttemptCounter.settled_at + timedelta(days=1)).where(
        AttemptCounter.subject == key[1]).execute()
    assert [_wait(key) for _ in range(3)] == [0, 0, 0]
    assert 110 < _wait(key) <= 120


def test_one_attempt_is_allowed_after_the_interval(key):
    for _ in range(3):
        Attempt(key)
    AttemptCounter.give_back(key[1], THROTTLE.interval)  # as if two minutes had passed

    assert _wait(key) == 0
    assert _wait(key) > 0


def test_unused_attempts_do_not_accumulate(key):
    Attempt(key)
    AttemptCounter.update(settled_at=now() - timedelta(days=1)).where(AttemptCounter.subject == key[1]).execute()

    assert [_wait(key) for _ in range(3)] == [0, 0, 0]
    assert _wait(key) > 0


def test_succeeded_attempts_are_given_back(key):
    for _ in range(10):
        Attempt(key).succeeded()

    assert [_wait(key) for _ in range(3)] == [0, 0, 0]


def test_concurrent_attempts_cannot_exceed_the_burst(key, at_once):
    assert sorted(bool(wait) for wait in at_once(8, lambda _: _wait(key))) == [False] * 3 + [True] * 5


@pytest.mark.parametrize(("one", "other", "same"), [
    ("203.0.113.1", "203.0.113.1", True), ("203.0.113.1", "203.0.113.2", False),
    ("2001:db8:1:2::3", "2001:db8:1:2:ffff::", True), ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
    ("::ffff:203.0.113.1", "203.0.113.1", True), ("::ffff:203.0.113.1", "::ffff:203.0.113.2", False)])
def test_addresses_are_counted_by_customer_network(one, other, same):
    assert (network_key(one) == network_key(other)) == same


def test_password_guesses_are_counted_across_addresses(app, user, at_once):
    answers = _guessed(app, at_once, user.email, times=14)

    assert sorted(answer.status_code for answer in answers) == [422] * 10 + [429] * 4


def test_right_password_is_refused_while_throttled(user, sign_in, browser):
    _use_up(user.email)

    answer = sign_in()

    assert (answer.status_code, heading(answer)) == (429, "Too many attempts")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert not is_signed_in(browser)


def test_unknown_address_is_throttled_alike(app, user, at_once):
    unknown = f"x{user.email}"
    known, other = (_guessed(app, at_once, email, times=12) for email in (user.email, unknown))

    assert sorted(answer.status_code for answer in known) == sorted(answer.status_code for answer in other)
    texts = {re.sub(r'value="\w+"', "", answer.text) for answer in (*known, *other) if answer.status_code == 429}
    assert len(texts) == 1


def test_spellings_of_an_address_are_counted_together(user, sign_in):
    _use_up(user.email)

    assert sign_in(email=f" {user.email.upper()}").status_code == 429


def test_known_device_is_not_delayed_by_others(user, sign_in, browser):
    sign_in()
    browser.submit("/logout")
    _use_up(user.email)

    assert sign_in().status_code == 303
    assert is_signed_in(browser)


def test_known_device_is_throttled_alike(app, user, sign_in, browser, at_once):
    sign_in()
    browser.submit("/logout")
    form = browser.form("/login").fields | {"email": user.email, "password": "a guess"}
    cookies = {name: browser.cookie(name) for name in ("intake_known", "intake_csrf")}

    def guess(_):
        mine = Browser(app)
        for name, value in cookies.items():
            mine.set_cookie(name, value)
        return mine.post("/login", form).status_code

    assert sorted(at_once(12, guess)) == [422] * 10 + [429] * 2


def test_known_device_is_known_for_its_user_only(app, firm, sign_in):
    other = a_user(firm)
    _use_up(other.email)
    browser = Browser(app)
    sign_in(at=browser)
    browser.submit("/logout")

    assert sign_in(at=browser, email=other.email).status_code == 429


@pytest.mark.parametrize("forged", ["nonsense", "WyJhIiwiYiJd.aaaaaa.bbbb", "é", "x" * 4000])
def test_forged_known_device_cookie_is_ignored(user, sign_in, browser, forged):
    _use_up(user.email)
    browser.set_cookie("intake_known", forged)

    assert sign_in().status_code == 429


def test_guesses_at_many_accounts_are_counted_by_address(app):
    browser = Browser(app)
    form = browser.form("/login").fields | {"password": "a guess"}
    for _ in range(30):
        Attempt(network_key(browser.address))

    assert browser.post("/login", form | {"email": "anybody@example.com"}).status_code == 429


def test_many_successful_sign_ins_from_one_address_pass(sign_in, browser):
    for _ in range(29):
        Attempt(network_key(browser.address))

    assert [sign_in().status_code, browser.submit("/logout").status_code, sign_in().status_code] == [303, 200, 303]


def test_throttling_works_without_redis(app, user, at_once, services):
    services.redis.stop()
    try:
        answers = _guessed(app, at_once, user.email, times=12)
    finally:
        services.redis.start()

    assert sorted(answer.status_code for answer in answers) == [422] * 10 + [429] * 2


def test_subjects_are_stored_as_digests(sign_in, user):
    sign_in(password="a guess")

    kept = {row.subject for row in AttemptCounter.select()}
    assert kept
    assert all(re.fullmatch("[0-9a-f]{64}", subject) for subject in kept)


def test_page_is_translated_to_spanish(app, user, sign_in):
    _use_up(user.email)

    assert heading(sign_in(at=Browser(app, **{"Accept-Language": "es"}))) == "Demasiados intentos"
