"""The settings in a browser, and a new firm's way from the operator's mail to a sent link."""

import re
import time

import pytest
from playwright.sync_api import expect

from intake.accounts.sessions import actions as sessions
from intake.accounts.users.actions import invite
from intake.accounts.users.jobs import send_invitation
from tests.builders import a_caller, a_matter, a_user
from tests.stand_ins.mailbox import plain

from .desk import DESKTOP

PASSWORD = "correct horse battery"


@pytest.fixture
def ana(firm):
    """A signed-in colleague with a matter, besides one with a very long address and an invitation.

    The firm's own address is unsubscribed from an alert.
    """
    firm.change(alerts_off=["deadline_approaching"])
    ana = a_user(firm, first_name="Ana", last_name="Featherstonehaugh")
    sessions.begin(ana, "Mozilla/5.0 (iPhone) Safari", "203.0.113.9")
    a_matter(firm, assigned_attorney=ana.id)
    a_user(firm, "staff", f"{firm.slug}{'a' * 30}@{'b' * 60}.example")
    invite(a_caller(firm), "new.colleague@example.com", "paralegal")
    return ana


def test_pages_are_accessible(desk_of, firm, ana):
    desk, found = desk_of("es", role="admin"), {}
    for name, path in (("overview", "/settings"), ("people", "/settings/people"), ("invite", "/settings/people/invite"),
                       ("firm", "/settings/firm"), ("steps", "/settings/first-steps"), ("home", "/review"),
                       ("first-step", "/settings/first-steps/welcome"),
                       ("step", "/settings/first-steps/notifications"),
                       ("hand-over", f"/settings/people/{ana.id}/hand-over/{a_user(firm).id}"),
                       ("person", f"/settings/people/{ana.id}")):
        desk.open(path)
        assert desk.page.locator(".back:visible").count() <= 1
        found[name] = desk.problems(f"settings-{name}")

    assert found == {name: [] for name in found}
    page = desk.page
    gaps = page.locator(".facts > div").evaluate_all("""(facts) => facts.map((fact) => {
        const [name, said] = fact.children, text = document.createRange();
        text.selectNodeContents(said.querySelector("a") ?? said);
        return text.getBoundingClientRect().top - name.getBoundingClientRect().bottom;
    })""")
    assert max(gaps) - min(gaps) < 3, "the link is on the line of its neighbours"
    page.locator("section[aria-labelledby=access] button").click()
    expect(page.locator(".toast")).to_be_visible()


def test_new_admin_sends_a_first_link_within_five_minutes(phone_of, firm, mailbox):
    began, address = time.monotonic(), f"first.{firm.slug}@example.com"
    send_invitation(invite(a_caller(firm), address, "admin").id)
    [mail] = mailbox.mails(address)
    desk = phone_of(**DESKTOP)
    page = desk.open(re.search(r"/invitations/[\w-]+", plain(mail))[0])
    for label, text in (("First name", "Ruth"), ("Last name", "Delgado"), ("Password", PASSWORD),
                        ("Repeat the password", PASSWORD)):
        page.get_by_label(label, exact=True).fill(text)
    page.locator("main form button").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("E-mail").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")

    page.get_by_role("link", name="Continue the first steps").click()
    page.get_by_role("link", name="Check the firm's address and look").click()
    page.get_by_role("button", name="That is right").click()
    page.get_by_label("Family law").check()
    page.get_by_role("button", name="Save and go on").click()
    page.locator("main fieldset input").first.check()
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("button", name="I work alone for now").click()
    page.get_by_role("button", name="Send me the test").click()
    expect(page.get_by_role("status")).to_contain_text("on its way to you")
    desk.keep("settings-first-steps-done")

    assert "/p/" in plain(mailbox.mails(address)[-1])
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".beginning")).to_have_count(0)
    assert time.monotonic() - began < 5 * 60


def test_what_a_role_may_do_is_no_warning_and_its_name_fits(desk_of):
    table = desk_of("es", "admin").open("/settings/people").locator(".rights")

    assert len(set(table.locator("tbody td").evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"))) == 1
    assert table.locator("th").evaluate_all(
        "(cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth)") == []


def test_people_and_what_they_may_do_fit_on_paper(desk_of):
    desk = desk_of("en", "admin", viewport={"width": 720, "height": 1000})
    desk.open("/settings/people")
    desk.page.emulate_media(media="print")
    expect(desk.page.locator(".rights")).to_be_visible()
    assert desk.page.evaluate("document.querySelector('.rights').getBoundingClientRect().right") <= 720
