"""Mails to users whose password or second factor has changed."""

import pytest

from intake.accounts.sessions.jobs import send_account_notice
from intake.accounts.sessions.passwords import actions
from intake.accounts.sessions.second_factor.actions import prepare, remove
from intake.engine.tasks.models import Task
from tests.stand_ins.mailbox import plain

from .conftest import PASSWORD

NEW = "a wholly other password"


@pytest.fixture
def notices(worker, mailbox, user):
    """The texts of the mails to the user: `notices()`."""
    def texts():
        worker.perform_tasks()
        return [plain(mail) for mail in mailbox.mails(user.email)]

    return texts


def test_changed_password_is_mailed(signed_in_as, user, notices):
    signed_in_as(user).submit("/account", action="/account/password", current=PASSWORD, password=NEW, repeated=NEW)

    [mail] = notices()
    assert "Your password for Intake was changed on " in mail
    assert "a member of Ünal & Partners" in mail
    assert "/password/forgotten" in mail


def test_password_set_by_link_is_mailed(browser, user, link, notices):
    browser.submit("/password/forgotten", email=user.email)
    browser.submit(link(user.email), password=NEW, repeated=NEW)

    assert ["was changed" in mail for mail in notices()] == [False, True]


def test_second_factor_changes_are_mailed(notices, phone, user):
    assert ["is your second factor" in mail for mail in notices()] == [True]

    remove(user)
    assert ["was turned off" in mail for mail in notices()] == [False, True]


def test_no_change_sends_no_mail(signed_in_as, user, notices):
    signed_in_as(user).submit("/account", action="/account/password", current="a guess", password=NEW, repeated=NEW)
    prepare(user)
    remove(user)

    assert notices() == []


def test_repeated_job_sends_an_identical_mail(user, firm, mailbox, no_pending_work):
    actions.assign(user, NEW)
    [task] = Task.of(firm)
    send_account_notice(*task.arguments)
    send_account_notice(*task.arguments)

    first, second = mailbox.mails(user.email)
    assert (plain(first), first["Message-ID"]) == (plain(second), second["Message-ID"])
