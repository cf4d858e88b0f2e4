"""Fixtures of the tests of users and invitations."""

import re
from itertools import count

import pytest

from intake.accounts.users.actions import add
from intake.accounts.users.models import Invitation
from intake.core.clock import now
from intake.core.crypto import vault
from tests import browsing
from tests.core.answers import data

_number = count(1)


@pytest.fixture
def address():
    """A new e-mail address: `address()`."""
    return lambda: f"person.{next(_number)}.{now().timestamp():.0f}@example.com"


@pytest.fixture
def member(firm, address):
    """Create an active user of the firm: `member("attorney")`."""
    return lambda role="staff", scope=firm: add(scope, address(), role)


@pytest.fixture
def invited(api, address):
    """Invite somebody through the API and return the invitation: `invited(role="staff")`."""
    return lambda **values: data(api.post("/firms/users", {"email": address(), "role": "attorney"} | values), 201)


@pytest.fixture
def token_of(app):
    """Return the token of an invitation whose mail was not sent yet: `token_of(invitation["id"])`."""
    return lambda id: vault.open(Invitation.get_by_id(id).sealed_token)


@pytest.fixture
def mails(mailbox):
    """Return the mails that arrived for an address, the oldest first: `mails("a@example.com")`."""
    return mailbox.mails


@pytest.fixture
def browser(app):
    """A browser whose `submit(path, first_name=…)` fills in the form of an invitation."""
    return Browser(app)


class Browser(browsing.Browser):
    """Fills in the form of an invitation."""

    def submit(self, path, **answers):
        return self.post(path, self.filled_in(path, **answers))

    def filled_in(self, path, **answers):
        csrf = re.search(r'name="csrf" value="(\w+)"', self.get(path).text)
        form = {"first_name": "Maya", "last_name": "Okafor", "password": "correct horse battery",
                "repeated": answers.get("password", "correct horse battery")}
        return form | {"csrf": csrf[1]} | answers
