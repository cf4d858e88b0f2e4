"""A client who must not be noticed leaves the pages at once, and Back does not show them."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.intake_forms.models import IntakeForm
from intake.cases.uploads.actions import review
from tests.builders import a_document, a_template, an_intake_link, an_upload
from tests.waiting import wait_until

NEUTRAL = re.compile(r"^https://www\.weather\.gov/")

COVERED = """() => {
    const focused = document.activeElement, button = document.getElementById("leave");
    const [one, other] = [focused, button].map((each) => each.getBoundingClientRect());
    return !focused.contains(button) && one.bottom > other.top && one.top < other.bottom && one.right > other.left;
}"""


@pytest.fixture
def link(firm, matter, put):
    """The link of a client with a rejected document, whose matter's template has the button."""
    matter.change(intake_template_id=a_template(firm, leave_button=True).id)
    document = a_document(firm, matter, name="Letter from the school")
    upload = an_upload(firm, put, document)
    review(firm, upload.id, "rejected", "The second page is missing.")
    return an_intake_link(firm, matter)


def test_the_button_hides_nothing_that_has_the_focus(phone_of, link):
    page = phone_of(viewport={"width": 390, "height": 420}).open(f"{link.url}/form/review")
    for _ in range(9):
        page.keyboard.press("Tab")
        assert not page.evaluate(COVERED), page.evaluate("document.activeElement.textContent")


def leave(phone, act):
    """Leave by the act, and check that the other site is shown."""
    act()
    phone.page.wait_for_url(NEUTRAL)
    expect(phone.page.locator("h1")).to_have_text("Weather")


def test_leaving_saves_what_was_typed_and_back_leads_away(phone, firm, matter, link):
    phone.context.route(NEUTRAL, lambda route: route.fulfill(
        body="<!doctype html><title>W</title><h1>Weather</h1>", content_type="text/html"))
    phone.open(link.url)
    expect(phone.page.locator(".returned")).to_contain_text("The second page is missing.")
    assert phone.problems("leaving") == []

    phone.open(f"{link.url}/form/1")
    typed = phone.page.locator('[name="q.about"]')
    typed.fill("He may come home")
    phone.page.keyboard.press("Shift")
    expect(phone.page.locator(".leave [role=status]")).not_to_be_empty()
    typed.press("Shift+A")
    expect(typed).to_have_value("He may come homeA")
    for _ in range(2):
        phone.page.keyboard.press("Shift")
    assert not NEUTRAL.match(phone.page.url), "a capital letter between begins the count again"
    leave(phone, lambda: phone.page.keyboard.press("Shift"))
    wait_until(lambda: IntakeForm.of_matter(matter).get().draft.get("about") == "He may come homeA")

    phone.page.go_back()
    phone.page.wait_for_url(NEUTRAL)
    phone.open(f"{link.url}/documents/{a_document(firm, matter).id}/note")
    phone.page.locator("textarea").fill("He has my passport")
    phone.page.evaluate("sessionStorage.setItem('unsent', 'passport.pdf')")
    leave(phone, phone.page.locator("#leave").click)
    phone.open(link.url)
    assert "passport" not in phone.page.evaluate("JSON.stringify(sessionStorage)")
    expect(phone.page.locator("h1")).to_be_visible()
    leave(phone, phone.page.locator("#leave").click)


def test_without_script_it_is_a_link_and_other_templates_have_none(phone_of, firm, matter, link):
    phone = phone_of(java_script_enabled=False)
    phone.open(link.url)
    assert phone.page.locator("#leave").get_attribute("href").startswith("https://")
    matter.change(intake_template_id=a_template(firm).id)
    phone.open(link.url)
    expect(phone.page.locator("#leave")).to_have_count(0)
