"""The checklist of a long matter on a phone: one line for each item, what is open first."""

import pytest
from playwright.sync_api import expect

from tests.builders import PDF, a_document, an_upload

SCREEN = 844


@pytest.fixture
def documents(firm, matter, put):
    """Forty items under four headings, of which two are handed in."""
    made = [a_document(firm, matter, name=f"{name} of the year {2020 + number}", category=category,
                       description="Why we need it, in a sentence or two.", instructions="1. Open it.\n2. Take a photo.")
            for category in ("About you", "Money", "Your home", "Health")
            for number, name in enumerate(("Passport", "Tax return with all its pages") * 5)]
    for document in made[:2]:
        an_upload(firm, put, document, PDF)
    return made


def test_forty_items_fit_and_lead_from_one_to_the_next(phone, documents, link):
    phone.open(f"{link.url}/documents")
    page = phone.page

    assert page.evaluate("document.documentElement.scrollHeight") <= 5 * SCREEN
    phone.keep("checklist-forty")
    expect(page.locator(".fold[open] h3")).to_have_text([documents[2].name])
    page.get_by_role("link", name="Next open item").click()
    expect(page.locator(".fold[open] h3")).to_have_text([documents[3].name])
    expect(phone.item(documents[3]).locator(".line")).to_be_focused()
    phone.keep("checklist-next", whole=False)

    phone.hand_in(documents[3], "passport.pdf", PDF)
    phone.sees(documents[3], "checking")
    expect(page.locator(".fold[open] h3")).to_have_text([documents[3].name])
    page.get_by_role("link", name="Next open item").click()
    expect(page.locator(".fold[open] h3")).to_have_text([documents[4].name])
    assert phone.too_small() == []
    assert phone.barriers() == []

    phone.open(f"{link.url}/documents#{documents[0].id}")
    expect(phone.item(documents[0]).locator(".files")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    phone.keep("checklist-desk-dark")
