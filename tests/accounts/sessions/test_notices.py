"""Whoever's password or second factor has changed gets to know it."""

import pytest

from intake.accounts.sessions.jobs import send_account_notice
from intake.accounts.sessions.passwords import actions
from intake.accounts.sessions.second_factor.actions import prepare, remove
from intake.engine.tasks.models import Task
from tests.stand_ins.mailbox import plain

from .conftest import PASSWORD

NEW = "a wholly other password"


@pytest.fixture
def told(worker, postbox, user):
    """What the user was told by mail."""
    def after():
        worker.perform_tasks()
        return [plain(mail) for mail in postbox.mails(user.email)]

    return after


def test_of_another_password(signed_in_as, user, told):
    signed_in_as(user).submit("/account", action="/account/password", current=PASSWORD, password=NEW, repeated=NEW)

    [mail] = told()
    assert "your password for Intake was changed (Ünal & Partners, " in mail
    assert "Su contraseña de Intake ha cambiado" in mail
    assert "/password/forgotten" in mail


def test_of_a_password_that_was_set_by_a_link(browser, user, link, told):
    browser.submit("/password/forgotten", email=user.email)
    browser.submit(link(user.email), password=NEW, repeated=NEW)

    assert ["was changed" in mail for mail in told()] == [False, True]


def test_of_a_second_factor_that_is_on_or_off(told, phone, user):
    assert ["now your second factor" in mail for mail in told()] == [True]

    remove(user)
    assert ["was turned off" in mail for mail in told()] == [False, True]


def test_of_nothing_where_nothing_has_changed(signed_in_as, user, told):
    signed_in_as(user).submit("/account", action="/account/password", current="a guess", password=NEW, repeated=NEW)
    prepare(user)
    remove(user)

    assert told() == []


def test_sent_twice_it_is_the_same_mail(user, firm, postbox, nothing_to_do):
    actions.assign(user, NEW)
    [task] = Task.of(firm)
    send_account_notice(*task.arguments)
    send_account_notice(*task.arguments)

    first, second = postbox.mails(user.email)
    assert (plain(first), first["Message-ID"]) == (plain(second), second["Message-ID"])
