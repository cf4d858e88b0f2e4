"""The brake on guessing: nobody guesses fast, nobody is locked out by others, nothing is told (decisions.md 2)."""

import re
from datetime import timedelta

import pytest

from intake.accounts.sessions.errors import TooManyAttempts
from intake.accounts.sessions.models import AttemptCounter
from intake.accounts.sessions.throttling import PASSWORD, Attempt, Throttle, network_key
from intake.accounts.sessions.user_lookup import email_key
from intake.core.clock import now
from tests.browsing import Browser
from tests.builders import a_user

from .conftest import heading, is_signed_in

BRAKE = Throttle("test", 3, timedelta(minutes=2))


def _use_up(email):
    """Somebody elsewhere guesses until the brake goes on."""
    for _ in range(PASSWORD.burst):
        Attempt(PASSWORD.key(email_key(email)))


def _guessed(app, at_once, email, times):
    """What so many guesses at once were answered, each from an address of its own."""
    browsers = [Browser(app) for _ in range(times)]
    forms = [browser.form("/login").fields | {"email": email, "password": "a guess"} for browser in browsers]
    return at_once(times, lambda index: browsers[index].post("/login", forms[index]))


@pytest.fixture
def whom(app, request):
    """A subject that no other test has."""
    return BRAKE.key(request.node.name + str(now()))


def _wait(subject):
    """How long the next attempt has to wait, which is not counted then; 0 if it was counted."""
    try:
        Attempt(subject)
    except TooManyAttempts as refusal:
        return refusal.seconds
    return 0


def test_some_are_free_and_then_there_is_one_in_a_while(whom):
    assert [_wait(whom) for _ in range(3)] == [0, 0, 0]
    assert 110 < _wait(whom) <= 120


def test_whoever_goes_on_does_not_have_to_wait_for_longer(whom):
    for _ in range(50):
        assert _wait(whom) <= 120


def test_after_a_while_there_is_another_one_and_only_one(whom):
    for _ in range(3):
        Attempt(whom)
    AttemptCounter.give_back(whom[1], BRAKE.interval)  # which is what two minutes do

    assert _wait(whom) == 0
    assert _wait(whom) > 0


def test_what_was_not_used_is_not_saved_up(whom):
    Attempt(whom)
    AttemptCounter.update(settled_at=now() - timedelta(days=1)).where(AttemptCounter.subject == whom[1]).execute()

    assert [_wait(whom) for _ in range(3)] == [0, 0, 0]
    assert _wait(whom) > 0


def test_what_succeeded_was_no_guess(whom):
    for _ in range(10):
        Attempt(whom).succeeded()

    assert [_wait(whom) for _ in range(3)] == [0, 0, 0]


def test_of_many_at_once_no_more_pass_than_one_after_another(whom, at_once):
    assert sorted(bool(wait) for wait in at_once(8, lambda _: _wait(whom))) == [False] * 3 + [True] * 5


@pytest.mark.parametrize(("one", "other", "same"), [
    ("203.0.113.1", "203.0.113.1", True), ("203.0.113.1", "203.0.113.2", False),
    ("2001:db8:1:2::3", "2001:db8:1:2:ffff::", True), ("2001:db8:1:2::3", "2001:db8:1:3::3", False)])
def test_an_address_is_what_one_customer_has(one, other, same):
    assert (network_key(one) == network_key(other)) == same


def test_ten_guesses_of_a_password_are_free_from_wherever_they_come(app, user, at_once):
    answers = _guessed(app, at_once, user.email, times=14)

    assert sorted(answer.status_code for answer in answers) == [422] * 10 + [429] * 4


def test_the_right_password_is_not_taken_either_then(user, sign_in, browser):
    _use_up(user.email)

    answer = sign_in()

    assert (answer.status_code, heading(answer)) == (429, "Too many attempts")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert not is_signed_in(browser)


def test_an_address_that_nobody_has_is_braked_alike(app, user, at_once):
    unknown = f"x{user.email}"
    known, other = (_guessed(app, at_once, email, times=12) for email in (user.email, unknown))

    assert sorted(answer.status_code for answer in known) == sorted(answer.status_code for answer in other)
    texts = {re.sub(r'value="\w+"', "", answer.text) for answer in (*known, *other) if answer.status_code == 429}
    assert len(texts) == 1


def test_another_spelling_of_the_address_is_no_way_round(user, sign_in):
    _use_up(user.email)

    assert sign_in(email=f" {user.email.upper()}").status_code == 429


def test_others_cannot_keep_out_who_signed_in_here_before(user, sign_in, browser):
    sign_in()
    browser.submit("/logout")
    _use_up(user.email)

    assert sign_in().status_code == 303
    assert is_signed_in(browser)


def test_who_signed_in_here_before_guesses_no_better(app, user, sign_in, browser, at_once):
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


def test_who_signed_in_here_before_is_no_better_with_another_account(app, firm, sign_in):
    other = a_user(firm)
    _use_up(other.email)
    browser = Browser(app)
    sign_in(at=browser)
    browser.submit("/logout")

    assert sign_in(at=browser, email=other.email).status_code == 429


@pytest.mark.parametrize("forged", ["nonsense", "WyJhIiwiYiJd.aaaaaa.bbbb", "é", "x" * 4000])
def test_nobody_says_of_himself_that_he_was_here(user, sign_in, browser, forged):
    _use_up(user.email)
    browser.set_cookie("intake_known", forged)

    assert sign_in().status_code == 429


def test_one_address_does_not_guess_at_many_accounts(app):
    browser = Browser(app)
    form = browser.form("/login").fields | {"password": "a guess"}
    for _ in range(30):
        Attempt(network_key(browser.address))

    assert browser.post("/login", form | {"email": "anybody@example.com"}).status_code == 429


def test_a_whole_office_may_sign_in(sign_in, browser):
    for _ in range(29):
        Attempt(network_key(browser.address))

    assert [sign_in().status_code, browser.submit("/logout").status_code, sign_in().status_code] == [303, 200, 303]


def test_it_holds_while_redis_is_away(app, user, at_once, services):
    services.redis.stop()
    try:
        answers = _guessed(app, at_once, user.email, times=12)
    finally:
        services.redis.start()

    assert sorted(answer.status_code for answer in answers) == [422] * 10 + [429] * 2


def test_of_whom_there_were_attempts_is_not_written_down(sign_in, user):
    sign_in(password="a guess")

    kept = {row.subject for row in AttemptCounter.select()}
    assert kept
    assert all(re.fullmatch("[0-9a-f]{64}", subject) for subject in kept)


def test_the_page_speaks_spanish(app, user, sign_in):
    _use_up(user.email)

    assert heading(sign_in(at=Browser(app, **{"Accept-Language": "es"}))) == "Demasiados intentos"
