"""Changing one's name, which the first admin of a firm does not have yet."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.sessions.actions import begin
from intake.accounts.users.models import User
from tests.builders import a_user

from .conftest import form_errors, signed_in_browser

PAGE = {"path": "/account", "action": "/account/name"}


browser = pytest.fixture(signed_in_browser)


def names_of(user):
    stored = User.fetch(user, user.id)
    return stored.first_name, stored.last_name


def test_who_has_no_name_takes_one_and_changes_it(browser, user):
    assert names_of(user) == (None, None)
    assert user.email in browser.get("/matters").text
    answer = browser.submit(**PAGE, first_name=" Ana ", last_name="Núñez")
    assert (answer.status_code, answer.location) == (303, "/account?done=name")
    assert "Ana Núñez" in browser.get("/matters?status=all").text

    browser.submit(**PAGE, last_name="Silva")
    browser.submit(**PAGE)  # changes nothing
    assert names_of(user) == ("Ana", "Silva")
    changes = AuditEntry.of(user).where(AuditEntry.action == "user.updated", AuditEntry.record_id == user.id)
    assert [entry.details for entry in changes.order_by(AuditEntry.id)] == [
        {"fields": ["first_name", "last_name"]}, {"fields": ["last_name"]}]


@pytest.mark.parametrize(("names", "errors"), [
    ({"first_name": " ", "last_name": ""}, ["Enter your first name.", "Enter your last name."]),
    ({"first_name": "x" * 101, "last_name": "Silva"}, ["This cannot be stored as a name."]),
    ({"first_name": "Ana", "last_name": "\0"}, ["Enter your last name."]),
])
def test_what_is_no_name_is_refused_and_kept(browser, user, names, errors):
    answer = browser.submit(**PAGE, **names)

    assert (answer.status_code, form_errors(answer)[1:]) == (422, errors)
    assert 'value="Silva"' in answer.text or "Silva" not in names.values()
    assert names_of(user) == (None, None)


def test_form_of_another_site_changes_nothing(browser, user):
    answer = browser.post("/account/name", {"first_name": "Ana", "last_name": "Silva", "csrf": "other"})

    assert (answer.status_code, names_of(user)) == (400, (None, None))


def test_form_of_a_page_of_another_person_in_the_browser_changes_nothing(browser, user, firm):
    form = browser.form(**PAGE).fields
    browser.set_cookie("intake_session", begin(a_user(firm)))

    answer = browser.post("/account/name", form | {"first_name": "Ana", "last_name": "Silva"})

    assert (answer.status_code, "Somebody else signed in with this browser" in answer.text) == (409, True)
    assert not User.of(firm).where(User.last_name == "Silva").exists()
