"""The page of a sandbox with its outbox and its clock."""

import pytest

from intake.accounts.sessions import actions as sessions
from intake.core import clock
from intake.integrations.sandbox.models import SandboxMessage
from tests.browsing import Browser
from tests.builders import a_user
from tests.integrations.sandbox.conftest import sandbox, sandbox_app  # noqa: F401  (fixtures)

OUTBOX = "/settings/developers/outbox"


@pytest.fixture
def keep(firm):
    """Keep a message of the firm, or of another one."""
    def kept(recipient="ana@example.com", channel="email", of=firm, **values):
        return SandboxMessage.create(firm_id=of.id, channel=channel, recipient=recipient,
                                     **({"text": "Your link: https://intake.example/p/x <b>"} | values))

    return kept


@pytest.fixture
def desk(sandbox, firm):  # noqa: F811
    """The browser of a person of the firm in the sandbox: `desk("admin")`."""
    def signed_in(role="admin"):
        browser = Browser(sandbox)
        browser.set_cookie("intake_session", sessions.begin(a_user(firm, role), address=browser.address))
        return browser

    return signed_in


def test_it_lists_what_was_kept_for_the_firm(desk, keep, rival, statements):
    assert "Nothing was kept yet." in desk().get(OUTBOX).text
    keep(subject="Please sign", sender="Ünal <intake@example.com>", reply_to="office@example.com")
    keep("+15185550142", "sms", error="twilio 21211")
    keep("other@example.com", of=rival, subject="Of another firm")

    admin = desk()
    with statements() as seen:
        page = admin.get(OUTBOX).text
    assert len(seen) <= 3 + 3  # and the clock, the session, the badges
    assert "Of another firm" not in page
    assert 'href="https://intake.example/p/x"' in page
    assert "&lt;b&gt;" in page
    assert "Not accepted: twilio 21211" in page.replace("</span>", "")
    assert "Please sign" not in admin.get(f"{OUTBOX}?channel=sms").text
    assert "Please sign" in admin.get(f"{OUTBOX}?to=ana@example.com&channel=fax&page=x").text
    for other in ("third@example.com", "ana%00"):
        assert "No message matches." in admin.get(f"{OUTBOX}?to={other}").text


def test_admins_move_the_clock_and_stay_signed_in(desk):
    admin = desk()
    moved = admin.submit(OUTBOX, f"{OUTBOX}/clock", seconds="2592000")

    assert (moved.status_code, moved.location) == (303, f"{OUTBOX}?done=moved")
    assert clock.ahead().days == 30
    assert "The clock was moved" in admin.get(moved.location).text
    assert admin.post(f"{OUTBOX}/clock", {"seconds": "3600"}).status_code == 400  # without the field of our form
    for _ in range(10):
        admin.submit(OUTBOX, f"{OUTBOX}/clock", seconds="anything")
    assert clock.ahead().seconds == 10 * 3600


def test_admins_empty_the_outbox(desk, keep, rival, firm):
    keep()
    keep(of=rival)

    assert desk().submit(OUTBOX, f"{OUTBOX}/empty").location == f"{OUTBOX}?done=emptied"
    assert (SandboxMessage.of(firm).count(), SandboxMessage.of(rival).count()) == (0, 1)


@pytest.mark.parametrize("role", ["attorney", "paralegal", "staff"])
def test_others_find_nothing(desk, role):
    browser = desk(role)

    assert [browser.get(OUTBOX).status_code, browser.post(f"{OUTBOX}/clock").status_code,
            browser.post(f"{OUTBOX}/empty").status_code] == [404, 404, 404]
