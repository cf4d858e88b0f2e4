"""Fixtures of the tests of signing in."""

import re

import pytest
from pyotp import TOTP

from intake.accounts.sessions.models import SecondFactor
from intake.accounts.sessions.passwords import pages
from tests.browsing import Browser
from tests.builders import a_user
from tests.stand_ins.mailbox import plain

PASSWORD = "correct horse battery"
HOSTILE = ["", "\0", "a\0@example.com", "x" * 100_000, "' OR 1=1 --", b"\xed\xa0\x80", "𝒳" * 300, "٣٤٥٦٧٨", "<script>"]
"""Hostile input for forms."""


@pytest.fixture(autouse=True)
def _answering_at_once(monkeypatch):
    """Let the page that mails links answer when it is done, instead of after the same time for every address."""
    monkeypatch.setattr(pages, "_REQUEST_SECONDS", 0)


@pytest.fixture
def user(firm):
    """An attorney of the firm without a session."""
    return a_user(firm, password=PASSWORD)


def signed_in_browser(signed_in_as, user):
    """A browser in which the user is signed in: `browser = pytest.fixture(signed_in_browser)`."""
    return signed_in_as(user)


@pytest.fixture
def sign_in(browser, user):
    """Submit the login form and return the answer: `sign_in()`, `sign_in(password="guess", at=browser)`."""
    return lambda at=browser, path="/login", **answers: at.submit(
        path, **({"email": user.email, "password": PASSWORD} | answers))


@pytest.fixture
def phone(signed_in_as, user):
    """The user's phone, with an authenticator app as the second factor."""
    return Phone(signed_in_as(user), user)


@pytest.fixture
def link(worker, mailbox):
    """The path of the link in the newest mail to an address: `link(user.email)`."""
    def newest(address):
        worker.perform_tasks()
        return re.search(r"http://[^\s/]+(/password/\w+)", plain(mailbox.mails(address)[-1]))[1]

    return newest


def heading(answer):
    """The heading of the page."""
    return re.search(r"<h1>(.*?)</h1>", answer.text)[1]


def form_errors(answer):
    """The errors and notices of the page's form."""
    return re.findall(r'class="(?:wrong|notice)"[^>]*>(.*?)<', answer.text)


def is_signed_in(browser):
    """Whether this browser has a session."""
    return browser.get("/account").status_code == 200


class Phone:
    """An authenticator app, set up through the pages."""

    page = "/account/second-factor"

    def __init__(self, browser, user):
        self.user, self.browser = user, browser
        browser.submit(self.page, current=PASSWORD)
        self.app = self.app_of(browser)
        confirmed = browser.submit(self.page, code=self.code())
        self.recovery_codes = re.findall(r"<li><code>(.*?)</code>", confirmed.text)

    @classmethod
    def app_of(cls, browser, path=page):
        """Return the authenticator app that the page sets up."""
        return TOTP(re.search(r'class="key">([A-Z2-7 ]+)<', browser.get(path).text)[1].replace(" ", ""))

    def code(self):
        """A valid code, even if one of the same time step was used already."""
        SecondFactor.update(last_step=0).where(SecondFactor.user_id == self.user.id).execute()
        return self.app.now()

    def half_way(self, app):
        """A browser after the right password, before the code."""
        browser = Browser(app)
        answer = browser.submit("/login", email=self.user.email, password=PASSWORD)
        assert (answer.status_code, answer.location) == (303, "/login/code")
        return browser
