"""Opening a matter in a browser: from signing in to the sent link, on a phone and on a desktop."""

import pytest
from playwright.sync_api import expect

from intake.accounts.sessions import actions as sessions
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_template, a_user

from .test_review import DESKTOP

MOST_INPUTS = 12
PASSWORD = "correct horse battery"


class Counted:
    """Performs a person's actions on a page, and counts them."""

    def __init__(self, page):
        self.page, self.inputs = page, 0

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)
        self.inputs += 1

    def choose(self, label, option):
        self.page.get_by_label(label, exact=True).select_option(label=option)
        self.inputs += 1

    def press(self, role, name):
        self.page.get_by_role(role, name=name, exact=True).click()
        self.inputs += 1


@pytest.fixture
def attorney(firm):
    return a_user(firm, "attorney")


@pytest.fixture
def template(firm):
    return a_template(firm, name="Divorce with children and a house", practice_area="family_law", documents=[
        {"name": name, "required": name != "Lease"} for name in (
            "Passport", "Tax returns of the last three years, with everything that was attached to them", "Lease")])


@pytest.fixture
def desk_of(phone_of, attorney, site):
    """Open a browser in which the attorney is signed in: `desk_of("es", **options)`."""
    def open_it(language="en", **options):
        desk = phone_of(language, **options)
        desk.context.add_cookies([{"name": "intake_session", "value": sessions.begin(attorney), "url": site.url}])
        return desk

    return open_it


def test_from_signing_in_to_sent_in_twelve_inputs(phone, attorney, template, firm):
    page = phone.open("/matters/new")
    person = Counted(page)
    person.fill("E-mail", attorney.email)
    person.fill("Password", PASSWORD)
    page.keyboard.press("Enter")
    person.inputs += 1
    person.fill("First name", "Ana")
    person.fill("Last name", "Silva")
    person.fill("E-mail address", "ana@example.com")
    person.press("button", "Continue")
    person.choose("Template", template.name)
    person.press("button", "Continue")
    person.press("button", "Open the matter and send the link")
    expect(page.get_by_role("status")).to_contain_text("on its way to Ana Silva")

    assert person.inputs <= MOST_INPUTS
    assert Communication.of(firm).count() == 1
    assert page.locator(".link img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


def test_it_works_without_scripts(desk_of, template, firm):
    page = _opened(desk_of(java_script_enabled=False), template)

    assert "/p/" in page.get_by_label("Address", exact=True).input_value()
    assert page.get_by_role("button", name="Copy").count() == 0


def test_it_works_by_keyboard_alone(desk_of, template, firm):
    page = desk_of(**DESKTOP).open("/matters/new")
    page.get_by_label("First name", exact=True).focus()
    for text in ("Ana", "Silva", "ana@example.com"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_label("Template").focus()
    page.keyboard.type(template.name)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Open the matter and send the link").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("status")).to_contain_text("Ana Silva")


def test_every_step_is_accessible(desk_of, template, firm):
    a_client(firm, first_name="Anna", email="anna.silva@example.com", phone="+15185550142")
    desk, found = desk_of("es"), {}

    def look(step):
        found[step] = desk.problems(f"new-matter-{step}")

    page = desk.open("/matters/new?q=silva")
    look("client")
    for field, text in (("first_name", "Ana"), ("last_name", "Silva"), ("email", "ana@example.com")):
        page.locator(f"#{field}").fill(text)
    page.locator("main form.stack button").first.click()
    expect(page.locator(".warning")).to_be_visible()
    look("duplicate")
    page.locator("main form.stack .acts button").first.click()
    look("matter")
    page.locator("#template_id").select_option(template.id)
    page.locator("main form.stack button").first.click()
    expect(page.locator(".checklist li")).to_have_count(3)
    look("send")
    page.locator("main form.stack button").first.click()
    expect(page.locator(".link")).to_be_visible()
    look("done")

    assert found == {step: [] for step in found}


def _opened(desk, template):
    page = desk.open("/matters/new")
    for label, text in (("First name", "Ana"), ("Last name", "Silva")):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Template", exact=True).select_option(label=template.name)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Only make the link").click()
    expect(page.get_by_role("status")).to_be_visible()
    return page
