"""The mail that says that a program has changed where the firm's alerts go."""

import pytest

from intake.accounts.audit.recording import acting_as
from intake.accounts.firms.actions import change_settings
from intake.accounts.permissions.scopes import SCOPES
from tests.builders import a_user
from tests.core.answers import data
from tests.stand_ins.mailbox import plain


@pytest.fixture
def admin(firm):
    return a_user(firm, "admin")


def _lines(mailbox, address):
    return [[line[2:] for line in plain(mail).splitlines() if line.startswith("- ")] for mail in mailbox.mails(address)]


@pytest.mark.parametrize(("path", "body", "lines"), [
    ("settings", {"phone": "+15185550199"}, ["the firm’s telephone number, to which SMS are sent"]),
    ("settings", {"settings": {
        "lead_forms": {"enabled": False, "notify": ["other@example.com"]}, "email_notifications": False}},
     ["the addresses that hear of new leads", "e-mails or SMS were turned off"]),
    ("notification-preferences", {"document_uploaded": {"email": False}}, ["some kinds of alerts were turned off"]),
    ("notification-preferences", {"document_uploaded": {"sms": True}}, None),
    ("settings", {"website": "https://example.com", "settings": {"sms_notifications": True}}, None)])
def test_firm_and_admins_are_mailed_what_a_key_changed(api_of, firm, admin, worker, mailbox, path, body, lines):
    firm.change(email=f"office.{firm.slug}@example.com", phone=None)
    api = api_of(firm, *SCOPES)
    for _ in range(2):  # the second one changes nothing
        data(api.patch(f"/firms/{path}", body))
    worker.settle()
    for address in (firm.email, admin.email):
        assert _lines(mailbox, address) == ([] if lines is None else [lines])
    for mail in mailbox.mails(admin.email):
        assert "The API key “" in plain(mail)


@pytest.mark.parametrize(("actor", "is_mailed"), [("person", False), ("application", True), ("operator", False)])
def test_a_person_at_the_console_knows_what_they_change(firm, admin, worker, mailbox, actor, is_mailed):
    with acting_as(actor, admin.id):
        change_settings(firm, phone="+15185550188")
    worker.settle()
    assert len(mailbox.mails(admin.email)) == is_mailed
