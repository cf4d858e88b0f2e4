"""Changing the password, which requires the old one and can end other sessions and the access of applications."""

import re

import pytest

from intake.accounts.sessions.models import Session
from intake.accounts.users.models import User
from tests.browsing import Browser
from tests.builders import a_user

from .conftest import HOSTILE, PASSWORD, form_errors, is_signed_in, signed_in_browser

PAGE = {"path": "/account", "action": "/account/password"}
NEW = "a wholly other password"


browser = pytest.fixture(signed_in_browser)


@pytest.fixture
def change(browser):
    """Submit the form: `change(current="…")`."""
    return lambda **answers: browser.submit(
        **PAGE, **({"current": PASSWORD, "password": NEW, "repeated": answers.get("password", NEW)} | answers))


def test_new_password_replaces_the_old_one(app, change, sign_in):
    answer = change()

    assert (answer.status_code, answer.location) == (303, "/account?done=password")
    assert sign_in(at=Browser(app)).status_code == 422
    assert sign_in(at=Browser(app), password=NEW).status_code == 303


def test_all_other_sessions_end_unless_unticked(browser, change, signed_in_as, user):
    others = [signed_in_as(user) for _ in range(2)]

    change(end_sessions=None)
    assert [is_signed_in(each) for each in (browser, *others)] == [True, True, True]

    change(current=NEW, password=PASSWORD)
    assert [is_signed_in(each) for each in (browser, *others)] == [True, False, False]


def test_access_of_applications_ends_if_ticked(api_as, change, user, firm):
    colleague, application = api_as(a_user(firm)), api_as(user)

    change()
    assert application.get("/matters").status_code == 200

    change(current=NEW, password=PASSWORD, end_applications="yes")
    assert application.get("/matters").status_code == 401
    assert colleague.get("/matters").status_code == 200


def test_refused_form_keeps_what_was_ticked(change, browser):
    unticked = change(current="a guess", end_sessions=None, end_applications="yes")

    assert re.findall(r'name="(end_\w+)" type="checkbox" value="yes" checked', unticked.text) == ["end_applications"]
    assert browser.form(**PAGE).fields["end_sessions"] == "yes"


def test_session_token_is_replaced(app, browser, change, signed_in_as, user):
    """OWASP ASVS V7.2.4: a stolen token must stop working."""
    thief = Browser(app)
    thief.set_cookie("intake_session", browser.cookie("intake_session"))
    assert is_signed_in(thief)

    change()

    assert (is_signed_in(browser), is_signed_in(thief)) == (True, False)


def test_concurrent_sign_in_with_the_old_password_does_not_survive(app, browser, change, user, at_once, sign_in):
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
def test_invalid_form_shows_errors_and_changes_nothing(change, user, answers, sentence):
    answer = change(**answers)

    assert (answer.status_code, form_errors(answer)) == (422, ["Please correct what is marked below.", sentence])
    assert re.findall(r'<input id="(\w+)"[^>]*autofocus', answer.text) == [
        "current" if "current" in answers else "password"], "both new ones are empty again: the first has the focus"
    assert User.get_by_id(user.id).password_hash == user.password_hash


@pytest.mark.parametrize("password", ["{email}", "Maya.Okafor.2026", "Unal.Partners.2026"])
def test_names_are_refused_as_password(change, user, password):
    user.change(first_name="Maya", last_name="Okafor")

    assert "Do not use your name" in change(password=password.format(email=user.email.upper())).text


def test_common_password_is_refused(change):
    assert "This is one of the first passwords that others would try." in change(password="sunshine2024!").text


@pytest.mark.parametrize("password", [
    "x" * 60 + "correct horse battery" * 6, "Ünïcødé 李明 \0 🐎 «horse»", "739104652837"], ids=range(3))
def test_long_passwords_of_any_characters_are_taken_whole(app, change, sign_in, password):
    change(password=password)

    assert sign_in(at=Browser(app), password=password[:-1]).status_code == 422
    assert sign_in(at=Browser(app), password=password).status_code == 303


def test_no_password_field_cuts_what_is_pasted(browser):
    fields = re.findall(r'<input[^>]*type="password"[^>]*>', browser.get("/account").text)

    assert len(fields) == 3
    assert "maxlength" not in "".join(fields)


@pytest.mark.parametrize("csrf", ["", "nonsense"])
def test_form_without_csrf_token_is_refused(change, user, csrf):
    assert change(csrf=csrf).status_code == 400
    assert User.get_by_id(user.id).password_hash == user.password_hash


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_refused(change, value):
    assert change(current=value, password="short").status_code == 422


def test_current_password_guesses_are_throttled(change, sign_in, app):
    assert [change(current="a guess").status_code for _ in range(11)] == [422] * 10 + [429]
    assert sign_in(at=Browser(app)).status_code == 303
