"""Changing one's password: it takes the old one, and ends every other session (decisions.md 2)."""

import pytest
from werkzeug.security import generate_password_hash

from intake.accounts.sessions.models import Session
from intake.accounts.sessions.passwords.verification import DUMMY_HASH
from intake.accounts.users.models import User
from tests.browsing import Browser

from .conftest import HOSTILE, PASSWORD, complaints, is_signed_in

PAGE = {"path": "/account", "action": "/account/password"}
NEW = "a wholly other password"


@pytest.fixture
def browser(signed_in_as, user):
    """A browser in which the user is signed in."""
    return signed_in_as(user)


@pytest.fixture
def change(browser):
    """Fill in the form: `change(current="…")`."""
    return lambda **answers: browser.submit(
        **PAGE, **({"current": PASSWORD, "password": NEW, "repeated": answers.get("password", NEW)} | answers))


def test_the_new_one_signs_in_and_the_old_one_does_not(app, change, sign_in):
    answer = change()

    assert (answer.status_code, answer.location) == (303, "/account?done=password")
    assert sign_in(at=Browser(app)).status_code == 422
    assert sign_in(at=Browser(app), password=NEW).status_code == 303


def test_it_is_kept_as_a_slow_hash_and_looking_for_nobodys_takes_as_long(change, user):
    change()

    [own, nobodys, usual] = [hashed.split("$")[0] for hashed in (
        User.get_by_id(user.id).password_hash, DUMMY_HASH, generate_password_hash("x"))]
    assert own == nobodys == usual == "scrypt:32768:8:1"


def test_all_other_sessions_end_and_this_one_does_not(browser, change, signed_in_as, user):
    others = [signed_in_as(user) for _ in range(2)]

    change()

    assert [is_signed_in(each) for each in (browser, *others)] == [True, False, False]


def test_whoever_has_the_cookie_of_before_is_out_as_well(app, browser, change, signed_in_as, user):
    """OWASP ASVS V7.2.4: whoever stole it would otherwise stay inside."""
    thief = Browser(app)
    thief.set_cookie("intake_session", browser.cookie("intake_session"))
    assert is_signed_in(thief)

    change()

    assert (is_signed_in(browser), is_signed_in(thief)) == (True, False)


def test_who_signs_in_with_the_old_one_at_that_moment_is_not_left_inside(app, browser, change, user, at_once, sign_in):
    form = browser.form(**PAGE).fields | {"current": PASSWORD, "password": NEW, "repeated": NEW}
    thieves = [Browser(app) for _ in range(5)]
    forms = [thief.form("/login").fields | {"email": user.email, "password": PASSWORD} for thief in thieves]

    at_once(6, lambda index: thieves[index].post("/login", forms[index]) if index < 5
            else browser.post("/account/password", form))

    assert [is_signed_in(thief) for thief in thieves] == [False] * 5
    assert Session.of_user(user).count() == 1


@pytest.mark.parametrize(("answers", "sentence"), [
    ({"current": "wrong horse battery"}, "This is not your password."), ({"current": ""}, "This is not your password."),
    ({"password": "elevenchars"}, "Use at least 12 characters."),
    ({"password": "x" * 201}, "Use at most 200 characters."),
    ({"repeated": "something else"}, "The two passwords are not the same.")])
def test_what_is_wrong_is_told_and_changes_nothing(change, user, answers, sentence):
    answer = change(**answers)

    assert (answer.status_code, complaints(answer)) == (422, ["Please correct what is marked below.", sentence])
    assert User.get_by_id(user.id).password_hash == user.password_hash


def test_the_address_is_no_password(change, user):
    assert "Do not use your e-mail address." in change(password=user.email.upper()).text


@pytest.mark.parametrize("csrf", ["", "nonsense"])
def test_no_other_site_changes_it(change, user, csrf):
    assert change(csrf=csrf).status_code == 400
    assert User.get_by_id(user.id).password_hash == user.password_hash


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_nonsense_is_no_reason_to_fail(change, value):
    assert change(current=value, password="short").status_code == 422


def test_who_found_the_browser_open_does_not_guess_for_long(change, sign_in, app):
    assert [change(current="a guess").status_code for _ in range(11)] == [422] * 10 + [429]
    assert sign_in(at=Browser(app)).status_code == 303
