"""The reference and its guides in a browser: search, copy buttons, small screens, accessibility."""

import re

import pytest
from playwright.sync_api import expect

from intake.operations.reference.guides import NAMES


@pytest.mark.parametrize("path", ["/docs", *(f"/docs/{name}" for name in NAMES)])
def test_pages_fit_and_have_no_barriers(phone_of, path):
    phone = phone_of("en", viewport={"width": 320, "height": 700})
    page = phone.open(path)

    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert phone.barriers() == []


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark")])
def test_search_finds_operations_by_what_they_say(phone_of, width, scheme):
    phone = phone_of("en", viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = phone.open("/docs")
    phone.keep(f"docs-{width}-{scheme}", whole=False)
    if width < 1000:
        page.get_by_role("link", name="Contents").click()
    page.get_by_label("Search this page").fill("Redirect_URIs public")

    expect(page.get_by_role("status")).to_have_text(re.compile(r"^[1-9] places$"))
    expect(page.locator("#places a[href='#oauth_clients_create']")).to_be_visible()
    expect(page.locator("#places a[href='#matters_create']")).to_be_hidden()
    assert phone.barriers("#contents", "section:first-of-type", "#matters_create") == []
    phone.keep(f"docs-search-{width}-{scheme}", whole=False)
    phone.open("/docs/webhooks")
    phone.keep(f"guide-{width}-{scheme}", whole=False)


def test_a_sample_is_copied(phone_of):
    phone = phone_of("en", viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    page = phone.open("/docs")
    sample = page.locator("#matters_create pre").first
    page.locator("#matters_create").get_by_role("button", name="Copy").first.click()

    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == sample.text_content()
