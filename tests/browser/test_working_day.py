"""A matter from opening to closing: the firm on a desktop, the client with a phone, the worker, Clio."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.documents.models import DocumentRequest
from intake.core.clock import now
from intake.engine.tasks.models import Task
from tests.builders import a_template, a_user
from tests.stand_ins.mailbox import plain
from tests.stand_ins.pdfs import pdf
from tests.waiting import wait_until

from .desk import DESKTOP

PASSWORD = "correct horse battery"
LONG = 60_000
"""Milliseconds until the worker is done, on a slow machine."""


@pytest.fixture
def template(firm):
    """A template with a form and two documents."""
    return a_template(firm, name="Divorce", practice_area="family_law",
                      documents=[{"name": "Passport"}, {"name": "Lease"}])


@pytest.fixture
def signed_in(phone_of):
    """Sign a person in on the sign-in page, and return the desk at the page they requested: `signed_in(user)`."""
    def sign_in(user, path, **options):
        desk = phone_of(**DESKTOP | options)
        page = desk.open(path)
        page.get_by_label("E-mail", exact=True).fill(user.email)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(f"//[^/]+{re.escape(path)}$"))  # the sign-in page's ends with the path, too
        page.wait_for_load_state()  # until then no script handles keys
        return desk

    return sign_in


def test_a_matter_from_first_contact_until_it_is_closed(
        firm, template, clio, process_of, mailbox, phone_of, signed_in):
    process_of(**clio.settings())
    admin, email = a_user(firm, "admin"), f"{firm.id}@example.com"
    before = len(clio.visible_documents())
    desk = signed_in(admin, "/settings/integrations")
    page = desk.page
    page.get_by_role("link", name="Connect Clio").click()
    expect(page.get_by_role("status")).to_contain_text("The firm is connected.")

    page.goto("/matters/new")
    for label, text in (("First name", "Ana"), ("Last name", "Silva"), ("E-mail address", email)):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Template", exact=True).select_option(label="Divorce")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Open the matter and send the link").click()
    expect(page.get_by_role("status")).to_contain_text("on its way to Ana Silva")
    desk.keep("day-1-opened")

    [mail] = wait_until(lambda: mailbox.mails(email))
    phone = phone_of()
    client = phone.open(re.search(r"http://\S+/p/\w+", plain(mail))[0])
    client.get_by_role("link", name="Start").tap()
    client.get_by_role("button", name="Continue").tap()
    client.get_by_text("Yes", exact=True).tap()
    client.get_by_label("Their names").fill("Leo")
    client.get_by_role("button", name="Continue").tap()
    client.get_by_role("button", name="Send").tap()
    expect(client).to_have_url(re.compile("/documents$"))
    passport, lease = DocumentRequest.of(firm).order_by(*DocumentRequest.in_order())
    phone.hand_in(passport, "passport.pdf", pdf(1))
    expect(client.locator("#count")).to_have_text("1 of 2 complete")
    phone.hand_in(lease, "lease.pdf", pdf(1))
    expect(client.locator("#count")).to_have_text("2 of 2 complete")
    phone.keep("day-2-handed-in")

    page.goto("/review")
    name = page.locator("#name")
    expect(name).to_have_text("Passport")
    expect(page.locator(".viewer img").first).to_be_visible(timeout=LONG)
    desk.keep("day-3-review")
    page.keyboard.press("a")
    expect(name).to_have_text("Lease")
    page.keyboard.press("r")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Rejected")
    expect(name).to_have_text("Nothing is waiting for you")
    desk.keep("day-4-reviewed")

    _decide_now(firm)
    _reload_until(client, client.locator(f".rejected[id={lease.id}]"))
    phone.keep("day-5-rejected")
    phone.hand_in(lease, "lease-again.pdf", pdf(1))
    expect(client.locator("#count")).to_have_text("2 of 2 complete")

    _reload_until(page, page.locator("#name", has_text="Lease"))
    page.keyboard.press("a")
    expect(name).to_have_text("Nothing is waiting for you")
    _decide_now(firm)
    page.get_by_role("link", name="Matters").first.click()
    page.get_by_role("link", name="Silva").first.click()
    _reload_until(page, page.get_by_text("2 of 2"))
    desk.keep("day-6-complete")
    page.get_by_role("link", name="Sync", exact=True).click()
    _reload_until(page, page.locator("tbody tr", has_text="Document").locator(".approved").nth(1))
    desk.keep("day-7-synced")
    assert len(clio.visible_documents()) - before == 2

    page.get_by_role("link", name="Documents", exact=True).click()
    page.get_by_role("button", name="Close matter").click()
    expect(page.get_by_role("status")).to_be_visible()
    desk.keep("day-8-closed")
    client.reload()
    expect(client.locator("#count")).to_have_count(0)


def _decide_now(firm):
    """Let held decisions take effect without the eight seconds in which they can be undone."""
    Task.update(due_at=now()).where(Task.firm_id == firm.id, Task.name == "apply_held_review").execute()


def _reload_until(page, wanted):
    """Reload the page until it has the element: open pages are not told of the worker's results."""
    for _ in range(LONG // 1000):
        try:
            expect(wanted).to_be_visible(timeout=1000)
            return
        except AssertionError:
            page.reload()
    expect(wanted).to_be_visible()
